import { isUtf8 } from "node:buffer";
import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, rename, rmdir, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isSpelled } from "./store-name.ts";
import { systemCode } from "./system-reason.ts";

/**
 * What lies under a name. `respelled`: something whose name the file system takes for the same; `foreign`: what a store never follows, such as a
 * link, a pipe or a device.
 */
export type Found = "nothing" | "file" | "folder" | "respelled" | "foreign";

/** What is found out about a file system once. */
export interface FileSystem {
  /** True where names inside an open folder can be looked up by its handle. */
  readonly hasHandlePaths: boolean;
  /** True where another spelling is the same name. */
  readonly foldsNames: boolean;
}

/**
 * A folder that is held open, so that names inside mean what lies in this very folder, whatever happens to its own name. On Linux they are
 * looked up by the handle (`/proc/self/fd`), so that nothing that is swapped in on the way leads elsewhere. Other systems look them up
 * by path: links are refused where they are met, but who exchanges a folder for a link between two system calls can lead one astray.
 */
export class Folder {
  readonly fileSystem: FileSystem;
  /** True when it was made on the way here. */
  readonly isNew: boolean;
  readonly #handle: FileHandle;
  readonly #path: string;

  private constructor(handle: FileHandle, path: string, fileSystem: FileSystem, isNew: boolean) {
    this.#handle = handle;
    this.#path = fileSystem.hasHandlePaths ? handlePath(handle) : path;
    this.fileSystem = fileSystem;
    this.isNew = isNew;
  }

  /** Opens a folder by its path, which may lead through links. Throws where there is none. */
  static async open(path: string, fileSystem?: FileSystem): Promise<Folder> {
    const handle = await open(path, FOLDER);
    return new Folder(handle, path, fileSystem ?? (await fileSystemOf(path, handle)), false);
  }

  /** The path by which the system finds a name inside, while the folder is open. */
  path(name: string): string {
    return join(this.#path, name);
  }

  /** What lies under a name, and the system's record of it. */
  async find(name: string): Promise<{ readonly found: Found; readonly stats?: Stats }> {
    let stats: Stats;
    try {
      stats = await lstat(this.path(name));
    } catch (error) {
      if (ABSENT.has(systemCode(error))) return { found: "nothing" };
      throw error;
    }
    if (this.fileSystem.foldsNames && !isSpelled(name, await readdir(this.#path)))
      return { found: "respelled" };
    return { found: kindOf(stats), stats };
  }

  /** Opens the folder under a name, which `find` has found. Throws when anything else has taken its place. */
  async enter(name: string, isNew = false): Promise<Folder> {
    const handle = await open(this.path(name), FOLDER | NO_LINK);
    return new Folder(handle, this.path(name), this.fileSystem, isNew);
  }

  /** Makes a folder and opens it; one that somebody else has just made does as well. */
  async make(name: string): Promise<Folder> {
    const isNew = await makeNew(this.path(name));
    return this.enter(name, isNew);
  }

  /** Opens the regular file under a name for reading. Throws when anything else has taken its place. */
  async openFile(name: string): Promise<FileHandle> {
    const handle = await open(this.path(name), FILE);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    throw new Error("something else has taken the file's place");
  }

  /** Opens a new file for writing. Throws when there is anything under the name. */
  createFile(name: string): Promise<FileHandle> {
    return open(this.path(name), "wx");
  }

  /** Gives a file another name, in place of what had it. */
  rename(name: string, other: string): Promise<void> {
    return rename(this.path(name), this.path(other));
  }

  /** Removes a file, if it is there. */
  async removeFile(name: string): Promise<void> {
    try {
      await unlink(this.path(name));
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw error;
    }
  }

  /** Removes an empty folder. */
  removeFolder(name: string): Promise<void> {
    return rmdir(this.path(name));
  }

  /** What is inside, in any order; without a name what no text can name. */
  async entries(): Promise<{ readonly name: string | undefined; readonly found: Found }[]> {
    const entries = await readdir(this.#path, { withFileTypes: true, encoding: "buffer" });
    return entries.map((entry) => ({
      name: isUtf8(entry.name) ? entry.name.toString() : undefined,
      found: kindOf(entry),
    }));
  }

  /** Returns when the names inside are on the disk. */
  async sync(): Promise<void> {
    // Windows has no such call for folders.
    if (process.platform !== "win32") await this.#handle.sync();
  }

  /** Lets go of the folder: nothing inside can be named any more. */
  close(): Promise<void> {
    return this.#handle.close();
  }
}

// A flag that a platform lacks counts nothing. Opening a pipe must not wait for somebody who writes.
const NO_LINK = constants.O_NOFOLLOW ?? 0;
const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);
const FILE = constants.O_RDONLY | NO_LINK | (constants.O_NONBLOCK ?? 0);

/** A name that is too long for this file system is one that nothing has. */
const ABSENT: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);

function kindOf(record: Pick<Stats, "isFile" | "isDirectory">): Found {
  if (record.isFile()) return "file";
  return record.isDirectory() ? "folder" : "foreign";
}

/** Makes a folder; false when there is something under its name. */
async function makeNew(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

async function fileSystemOf(path: string, handle: FileHandle): Promise<FileSystem> {
  const hasHandlePaths = process.platform === "linux" && (await isAt(handle, `${handlePath(handle)}/.`));
  const other = inOtherCase(path);
  return { hasHandlePaths, foldsNames: other !== path && (await isAt(handle, other)) };
}

function handlePath(handle: FileHandle): string {
  return `/proc/self/fd/${handle.fd}`;
}

/** A path with its last name that has a case in the other one; the same path when no name has. */
function inOtherCase(path: string): string {
  const name = basename(path);
  const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  if (other !== name) return join(dirname(path), other);
  return dirname(path) === path ? path : join(inOtherCase(dirname(path)), name);
}

/** True when a path leads to the same folder. */
async function isAt(handle: FileHandle, path: string): Promise<boolean> {
  const [own, found] = await Promise.all([handle.stat(), stat(path).catch(() => undefined)]);
  return found?.ino === own.ino && found.dev === own.dev;
}
