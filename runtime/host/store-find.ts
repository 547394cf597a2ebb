import { decodeUtf8, encodeUtf8 } from "../utf8.ts";
import { type Awaitable, after, type StoreBackend } from "./store-backend.ts";
import { readGlob } from "./store-glob.ts";

/**
 * The paths of the files that match a pattern, in the order of their UTF-8 bytes (STO-50); for the host too (STO-04). Throws a
 * `StoreFailure` for a pattern outside the grammar. `spend` is told what the comparison with each path takes, in fuel.
 */
export function findFiles(
  store: StoreBackend,
  pattern: string,
  spend?: (units: number) => void,
): Awaitable<readonly string[]> {
  const { directory, matches } = readGlob(pattern);
  if (directory === undefined) return [];
  const tried = (path: string): boolean => {
    spend?.(unitsOf(pattern, path));
    return matches(path);
  };
  return after(store.list(directory), (paths) => {
    if (!isList(paths)) throw new TypeError("the store's `list` must give an array of strings");
    return paths.filter(tried).map(encodeUtf8).sort().map(decodeUtf8);
  });
}

function isList(answer: unknown): answer is readonly string[] {
  return Array.isArray(answer) && answer.every((path) => typeof path === "string");
}

/** What comparing a path with a pattern takes at worst, in fuel. */
function unitsOf(pattern: string, path: string): number {
  return 1 + ((pattern.length * path.length) >> 6);
}
