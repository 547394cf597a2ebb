import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { writeChanged } from "./write-file.ts";

/** What is on record of a prompt that was built. */
interface CacheEntry {
  /** The hash of everything that the outputs depend on. */
  readonly key: string;
  readonly outputs: Readonly<Record<string, OutputRecord>>;
  /** What was found, which is shown again; a prompt that does not compile has no outputs. */
  readonly diagnostics: readonly Diagnostic[];
}

interface OutputRecord {
  readonly hash: string;
  readonly size: number;
  /** In milliseconds. */
  readonly modified: number;
}

/**
 * What was built into one folder before, so that it is not built again: a file of one line with its hash and one of JSON, below
 * `node_modules/.cache` of the project, or beside the folder where there is none. A damaged or foreign file counts as empty, and one that
 * cannot be written is left.
 */
export class BuildCache {
  readonly #path: string | undefined;
  readonly #entries: Map<string, CacheEntry>;
  #isChanged = false;

  /** `out` is the folder that is built into; without one nothing is read or kept. */
  constructor(out: string | undefined) {
    this.#path = out === undefined ? undefined : cachePath(out);
    this.#entries = new Map(Object.entries(this.#path === undefined ? {} : readEntries(this.#path)));
  }

  /** What was found in a prompt whose outputs are there as `key` gives them; undefined when it has to be built. */
  fresh(path: string, key: string): readonly Diagnostic[] | undefined {
    const entry = this.#entries.get(resolve(path));
    if (entry === undefined || entry.key !== key) return undefined;
    const isThere = Object.entries(entry.outputs).every(([name, record]) => holds(name, record));
    return isThere ? entry.diagnostics : undefined;
  }

  /** Records that a prompt was built to these files, which are written. */
  record(path: string, key: string, files: ReadonlyMap<string, string>, found: readonly Diagnostic[]): void {
    const outputs = Object.fromEntries(
      [...files].map(([name, text]) => [resolve(name), recordOf(name, text)]),
    );
    this.#entries.set(resolve(path), { key, outputs, diagnostics: found });
    this.#isChanged = true;
  }

  /** Keeps the record for the next build, without prompts that are gone. */
  async save(): Promise<void> {
    if (!this.#isChanged || this.#path === undefined) return;
    const entries = [...this.#entries].filter(([path]) => existsSync(path));
    const body = JSON.stringify(Object.fromEntries(entries));
    // The next build is slower without it, and nothing else.
    await writeChanged(this.#path, `${hashOf(body)}\n${body}\n`).catch(() => undefined);
    this.#isChanged = false;
  }
}

/** The hash of what the parts say, in order, in hexadecimal digits. */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("hex");
}

function cachePath(out: string): string {
  const name = `build-${hashOf(resolve(out)).slice(0, 16)}.json`;
  const modules = modulesAbove(resolve(out)) ?? modulesAbove(process.cwd());
  return modules === undefined
    ? join(dirname(resolve(out)), ".promptforge/cache", name)
    : join(modules, ".cache/promptforge", name);
}

/** The nearest `node_modules` in a folder or above it. */
export function modulesAbove(folder: string): string | undefined {
  const modules = join(folder, "node_modules");
  if (existsSync(modules)) return modules;
  return dirname(folder) === folder ? undefined : modulesAbove(dirname(folder));
}

function readEntries(path: string): Record<string, CacheEntry> {
  try {
    const [hash, body = ""] = readFileSync(path, "utf8").split("\n");
    return hash === hashOf(body) ? (JSON.parse(body) as Record<string, CacheEntry>) : {};
  } catch {
    // There is none, or none that can be read: everything is built.
    return {};
  }
}

function holds(path: string, { hash, size, modified }: OutputRecord): boolean {
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status === undefined || status.size !== size) return false;
    return Math.round(status.mtimeMs) === modified || hashOf(readFileSync(path)) === hash;
  } catch {
    // Writing it will say what is wrong.
    return false;
  }
}

function recordOf(path: string, text: string): OutputRecord {
  const { size, mtimeMs } = statSync(path);
  return { hash: hashOf(Buffer.from(text)), size, modified: Math.round(mtimeMs) };
}
