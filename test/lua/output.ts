import { writeSync } from "node:fs";

/** What a program has printed, as bytes; written in large pieces. */
export interface Output {
  /** Adds a byte string (one character per byte). */
  add(bytes: string): void;
  flush(): void;
}

const pieceSize = 65_536;

/** An output on a file descriptor. */
export function fileOutput(descriptor: number): Output {
  let pieces: string[] = [];
  let length = 0;
  const flush = () => {
    writeAll(descriptor, Buffer.from(pieces.join(""), "latin1"));
    pieces = [];
    length = 0;
  };
  const add = (bytes: string) => {
    pieces.push(bytes);
    length += bytes.length;
    if (length > pieceSize) flush();
  };
  return { add, flush };
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let start = 0; start < bytes.length; ) {
    try {
      start += writeSync(descriptor, bytes, start);
    } catch (error) {
      // A pipe whose reader is slow.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}
