import { isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { chunksOf } from "./open-file.ts";

/** One line of a journal. */
export interface JournalLine {
  /** Without the line feed. */
  readonly bytes: Buffer;
  /** Where the next line begins, in bytes. */
  readonly end: number;
  /** False for a last line without a line feed. */
  readonly isEnded: boolean;
}

/** The lines of an open file, up to an offset. */
export async function* linesOf(file: FileHandle, until?: number): AsyncGenerator<JournalLine> {
  let parts: Buffer[] = [];
  let end = 0;
  for await (const chunk of chunksOf(file, 0, until)) {
    let from = 0;
    for (let to = chunk.indexOf("\n"); to >= 0; to = chunk.indexOf("\n", from)) {
      const bytes = Buffer.concat([...parts, chunk.subarray(from, to)]);
      parts = [];
      from = to + 1;
      end += bytes.length + 1;
      yield { bytes, end, isEnded: true };
    }
    // The chunk's memory is used again.
    if (from < chunk.length) parts.push(Buffer.from(chunk.subarray(from)));
  }
  const bytes = Buffer.concat(parts);
  if (bytes.length > 0) yield { bytes, end: end + bytes.length, isEnded: false };
}

/** The entry that a line holds; undefined when it is damaged: no UTF-8, no JSON or no object. */
export function readEntry(line: Buffer): object | undefined {
  if (!isUtf8(line)) return undefined;
  try {
    const entry: unknown = JSON.parse(line.toString());
    return typeof entry === "object" && entry !== null && !Array.isArray(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** An entry as its line, with the line feed. Throws a `TypeError` for what is no object. */
export function writeEntry(entry: object): string {
  const text: string | undefined = JSON.stringify(entry);
  if (!text?.startsWith("{")) throw new TypeError("an entry of a journal must be an object");
  return `${text}\n`;
}
