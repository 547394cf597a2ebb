import { existsSync, type Stats } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type FSWatcher, watch as watchFiles } from "chokidar";

/** How long files must be at rest before a pass, in milliseconds: editors save in several steps. */
export const REST = 50;

interface WatcherOptions {
  /** True for what is not to be watched. */
  readonly isOutside: (path: string, status?: Stats) => boolean;
  /** Called at each change, and when something may have changed unseen. */
  readonly changed: () => void;
}

/** Watches folders, those too that go and come back. What it cannot watch it says on stderr. */
export class FolderWatcher {
  readonly #folders: readonly string[];
  readonly #options: WatcherOptions;
  #watcher: FSWatcher | undefined;
  /** When changes are seen. */
  readonly ready: Promise<void>;

  constructor(folders: readonly string[], options: WatcherOptions) {
    this.#folders = folders;
    this.#options = options;
    this.ready = this.#begin();
  }

  async close(): Promise<void> {
    await this.#watcher?.close();
  }

  async #begin(): Promise<void> {
    const { isOutside, changed } = this.#options;
    const watcher = watchFiles([...this.#folders], {
      ignoreInitial: true,
      ignored: isOutside,
      awaitWriteFinish: { stabilityThreshold: REST, pollInterval: 10 },
    });
    this.#watcher = watcher;
    watcher.on("all", changed);
    watcher.on("unlinkDir", (path) => {
      const folder = this.#folders.find((folder) => resolve(folder) === resolve(path));
      if (folder !== undefined) void this.#again(folder, watcher);
    });
    watcher.on("error", (error) =>
      process.stderr.write(`error: cannot watch: ${(error as Error).message}\n`),
    );
    await new Promise<void>((ready) => watcher.once("ready", () => ready()));
    // What changed while the watcher was set up.
    changed();
  }

  /** A watcher loses a folder that is made anew. */
  async #again(folder: string, lost: FSWatcher): Promise<void> {
    await whenThere(folder);
    if (lost.closed) return;
    await lost.close();
    await this.#begin();
  }
}

async function whenThere(folder: string): Promise<void> {
  while (!existsSync(folder)) await wait(REST, undefined, { ref: false });
}
