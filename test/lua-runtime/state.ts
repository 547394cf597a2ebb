import { LuaError } from "../../runtime/lua/error.ts";
import { installErrors } from "../../runtime/lua/error-text.ts";
import { QUANTUM, refill } from "../../runtime/lua/fuel.ts";
import { isNumber, LuaFloat } from "../../runtime/lua/number.ts";
import { numberText } from "../../runtime/lua/number-text.ts";
import { LuaTable } from "../../runtime/lua/table.ts";
import { set } from "../../runtime/lua/table-write.ts";
import type { Value } from "../../runtime/lua/value.ts";
import { VM } from "../../runtime/lua/vm.ts";

/** A VM with fuel that never ends. */
export function newVM(memoryBytes = 67108864): VM {
  const vm = new VM({ refill() {}, quantum: QUANTUM, entropy: { seed: 0 } }, "", memoryBytes);
  installErrors(vm);
  vm.numberText = (value) => (isNumber(value) ? numberText(value) : undefined);
  refill(vm);
  return vm;
}

/** A table from its keys and values, written in this order through computed keys. */
export function tableOf(pairs: readonly (readonly [Value, Value])[]): LuaTable {
  const table = new LuaTable();
  for (const [key, value] of pairs) set(table, key, value);
  return table;
}

/** A number as its subtype and Lua text, anything else as it is: tells 1 from 1.0. */
export function typed(value: Value): unknown {
  if (typeof value === "number" && !Number.isSafeInteger(value)) return `float ${numberText(value)}`;
  if (value instanceof LuaFloat) return `float ${numberText(value)}`;
  if (typeof value === "number" || typeof value === "bigint") {
    return Object.is(value, -0) ? "an unboxed -0" : `integer ${value}`;
  }
  return value;
}

/** The LuaError that something throws; fails when nothing or something else is thrown. */
export function errorOf(run: () => unknown): LuaError {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof LuaError) return thrown;
    throw thrown;
  }
  throw new Error("nothing was thrown");
}

/** Runs a generator that must not wait. */
export function finish<T>(steps: Generator<unknown, T, Value>): T {
  const step = steps.next();
  if (step.done !== true) throw new Error("it waits");
  return step.value;
}
