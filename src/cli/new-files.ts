import { rm, rmdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { writeNew } from "./write-file.ts";

/**
 * Writes the files that are not there yet, by path, and does what `last` does: all of it or nothing. When one step fails, the files and folders
 * that were made are gone again. Gives the paths that were written. Throws `WriteError`, and what `last` throws.
 */
export async function writeAllNew(
  files: ReadonlyMap<string, string>,
  last: () => Promise<unknown>,
): Promise<ReadonlySet<string>> {
  const folders = await missingFolders([...files.keys()]);
  const written = new Set<string>();
  try {
    for (const [path, text] of files) if (await writeNew(path, text)) written.add(path);
    await last();
    return written;
  } catch (error) {
    for (const path of written) await rm(path, { force: true });
    // One that somebody else has put something into stays.
    for (const folder of folders) await rmdir(folder).catch(() => undefined);
    throw error;
  }
}

/** The folders above the files that are not there, the deepest first. */
async function missingFolders(paths: readonly string[]): Promise<readonly string[]> {
  const missing = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); !(await isThere(folder)); folder = dirname(folder)) missing.add(folder);
  return [...missing].sort((a, b) => b.length - a.length);
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    // A folder that leads nowhere ends at the root or at `.`.
    () => dirname(path) === path,
  );
}
