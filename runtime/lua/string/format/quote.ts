import { argumentError, runtimeError } from "../../error.ts";
import { made } from "../../memory.ts";
import { isInteger, isNumber, toDouble } from "../../number.ts";
import type { Value } from "../../value.ts";
import type { VM } from "../../vm.ts";
import { inPieces } from "../pieces.ts";
import { hexadecimal } from "./hexadecimal.ts";
import type { FormatSpec } from "./parse.ts";

/** A byte that stands escaped. */
const SPECIAL = /[^ !#-[\]-~\x80-\xff]/;

/** `%q`: a literal that reads back as the value (LIB-14). */
export function formatQuoted(vm: VM, spec: FormatSpec, value: Value, index: number): string {
  if (!spec.plain) throw runtimeError("specifier '%q' cannot have modifiers");
  if (typeof value === "string") return quoted(vm, value);
  if (value === undefined) return "nil";
  if (typeof value === "boolean") return String(value);
  if (!isNumber(value)) throw argumentError(index, "value has no literal form");
  if (isInteger(value)) return value === -0x8000000000000000n ? "0x8000000000000000" : String(value);
  return floatLiteral(toDouble(value));
}

function quoted(vm: VM, text: string): string {
  const literal = `"${inPieces(vm, text, 2, escaped)}"`;
  made(vm, literal.length);
  return literal;
}

function escaped(text: string, from: number, to: number): string {
  const piece = text.slice(from, to);
  if (!SPECIAL.test(piece)) return piece;
  return piece.replace(/[^ !#-[\]-~\x80-\xff]/g, (character, at: number) => {
    if (character === '"' || character === "\\" || character === "\n") return `\\${character}`;
    const next = text[from + at + 1] ?? "";
    const code = String(character.charCodeAt(0));
    return `\\${next >= "0" && next <= "9" ? code.padStart(3, "0") : code}`;
  });
}

function floatLiteral(n: number): string {
  if (Number.isNaN(n)) return "(0/0)";
  const sign = n < 0 || Object.is(n, -0) ? "-" : "";
  const magnitude = Math.abs(n);
  return sign + (magnitude === Number.POSITIVE_INFINITY ? "1e9999" : `0x${hexadecimal(magnitude, -1)}`);
}
