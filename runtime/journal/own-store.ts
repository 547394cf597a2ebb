import type { StoreBackend } from "../host/store-backend.ts";
import type { JournalWrite } from "./entries.ts";

/** The run's own store as the run and its tools see it, which notes what they change. */
export class OwnStore implements StoreBackend {
  readonly #inner: StoreBackend;
  #writes: JournalWrite[] = [];

  constructor(inner: StoreBackend) {
    this.#inner = inner;
  }

  read(path: string) {
    return this.#inner.read(path);
  }

  write(path: string, text: string) {
    return this.#change({ operation: "write", path, text });
  }

  append(path: string, text: string) {
    return this.#change({ operation: "append", path, text });
  }

  delete(path: string) {
    return this.#change({ operation: "delete", path });
  }

  exists(path: string) {
    return this.#inner.exists(path);
  }

  list(directory: string) {
    return this.#inner.list(directory);
  }

  /** What was changed since this was asked last; nothing for no change. */
  taken(): { readonly writes?: readonly JournalWrite[] } {
    const writes = this.#writes;
    this.#writes = [];
    return writes.length > 0 ? { writes } : {};
  }

  /** Changes the store again. */
  repeat(writes: readonly JournalWrite[]): void {
    for (const { operation, path, text } of writes) this.#inner[operation](path, text!);
  }

  // Noted behind what it did: what fails has changed nothing.
  #change(write: JournalWrite) {
    const { operation, path, text } = write;
    const answer = this.#inner[operation](path, text!);
    this.#writes.push(write);
    return answer;
  }
}
