import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCode } from "./system-reason.ts";

/**
 * Makes a folder and those above it; one that is there, or that another process makes meanwhile, will do. Throws the system's error, `EEXIST`
 * for a file in the way. Node's own `recursive` never ends where the system lets nobody make a folder, as in `/proc`.
 */
export async function makeFolders(path: string): Promise<void> {
  try {
    await makeFolder(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolders(dirname(path));
    await makeFolder(path);
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (systemCode(error) !== "EEXIST" || !(await stat(path)).isDirectory()) throw error;
  }
}
