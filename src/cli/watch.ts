import { relative, resolve, sep } from "node:path";
import { type BuildContext, buildPass, showPass } from "./build-pass.ts";
import { buildItems } from "./build-target.ts";
import { BundleError } from "./bundle-error.ts";
import { UsageError } from "./command-line.ts";
import { FolderWatcher, REST } from "./folder-watcher.ts";
import { type PatternBase, patternBase, promptFiles } from "./prompt-files.ts";
import { WriteError } from "./write-file.ts";

/**
 * Builds the prompts that the patterns name, and again when one changes, comes or goes, until the process is interrupted. Gives
 * the exit status: 0. Throws `UsageError` when the patterns name nothing at first, and `WriteError` when the first pass cannot write.
 */
export async function watch(patterns: readonly string[], context: BuildContext): Promise<number> {
  const passes = new Passes(patterns, context);
  await passes.first();
  const bases = patterns.filter((pattern) => !pattern.startsWith("!")).map(patternBase);
  const folders = [...new Set(bases.map(({ folder }) => folder))];
  const watcher = new FolderWatcher(folders, {
    isOutside: (path, status) => isOutside(path, bases, context.settings.out, status),
    changed: () => passes.soon(),
  });
  await watcher.ready;
  const end = interrupted();
  process.stdout.write("watching; Ctrl+C ends it\n");
  await end;
  await passes.close();
  await watcher.close();
  return 0;
}

/** Passes over the prompts, one at a time. */
class Passes {
  readonly #patterns: readonly string[];
  readonly #context: BuildContext;
  #known: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(patterns: readonly string[], context: BuildContext) {
    this.#patterns = patterns;
    this.#context = context;
  }

  /** The pass that finds out what there is. */
  async first(): Promise<void> {
    const files = await promptFiles(this.#patterns);
    this.#known = new Set(files.map(({ path }) => path));
    showPass(await buildPass(buildItems(files, this.#context.settings.out), this.#context));
  }

  /** Something changed: a pass follows once the files are at rest. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running = this.#running.then(() => this.#again()).catch(report);
    }, REST);
  }

  /** Ends when the pass that runs has ended; no other follows. */
  close(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#running;
  }

  async #again(): Promise<void> {
    const files = await promptFiles(this.#patterns, { mayBeNone: true });
    const paths = new Set(files.map(({ path }) => path));
    for (const path of this.#known)
      if (!paths.has(path)) process.stdout.write(`${path} is gone; what was built of it stays\n`);
    const isNew = [...paths].some((path) => !this.#known.has(path));
    this.#known = paths;
    const result = await buildPass(buildItems(files, this.#context.settings.out), this.#context);
    // Else something changed that is no prompt, or has the bytes that it had.
    if (result.compiled > 0 || isNew) showPass(result);
  }
}

/** True for what is not to be watched: what is built, what is no prompt, and folders that the patterns do not reach. */
function isOutside(
  path: string,
  bases: readonly PatternBase[],
  out: string,
  status?: { isFile(): boolean; isDirectory(): boolean },
): boolean {
  const place = resolve(path);
  if (/[\\/](?:node_modules|\.git|\.promptforge)(?:[\\/]|$)/.test(relative(process.cwd(), place)))
    return true;
  if (status?.isFile()) return /\.(?:js|map|d\.ts|tmp)$/.test(place);
  const folders = bases.map(({ folder, isDeep }) => ({ folder: resolve(folder), isDeep }));
  if (folders.some(({ folder }) => isWithin(folder, place))) return false;
  if (isWithin(place, resolve(out)) && !folders.some(({ folder }) => isWithin(folder, resolve(out))))
    return true;
  return (
    status?.isDirectory() === true && !folders.some(({ folder, isDeep }) => isDeep && isWithin(place, folder))
  );
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function interrupted(): Promise<void> {
  return new Promise((end) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => end());
  });
}

/** A pass that failed as a whole does not end the watch: the next change may mend it. */
function report(error: unknown): void {
  if (!(error instanceof WriteError || error instanceof UsageError || error instanceof BundleError))
    throw error;
  process.stderr.write(`error: ${error.message}\n`);
}
