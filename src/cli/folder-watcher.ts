import { type Stats, statSync } from "node:fs";
import { type FSWatcher, watch as watchFiles } from "chokidar";

/** How long files must be at rest before a pass, in milliseconds: editors save in several steps. */
export const REST = 50;

/** How often a folder is asked whether it is still the one that is watched, in milliseconds: a watcher loses one that is made anew. */
const LOOK = 200;

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
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** When changes are seen. */
  readonly ready: Promise<void>;

  constructor(folders: readonly string[], options: WatcherOptions) {
    this.#folders = folders;
    this.#options = options;
    this.ready = this.#begin();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#watcher?.close();
  }

  async #begin(): Promise<void> {
    const { isOutside, changed } = this.#options;
    const watched = this.#folders.map(identity);
    const watcher = watchFiles([...this.#folders], {
      ignoreInitial: true,
      ignored: isOutside,
      awaitWriteFinish: { stabilityThreshold: REST, pollInterval: 10 },
    });
    this.#watcher = watcher;
    watcher.on("all", changed);
    watcher.on("error", (error) =>
      process.stderr.write(`error: cannot watch: ${(error as Error).message}\n`),
    );
    await new Promise<void>((ready) => watcher.once("ready", () => ready()));
    if (this.#isClosed) return;
    // What changed while the watcher was set up.
    changed();
    this.#timer = setInterval(() => {
      if (this.#folders.some((folder, place) => isAnother(identity(folder), watched[place])))
        void this.#again(watcher);
    }, LOOK);
  }

  async #again(lost: FSWatcher): Promise<void> {
    clearInterval(this.#timer);
    await lost.close();
    if (!this.#isClosed) await this.#begin();
  }
}

/** What tells a folder from another one of the same name; undefined when there is none, or none that can be read. */
function identity(folder: string): string | undefined {
  try {
    const { dev, ino, birthtimeNs } = statSync(folder, { bigint: true });
    // The number of a file is given to the next one when it is gone.
    return `${dev} ${ino} ${birthtimeNs}`;
  } catch {
    // What cannot be looked at cannot be watched either.
    return undefined;
  }
}

const isAnother = (found: string | undefined, watched: string | undefined): boolean =>
  found !== undefined && found !== watched;
