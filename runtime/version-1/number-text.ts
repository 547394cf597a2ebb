import { scalarText } from "../engine/returns.ts";
import type { SectionVM } from "../engine/state.ts";
import { isNumber, LuaFloat } from "../lua/number.ts";
import { numberText } from "../lua/number-text.ts";
import { formatG } from "../lua/string/format/digits.ts";

/** Gives a section VM the texts of numbers: in Lua those of Lua 5.4, as results those of every version (V1-70). */
export function installNumbers1(vm: SectionVM): void {
  vm.numberText = (value) => (isNumber(value) ? numberText54(value) : undefined);
  vm.scalarText = scalarText;
}

/** A float has 14 digits, where Lua 5.5 gives as many as read back to it; `.0` where it looks like an integer. */
function numberText54(value: number | bigint | LuaFloat): string {
  const n = value instanceof LuaFloat ? value.n : value;
  if (typeof n === "bigint" || (n === value && Number.isSafeInteger(n)) || !Number.isFinite(n))
    return numberText(value);
  const text = formatG(n, 14);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
