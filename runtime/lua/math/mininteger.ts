import type { Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.mininteger`: the smallest integer. */
export function mathMininteger(_vm: VM): Value {
  return -9223372036854775808n;
}
