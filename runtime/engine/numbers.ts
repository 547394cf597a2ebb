import { isNumber } from "../lua/number.ts";
import { numberText } from "../lua/number-text.ts";
import { scalarText } from "./returns.ts";
import type { SectionVM } from "./state.ts";

/** Gives a section VM the texts of numbers, in Lua and as results. */
export function installNumbers(vm: SectionVM): void {
  vm.numberText = (value) => (isNumber(value) ? numberText(value) : undefined);
  vm.scalarText = scalarText;
}
