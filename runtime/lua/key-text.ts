import { concat } from "./concat.ts";
import type { Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** Integers from here on are joined anew each time: a list of texts takes 64 kB at most, and what the texts take. */
const MOST = 8192;

/**
 * `prefix .. value` for the key of a table (manual §3.4.6). `texts` keeps what small integers gave, by the integer: such a text has its
 * hash already and is found without a look at its bytes.
 */
export function keyText(vm: VM, texts: string[], prefix: string, value: Value): Value {
  if (typeof value !== "number" || value >>> 0 !== value || value >= MOST) return concat(vm, prefix, value);
  while (texts.length <= value) texts.push("");
  if (texts[value] === "") texts[value] = concat(vm, prefix, value) as string;
  return texts[value];
}
