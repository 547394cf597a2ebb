import { MARK, type Place } from "./writer.ts";

/**
 * The text without its marks, and the mappings of a source map (version 3, one source) that lead from where they stood to their places, in
 * order. Of marks at one place of the text that lead to one place of the prompt file the first counts.
 */
export function readMarks(text: string, places: readonly Place[]): { code: string; mappings: string } {
  let mappings = "";
  let column = 0;
  let last = { column: 0, place: { line: 1, column: 0 } };
  let isFirst = true;
  const parts = text.split(MARK);
  for (const [index, part] of parts.entries()) {
    let lineStart = 0;
    for (let at = part.indexOf("\n"); at !== -1; at = part.indexOf("\n", lineStart)) {
      mappings += ";";
      lineStart = at + 1;
      column = 0;
      last = { column: 0, place: last.place };
      isFirst = true;
    }
    column += part.length - lineStart;
    const place = places[index];
    if (place === undefined) break;
    const { line, column: placeColumn } = last.place;
    const isSame = column === last.column && place.line === line && place.column === placeColumn;
    if (isSame && !isFirst) continue;
    mappings += `${isFirst ? "" : ","}${number(column - last.column)}A${number(place.line - line)}${number(place.column - placeColumn)}`;
    last = { column, place };
    isFirst = false;
  }
  return { code: parts.join(""), mappings };
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** An integer in digits of base 64, the sign in the lowest bit, the lowest five bits first. */
function number(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let digits = "";
  while (rest > 31) {
    digits += DIGITS[(rest & 31) | 32];
    rest >>>= 5;
  }
  return digits + DIGITS[rest];
}
