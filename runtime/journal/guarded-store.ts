import type { StoreBackend } from "../host/store-backend.ts";
import type { JournalIntent } from "./entries.ts";

/** What an intent says beyond its place. */
type Before = Pick<JournalIntent, "path" | "text" | "length">;

/**
 * A store for one operation of a run with a journal. `write` and `delete` can be done twice; before an `append`, and before the `write` of
 * what was made of a text that the operation has read, what the file was is kept, and a run that goes on begins from there.
 */
export function guardedStore(
  store: StoreBackend,
  intent: JournalIntent | undefined,
  keep: (before: Before) => Promise<unknown>,
): StoreBackend {
  let found: string | undefined;
  return {
    read: async (path) => {
      found = intent?.text ?? (await store.read(path)) ?? undefined;
      return found;
    },
    write: async (path, text) => {
      if (found !== undefined && intent === undefined) await keep({ path, text: found });
      await store.write(path, text);
    },
    append: async (path, text) => {
      if (intent?.length !== undefined) {
        await store.write(path, (await startOf(store, path, intent.length)) + text);
        return;
      }
      const length = await lengthOf(store, path);
      if (length !== undefined) await keep({ path, length });
      await store.append(path, text);
    },
    delete: (path) => store.delete(path),
    exists: (path) => store.exists(path),
    list: (directory) => store.list(directory),
  };
}

/** The length of a file, -1 for none; undefined where that cannot be read, which the operation itself will say. */
async function lengthOf(store: StoreBackend, path: string): Promise<number | undefined> {
  try {
    return (await store.read(path))?.length ?? -1;
  } catch {
    return undefined;
  }
}

async function startOf(store: StoreBackend, path: string, length: number): Promise<string> {
  return length < 0 ? "" : ((await store.read(path)) ?? "").slice(0, length);
}
