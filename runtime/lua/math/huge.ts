import type { Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.huge`: the largest float, infinity. */
export function mathHuge(_vm: VM): Value {
  return Number.POSITIVE_INFINITY;
}
