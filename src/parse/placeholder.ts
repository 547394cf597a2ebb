import { fromBytes } from "../source.ts";
import type { Piece } from "./prompt.ts";
import { trim } from "./whitespace.ts";

/**
 * Cuts a template (one character per UTF-8 byte) at its placeholders, scanning once from left to right
 * (SUB-15..19). Offsets are byte offsets of the template; texts and paths are UTF-16. Neighbouring texts are
 * one piece.
 */
export function readPieces(template: string): Piece[] {
  const pieces: Piece[] = [];
  let literal = "";
  const flush = (): void => {
    if (literal !== "") pieces.push({ kind: "text", text: fromBytes(literal) });
    literal = "";
  };
  let at = 0;
  while (at < template.length) {
    const special = nextSpecial(template, at);
    literal += template.slice(at, special);
    if (special === template.length) break;
    if (template[special] === "\\") {
      literal += template[special + 1];
      at = special + 2;
      continue;
    }
    flush();
    const close = template.indexOf("}}", special + 2);
    if (close === -1) {
      pieces.push({ kind: "unclosed", offset: special });
      return pieces;
    }
    pieces.push({
      kind: "placeholder",
      path: trim(fromBytes(template.slice(special + 2, close))),
      offset: special,
    });
    at = close + 2;
  }
  flush();
  return pieces;
}

/** The offset of the next escape (`\{`, `\}`, `\\`) or `{{`, or the template's length. */
function nextSpecial(template: string, from: number): number {
  const special = /\\[{}\\]|\{\{/g;
  special.lastIndex = from;
  return special.exec(template)?.index ?? template.length;
}
