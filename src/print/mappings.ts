import { MARK, type Place } from "./writer.ts";

/**
 * The text without its marks, and the mappings of a source map (version 3, one source) that lead from where they stood to their places, in
 * order. Of marks at one place of the text that lead to one place of the prompt file the first counts.
 */
export function readMarks(text: string, places: readonly Place[]): { code: string; mappings: string } {
  const mappings = new Digits(places.length);
  let next = 0;
  // Of the last mapping; its column counts in its line alone.
  let [lastColumn, line, placeColumn] = [0, 1, 0];
  let isFirst = true;
  let column = -1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    column++;
    if (code === LINE_FEED) {
      mappings.put(SEMICOLON);
      [column, lastColumn, isFirst] = [-1, 0, true];
    }
    if (code !== 0) continue;
    const place = places[next++]!;
    const [atLine, atColumn, at] = [place.line, place.column, column--];
    if (!isFirst && at === lastColumn && atLine === line && atColumn === placeColumn) continue;
    if (!isFirst) mappings.put(COMMA);
    mappings.number(at - lastColumn);
    mappings.number(0);
    mappings.number(atLine - line);
    mappings.number(atColumn - placeColumn);
    [lastColumn, line, placeColumn, isFirst] = [at, atLine, atColumn, false];
  }
  return { code: text.replace(MARKS, ""), mappings: mappings.text() };
}

const MARKS = new RegExp(MARK, "g");
const [LINE_FEED, COMMA, SEMICOLON] = [10, 44, 59];
const DIGITS = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");

/** Mappings as they are written. */
class Digits {
  #bytes: Uint8Array;
  #length = 0;

  constructor(mappings: number) {
    this.#bytes = new Uint8Array(8 * mappings + 64);
  }

  put(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow();
    this.#bytes[this.#length++] = byte;
  }

  /** An integer in digits of base 64, the sign in the lowest bit, the lowest five bits first. */
  number(value: number): void {
    let rest = value < 0 ? (-value << 1) | 1 : value << 1;
    while (rest > 31) {
      this.put(DIGITS[(rest & 31) | 32]!);
      rest >>>= 5;
    }
    this.put(DIGITS[rest]!);
  }

  text(): string {
    return new TextDecoder().decode(this.#bytes.subarray(0, this.#length));
  }

  #grow(): void {
    const bytes = new Uint8Array(2 * this.#length);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}
