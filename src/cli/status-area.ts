import { stripVTControlCharacters } from "node:util";

/** Some lines at the end of a terminal that are drawn over and over. */
export class StatusArea {
  readonly #stream: NodeJS.WriteStream;
  #height = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** Draws lines in place of those that are there, each cut to the width of the terminal. */
  draw(lines: readonly string[]): void {
    const width = (this.#stream.columns || 80) - 1;
    const cut = lines.map((line) => cutTo(width, line));
    this.#stream.write(`${this.#erasure()}${cut.join("\n")}`);
    this.#height = lines.length;
  }

  /** Takes the lines away: the cursor stands where they began. */
  clear(): void {
    if (this.#height > 0) this.#stream.write(this.#erasure());
    this.#height = 0;
  }

  #erasure(): string {
    if (this.#height === 0) return "";
    const up = this.#height > 1 ? `\x1b[${this.#height - 1}A` : "";
    return `\r${up}\x1b[J`;
  }
}

/** A text without line breaks and without anything that a terminal obeys. */
export function oneLine(text: string): string {
  return stripVTControlCharacters(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}

/** One line of a text, no wider than some columns. */
function cutTo(width: number, text: string): string {
  const line = oneLine(text);
  let columns = 0;
  let shown = "";
  for (const character of line) {
    // Too wide by one is harmless: beyond Latin, Greek, Cyrillic and the like a character may take two columns.
    columns += character.codePointAt(0)! < 0x1100 ? 1 : 2;
    if (columns > width) return `${[...shown].slice(0, -1).join("")}…`;
    shown += character;
  }
  return line;
}
