import { decodeUtf8, encodeUtf8 } from "../utf8.ts";
import { type Awaitable, after, type StoreBackend } from "./store-backend.ts";
import { readGlob } from "./store-glob.ts";

/**
 * The paths of the files that match a pattern, in the order of their UTF-8 bytes (STO-50); for the host too (STO-04). Throws a
 * `StoreFailure` for a pattern outside the grammar.
 */
export function findFiles(store: StoreBackend, pattern: string): Awaitable<readonly string[]> {
  const { directory, matches } = readGlob(pattern);
  if (directory === undefined) return [];
  return after(store.list(directory), (paths) =>
    paths.filter(matches).map(encodeUtf8).sort().map(decodeUtf8),
  );
}
