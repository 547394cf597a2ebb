import { isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";

/** Works with an open file, then closes it. */
export async function using<Answer>(
  file: FileHandle,
  work: (file: FileHandle) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** The whole text of a file. Throws for bytes that are not UTF-8. */
export async function readText(file: FileHandle): Promise<string> {
  const bytes = await file.readFile();
  if (!isUtf8(bytes)) throw new Error("it is not UTF-8 text");
  return bytes.toString();
}

/** Writes the bytes of one file, from an offset on, to where another is written. */
export async function copy(from: FileHandle, to: FileHandle, start = 0): Promise<void> {
  for await (const chunk of chunksOf(from, start)) await to.writeFile(chunk);
}

/** The bytes of a file from an offset on, in parts of at most 256 KiB, each of which is good until the next is asked for. */
export async function* chunksOf(
  file: FileHandle,
  start = 0,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK);
  for (let at = start; at < end; ) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK, end - at), at);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
    at += bytesRead;
  }
}

const CHUNK = 1 << 18;
