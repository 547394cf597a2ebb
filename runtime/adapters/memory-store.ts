import type { StoreBackend } from "../host/store-backend.ts";
import { StoreFailure } from "../host/store-failure.ts";
import { checkPath } from "../host/store-path.ts";

/** A store in memory, holding the given texts by path. Throws an `Error` for a path that is none (STO-02, STO-20). */
export function memoryStore(files: { readonly [path: string]: string } = {}): MemoryStore {
  const store = new MemoryStore();
  for (const [path, text] of Object.entries(files)) {
    refuseBadPath(path);
    store.write(path, text);
  }
  return store;
}

/** The store that a run has when its host gives none; every method answers at once. */
export class MemoryStore implements StoreBackend {
  readonly #files = new Map<string, string>();
  /** How many entries each directory holds. */
  readonly #directories = new Map<string, number>();

  read(path: string): string | undefined {
    this.#refuseDirectory(path);
    return this.#files.get(path);
  }

  write(path: string, text: string): void {
    this.#create(path);
    this.#files.set(path, text);
  }

  append(path: string, text: string): void {
    this.#create(path);
    this.#files.set(path, (this.#files.get(path) ?? "") + text);
  }

  delete(path: string): void {
    if ((this.#directories.get(path) ?? 0) > 0) throw new Error(`not empty: ${path}`);
    if (this.#files.delete(path) || this.#directories.delete(path)) this.#count(parent(path), -1);
  }

  exists(path: string): boolean {
    return this.#files.has(path) || this.#directories.has(path);
  }

  list(directory: string): string[] {
    const prefix = directory === "" ? "" : `${directory}/`;
    return [...this.#files.keys()].filter((path) => path.startsWith(prefix));
  }

  #create(path: string): void {
    this.#refuseDirectory(path);
    if (this.#files.has(path)) return;
    const missing: string[] = [];
    for (let at = parent(path); at !== undefined && !this.#directories.has(at); at = parent(at)) {
      if (this.#files.has(at)) throw new Error(`not a directory: ${at}`);
      missing.push(at);
    }
    for (const directory of missing.reverse()) {
      this.#directories.set(directory, 0);
      this.#count(parent(directory), 1);
    }
    this.#count(parent(path), 1);
    // Takes the file's place now, so that a second write does not count it again.
    this.#files.set(path, "");
  }

  #refuseDirectory(path: string): void {
    if (this.#directories.has(path)) throw new Error(`is a directory: ${path}`);
  }

  #count(directory: string | undefined, change: number): void {
    if (directory !== undefined) this.#directories.set(directory, this.#directories.get(directory)! + change);
  }
}

function parent(path: string): string | undefined {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? undefined : path.slice(0, slash);
}

function refuseBadPath(path: string): void {
  try {
    checkPath(path);
  } catch (thrown) {
    if (thrown instanceof StoreFailure) throw new Error(thrown.message);
    throw thrown;
  }
}
