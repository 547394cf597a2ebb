import type { Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.maxinteger`: the largest integer. */
export function mathMaxinteger(_vm: VM): Value {
  return 9223372036854775807n;
}
