import type { Folder } from "./folder.ts";
import { isTemporary, nameFault } from "./store-name.ts";

/**
 * The paths of all files in a folder and in those inside it, behind the names that lead to it. Links, devices and what no path can name are
 * left out.
 */
export async function filesIn(folder: Folder, names: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const { name, found } of await folder.entries()) {
    if (name === undefined || nameFault(name) !== undefined) continue;
    if (found === "file") paths.push([...names, name].join("/"));
    if (found !== "folder") continue;
    const inner = await folder.enter(name);
    try {
      for (const path of await filesIn(inner, [...names, name])) paths.push(path);
    } finally {
      await inner.close();
    }
  }
  return paths;
}

/** Removes an empty folder; what killed processes have left in it counts nothing. */
export async function removeFolder(folder: Folder, name: string): Promise<void> {
  const inner = await folder.enter(name);
  try {
    const entries = await inner.entries();
    const left = entries.flatMap(({ name }) => (name !== undefined && isTemporary(name) ? [name] : []));
    // An attempt that fails changes nothing (STO-16).
    if (left.length === entries.length) for (const name of left) await inner.removeFile(name);
  } finally {
    await inner.close();
  }
  await folder.removeFolder(name);
}
