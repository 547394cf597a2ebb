import { spend } from "../../fuel.ts";
import { reserve } from "../../memory.ts";
import type { Value } from "../../value.ts";
import type { VM } from "../../vm.ts";

/** Converts argument `index` of `string.format` to text. */
export type Convert = (vm: VM, spec: FormatSpec, value: Value, index: number) => string;

/** One `%…` of a template: C's flags, width and precision. */
export interface FormatSpec {
  readonly convert: Convert;
  readonly conversion: string;
  /** True when nothing stands between `%` and the conversion. */
  readonly plain: boolean;
  readonly left: boolean;
  readonly plus: boolean;
  readonly space: boolean;
  readonly alternate: boolean;
  readonly zero: boolean;
  readonly width: number;
  /** -1 when there is none. */
  readonly precision: number;
  /** What is wrong with the modifiers. */
  readonly fault: string | undefined;
}

/** A template's literal text or conversion. */
export type FormatItem = string | FormatSpec;

/** How a conversion letter converts, and which flags and whether a precision it takes. */
export interface Conversion {
  readonly convert: Convert;
  readonly flags: string;
  readonly precision: boolean;
}

const LONGEST = 21;
/** About what a parsed conversion takes. */
const ITEM_BYTES = 128;
const ITEM = /%(?:%|([-+ #0-9.]*)(.?))/gs;

/**
 * Reads a template of `string.format` (LIB-14, manual §6.4); spends fuel. `find` gives the conversion of a letter; what it does not know becomes
 * `invalid`. Faults are raised only when the item's turn comes.
 */
export function parseFormat(
  vm: VM,
  template: string,
  find: (letter: string) => Conversion | undefined,
  invalid: Convert,
): readonly FormatItem[] {
  const items: FormatItem[] = [];
  let literal = "";
  let copied = 0;
  spend(vm, template.length >> 4);
  for (const match of template.matchAll(ITEM)) {
    literal += template.slice(copied, match.index);
    copied = match.index + match[0].length;
    const [text, modifiers, letter] = match;
    spend(vm, 4);
    if (modifiers === undefined || letter === undefined) {
      literal += "%";
      continue;
    }
    if (literal !== "") items.push(literal);
    literal = "";
    reserve(vm, items.length * ITEM_BYTES);
    items.push(spec(text, modifiers, letter, find(letter), invalid));
  }
  literal += template.slice(copied);
  if (literal !== "") items.push(literal);
  return items;
}

function spec(
  text: string,
  modifiers: string,
  conversion: string,
  known: Conversion | undefined,
  invalid: Convert,
): FormatSpec {
  const [, flags = "", width = "", precision] = /^([-+ #0]*)(\d*)(?:\.(\d*))?/.exec(modifiers) ?? [];
  const tooLong = modifiers.length > LONGEST - 1;
  return {
    convert: tooLong || known === undefined ? invalid : known.convert,
    conversion,
    plain: modifiers === "",
    left: flags.includes("-"),
    plus: flags.includes("+"),
    space: flags.includes(" "),
    alternate: flags.includes("#"),
    zero: flags.includes("0"),
    width: Number(width),
    precision: precision === undefined ? -1 : Number(precision),
    fault: tooLong ? "invalid format (too long)" : faultOf(text, modifiers, known),
  };
}

function faultOf(text: string, modifiers: string, known: Conversion | undefined): string | undefined {
  if (known === undefined) return `invalid conversion '${text}' to 'format'`;
  const flags = new RegExp(`^[${known.flags}]*`).exec(modifiers)?.[0] ?? "";
  const sizes = known.precision ? /^([1-9]\d?)?(\.\d?\d?)?$/ : /^([1-9]\d?)?$/;
  return sizes.test(modifiers.slice(flags.length))
    ? undefined
    : `invalid conversion specification: '${text}'`;
}
