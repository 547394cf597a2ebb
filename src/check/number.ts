import type { Chunk } from "../parse/lua/tree.ts";
import { partsOf } from "./parts.ts";
import { readsOnly, TEXTUAL } from "./read-name.ts";

/** What gives no number that it was not given: such names of the globals and of libraries. */
const NUMBERLESS: ReadonlySet<string> = new Set([
  ...TEXTUAL,
  "assert",
  "error",
  "pcall",
  "setmetatable",
  "tostring",
]);
const NUMBERLESS_OPERATORS: ReadonlySet<unknown> = new Set(["..", "==", "~=", "<", ">", "<=", ">=", "not"]);

/**
 * True when some value of the Lua may be a number: by a numeral, an operator that gives numbers, or a name that may. `used` are
 * the names that it may read, by library, as in `Trace`.
 */
export function mayHaveNumbers(
  chunks: readonly Chunk[],
  used: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  return !readsOnly(used, NUMBERLESS) || chunks.some(writesNumbers);
}

function writesNumbers(chunk: Chunk): boolean {
  for (const part of partsOf(chunk)) if (givesNumber(part)) return true;
  return false;
}

function givesNumber(part: {
  readonly kind?: string;
  readonly operator?: string;
  readonly varargTable?: unknown;
}): boolean {
  const { kind, operator, varargTable } = part;
  if (kind === "Binary" || kind === "Unary") return !NUMBERLESS_OPERATORS.has(operator);
  // The table of a named vararg parameter has its length as `n`.
  return kind === "Integer" || kind === "Float" || kind === "NumericFor" || varargTable !== undefined;
}
