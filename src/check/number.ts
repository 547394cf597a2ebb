import type { Chunk } from "../parse/lua/tree.ts";
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

/** Looks at every part of a tree, in any order; on a list of its own, because trees may be deep. */
function writesNumbers(chunk: Chunk): boolean {
  const open: object[] = [chunk];
  const seen = new Set<object>(open);
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (givesNumber(part)) return true;
    for (const inner of Object.values(part)) {
      if (typeof inner !== "object" || inner === null || seen.has(inner)) continue;
      seen.add(inner);
      open.push(inner);
    }
  }
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
