import { checkAny } from "../arguments.ts";
import { comesBefore } from "../compare.ts";
import { spend } from "../fuel.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.min(x, …)`: the smallest argument by `<`, itself and not a copy as a float (LIB-71). */
export function mathMin(vm: VM): LuaFunction {
  const all = (values: readonly Value[]): Result => {
    checkAny(1, values.length);
    let best = values[0];
    for (let at = 1; at < values.length; at++) {
      if ((at & 1023) === 0) spend(vm, 128);
      const value = values[at];
      if (comesBefore(vm, value, best)) best = value;
    }
    return best;
  };
  const min: LuaFunction = (...values) => all(values);
  min.all = all;
  return min;
}
