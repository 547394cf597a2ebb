import { memoryStore } from "../adapters/memory-store.ts";
import type { Mode } from "../engine/claims.ts";
import type { Entry } from "../engine/state.ts";
import type { Provenance } from "../events.ts";
import { type Awaitable, after, type StoreBackend } from "./store-backend.ts";
import { StoreFailure } from "./store-failure.ts";
import { checkPath } from "./store-path.ts";

/** The run's store as one entry uses it: every path is checked and claimed before the backend sees it (STO-20, STO-80). */
export class Files {
  readonly #entry: Entry;
  readonly #place: Provenance | undefined;

  /** `place` is that of the operation; undefined while the shared library loads. */
  constructor(entry: Entry, place?: Provenance) {
    this.#entry = entry;
    this.#place = place;
  }

  /** The backend, for reading at this path. */
  reading(path: string): StoreBackend {
    checkPath(path);
    this.claim("read", path);
    return this.backend();
  }

  /** The backend, for writing at this path. */
  writing(path: string): StoreBackend {
    checkPath(path);
    this.claim("write", path);
    return this.backend();
  }

  /** Takes a claim on a path that the backend itself gave. */
  claim(mode: Mode, path: string): void {
    this.#entry.run.claims?.claim(this.#entry, mode, path);
  }

  /** The backend, for what names no path. A run without a store gets an empty one in memory (STO-02). */
  backend(): StoreBackend {
    const { run } = this.#entry;
    run.store ??= memoryStore();
    const place = this.#place;
    return (place && run.recorder?.storeFor(place, run.store)) ?? run.store;
  }
}

/** The whole text of a file; a missing one is a failure (STO-11). */
export function readFile(store: StoreBackend, path: string): Awaitable<string> {
  return after<unknown, string>(store.read(path), (text) => {
    // Many stores say null for what is not there.
    if (text === undefined || text === null) throw new StoreFailure(`file not found: ${path}`);
    if (typeof text !== "string") throw new TypeError("the store's `read` must give a string");
    return text;
  });
}

/** Waits for a write of the backend, whose answer says nothing. */
export function written(answer: Awaitable<unknown>): Awaitable<undefined> {
  return after(answer, () => undefined);
}

/** True when there is a file or a directory (STO-47). */
export function isPresent(store: StoreBackend, path: string): Awaitable<boolean> {
  return after<unknown, boolean>(store.exists(path), (answer) => {
    if (typeof answer !== "boolean") throw new TypeError("the store's `exists` must give a boolean");
    return answer;
  });
}
