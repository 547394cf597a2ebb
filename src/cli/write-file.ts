import { randomUUID } from "node:crypto";
import { type FileHandle, lstat, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolders } from "../node/make-folders.ts";
import { systemCode, systemReason } from "../node/system-reason.ts";

/** A file that could not be written; the message says which and why. */
export class WriteError extends Error {}

/**
 * Makes a file hold the text; true when its bytes changed. Readers see the old file or the new one, never a part, and an
 * unchanged file keeps its time. Throws `WriteError`.
 */
export async function writeChanged(path: string, text: string): Promise<boolean> {
  const before = await readFile(path).catch(() => undefined);
  if (before?.equals(Buffer.from(text))) return false;
  // A bundler may write the same file several times at once.
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await makeFolders(dirname(path));
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw writeError(path, error);
  }
  return true;
}

/** Writes a file that is not there yet, or no part of it; false when it is there, whatever it holds. Throws `WriteError`. */
export async function writeNew(path: string, text: string): Promise<boolean> {
  try {
    await makeFolders(dirname(path));
    await fill(await open(path, "wx"), path, text);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST" && (await isThere(path))) return false;
    throw writeError(path, error);
  }
}

async function fill(file: FileHandle, path: string, text: string): Promise<void> {
  try {
    await file.writeFile(text);
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

function writeError(path: string, error: unknown): WriteError {
  return new WriteError(`cannot write \`${path}\`: ${systemReason(error)}`);
}

/** True for a link to nowhere too. */
function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
