import type { Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.pi`: π. */
export function mathPi(_vm: VM): Value {
  return Math.PI;
}
