import type { FileHandle } from "node:fs/promises";
import { resolve } from "node:path";
import type { StoreBackend } from "promptforge-runtime";
import { type FileSystem, Folder, type Found } from "./folder.ts";
import { filesIn, removeFolder } from "./folder-contents.ts";
import { makeFolders } from "./make-folders.ts";
import { copy, readText, using } from "./open-file.ts";
import { namesOf, temporaryName } from "./store-name.ts";
import { systemCode, systemReason } from "./system-reason.ts";

/** How a directory store works. */
export interface DirectoryStoreOptions {
  /** True to return from a write only when it is on the disk, so that it outlives a loss of power too. Default false. */
  readonly durable?: boolean;
}

/**
 * The store of a run in a directory, as UTF-8 files (STO-02). The directory is made when the first file is written.
 *
 * - No path leaves the directory. Links in it, pipes and devices are never followed nor replaced: calls that meet one fail, and lists leave
 *   it out. What `Folder` says about systems other than Linux remains. A hard link is a file like any other.
 * - A file has its old text or its new one at any moment, whatever reads it and whenever the process is killed. What a killed one leaves
 *   are files named `.promptforge-….tmp`, which no path names and no list shows.
 * - Calls on one store take effect one after another. Several stores may share a directory, in several processes too; of two that
 *   append to the same file at the same time one may be lost.
 * - On a file system that does not tell `a.txt` from `A.txt`, only the name that a file was made with finds it, and a second
 *   name is refused. A text with half a surrogate pair is kept with U+FFFD in its place, as runs read it anyway.
 */
export function directoryStore(root: string, options: DirectoryStoreOptions = {}): StoreBackend {
  return new DirectoryStore(resolve(root), options.durable ?? false);
}

class DirectoryStore implements StoreBackend {
  readonly #root: string;
  readonly #isDurable: boolean;
  #fileSystem: FileSystem | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(root: string, isDurable: boolean) {
    this.#root = root;
    this.#isDurable = isDurable;
  }

  read(path: string): Promise<string | undefined> {
    return this.#perform("read", path, () =>
      this.#at(path, false, async (folder, name) => {
        const { found } = await findOwn(folder, name);
        if (found === "folder") throw new Error(IN_THE_WAY.folder);
        return found === "file" ? using(await folder.openFile(name), readText) : undefined;
      }),
    );
  }

  write(path: string, text: string): Promise<void> {
    return this.#perform("write", path, () => this.#replace(path, (file) => file.writeFile(text)));
  }

  append(path: string, text: string): Promise<void> {
    return this.#perform("append to", path, () =>
      this.#replace(path, async (file, openBefore) => {
        if (openBefore !== undefined) await using(await openBefore(), (before) => copy(before, file));
        await file.writeFile(text);
      }),
    );
  }

  delete(path: string): Promise<void> {
    return this.#perform("delete", path, async () => {
      await this.#at(path, false, async (folder, name) => {
        const { found } = await findOwn(folder, name);
        if (found === "file") await folder.removeFile(name);
        if (found === "folder") await removeFolder(folder, name);
        if (this.#isDurable) await folder.sync();
      });
    });
  }

  exists(path: string): Promise<boolean> {
    return this.#perform("look for", path, async () => {
      const found = await this.#at(path, false, async (folder, name) => (await findOwn(folder, name)).found);
      return found === "file" || found === "folder";
    });
  }

  list(directory: string): Promise<readonly string[]> {
    return this.#perform("list", directory, async () => {
      const names = directory === "" ? [] : namesOf(directory);
      return (await this.#enter(names, false, (folder) => filesIn(folder, names))) ?? [];
    });
  }

  /** Makes a file anew and puts it in the place of the one before, all at once. */
  async #replace(
    path: string,
    fill: (file: FileHandle, openBefore?: () => Promise<FileHandle>) => Promise<void>,
  ): Promise<void> {
    await this.#at(path, true, async (folder, name) => {
      const { found, stats } = await folder.find(name);
      if (found !== "nothing" && found !== "file") throw new Error(IN_THE_WAY[found]);
      const temporary = temporaryName();
      try {
        await using(await folder.createFile(temporary), async (file) => {
          if (stats !== undefined) await file.chmod(stats.mode & 0o777);
          await fill(file, stats && (() => folder.openFile(name)));
          if (this.#isDurable) await file.datasync();
        });
        await folder.rename(temporary, name);
      } catch (error) {
        await folder.removeFile(temporary).catch(() => undefined);
        throw error;
      }
      if (this.#isDurable) await folder.sync();
    });
  }

  /** Works in the folder that holds the last name of a path; undefined when there is none. */
  #at<Answer>(
    path: string,
    create: boolean,
    work: (folder: Folder, name: string) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const names = namesOf(path);
    return this.#enter(names.slice(0, -1), create, (folder) => work(folder, names.at(-1)!));
  }

  /** Works in a folder; undefined when there is none. With `create` it is made, and those that were made go again when the work fails (STO-16). */
  async #enter<Answer>(
    names: readonly string[],
    create: boolean,
    work: (folder: Folder) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const way: Folder[] = [];
    try {
      let folder = await this.#openRoot(create);
      if (folder !== undefined) way.push(folder);
      for (const name of names) {
        folder = folder === undefined ? undefined : await step(folder, name, create);
        if (folder !== undefined) way.push(folder);
      }
      const answer = folder === undefined ? undefined : await work(folder);
      if (this.#isDurable) for (const [at, { isNew }] of way.entries()) if (isNew) await way[at - 1]!.sync();
      return answer;
    } catch (error) {
      for (let at = way.length - 1; at > 0 && way[at]!.isNew; at--)
        await way[at - 1]!.removeFolder(names[at - 1]!).catch(() => undefined);
      throw error;
    } finally {
      for (const folder of way) await folder.close();
    }
  }

  async #openRoot(create: boolean): Promise<Folder | undefined> {
    if (create) await makeFolders(this.#root);
    try {
      const root = await Folder.open(this.#root, this.#fileSystem);
      this.#fileSystem = root.fileSystem;
      return root;
    } catch (error) {
      if (create || systemCode(error) !== "ENOENT") throw error;
      return undefined;
    }
  }

  /** Does one thing after all before it, and says what could not be done when it fails. */
  #perform<Answer>(verb: string, path: string, operation: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#last.then(async () => {
      try {
        return await again(operation);
      } catch (error) {
        const shown = path.replace(/[\p{Cc}\p{Surrogate}]/gu, "\ufffd");
        throw new Error(`the store cannot ${verb} \`${shown}\`: ${systemReason(error)}`);
      }
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }
}

/** Why a file cannot be had under a name. */
const IN_THE_WAY: { readonly [found in Exclude<Found, "nothing">]: string } = {
  file: "a part of the path is a file",
  folder: "it is a directory",
  respelled: "the file system holds the name in another spelling and takes both for the same",
  foreign: "the path leads to a link or a device, which a store does not follow",
};

/** Tries anew when something was not there any more: another process has removed what was found a moment before. */
async function again<Answer>(operation: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation();
    } catch (error) {
      if (systemCode(error) !== "ENOENT" || attempt === 3) throw error;
    }
  }
}

/** What lies under a name, if the store may touch it. */
async function findOwn(folder: Folder, name: string): ReturnType<Folder["find"]> {
  const result = await folder.find(name);
  if (result.found === "foreign") throw new Error(IN_THE_WAY.foreign);
  return result;
}

/** The folder under a name, made if it is missing and `create` says so. */
async function step(folder: Folder, name: string, create: boolean): Promise<Folder | undefined> {
  const { found } = await findOwn(folder, name);
  if (found === "folder") return folder.enter(name);
  if (!create) return undefined;
  if (found === "nothing") return folder.make(name);
  throw new Error(IN_THE_WAY[found]);
}
