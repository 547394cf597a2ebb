import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { systemReason } from "./read-prompt.ts";

/** A file that could not be written; the message says which and why. */
export class WriteError extends Error {}

/**
 * Makes a file hold the text; true when its bytes changed. Readers see the old file or the new one, never a part, and an
 * unchanged file keeps its time. Throws `WriteError`.
 */
export async function writeChanged(path: string, text: string): Promise<boolean> {
  const before = await readFile(path).catch(() => undefined);
  if (before?.equals(Buffer.from(text))) return false;
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new WriteError(
      `cannot write \`${path}\`: ${systemReason(String((error as NodeJS.ErrnoException).code))}`,
    );
  }
  return true;
}
