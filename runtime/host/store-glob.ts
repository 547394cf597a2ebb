import { escapeText } from "./quote.ts";
import { StoreFailure } from "./store-failure.ts";
import { holdsControl, isTooLong, pathFault } from "./store-path.ts";

/** A checked pattern, ready to match paths. */
export interface Glob {
  /** The directory that every match lies beneath, empty for the whole store; undefined when no valid path can match. */
  readonly directory: string | undefined;
  readonly matches: (path: string) => boolean;
}

/** Reads a pattern (STO-50 to STO-53). Throws a `StoreFailure` for one outside the grammar. */
export function readGlob(pattern: string): Glob {
  const fault = FAULTS.find(([, breaks]) => breaks(pattern));
  if (fault !== undefined)
    throw new StoreFailure(`invalid glob pattern "${escapeText(pattern)}": ${fault[0]}`);
  const segments = pattern.split("/");
  const matchers = segments.map((segment) => (segment === "**" ? ANY : matcher(segment)));
  // A last `**` takes at least the name of the file.
  if (matchers[matchers.length - 1] === ANY) matchers.push(() => true);
  return {
    directory: literalDirectory(segments),
    matches: (path) => matchSequence(matchers, path.split("/")),
  };
}

const FAULTS: readonly (readonly [reason: string, breaks: (pattern: string) => boolean])[] = [
  ["pattern is empty", (pattern) => pattern === ""],
  ["pattern exceeds 1024 bytes", isTooLong],
  ["pattern contains a control character", holdsControl],
  ["pattern does not support backslash escapes", (pattern) => pattern.includes("\\")],
  ["more than two consecutive '*' are not supported", (pattern) => pattern.includes("***")],
  ["'**' must occupy a whole path segment", (pattern) => /[^/]\*\*|\*\*[^/]/.test(pattern)],
];

type Matcher<Item> = ((item: Item) => boolean) | typeof ANY;

/** Matches any run of items, also none. */
const ANY: unique symbol = Symbol("any");

function matcher(segment: string): Matcher<string> {
  if (!segment.includes("*")) return (name) => name === segment;
  const characters = [...segment].map(
    (c): Matcher<string> => (c === "*" ? ANY : (character) => character === c),
  );
  return (name) => matchSequence(characters, name);
}

/** Matches a whole sequence; after a mismatch only the last `ANY` is widened, so the work is at most their product. */
function matchSequence<Item>(matchers: readonly Matcher<Item>[], items: ArrayLike<Item>): boolean {
  let at = 0;
  let item = 0;
  let any = -1;
  let resume = 0;
  while (item < items.length) {
    const current = matchers[at];
    if (current === ANY) {
      any = at++;
      resume = item;
    } else if (current?.(items[item]!)) {
      at++;
      item++;
    } else if (any >= 0) {
      at = any + 1;
      item = ++resume;
    } else return false;
  }
  return matchers.slice(at).every((m) => m === ANY);
}

function literalDirectory(segments: readonly string[]): string | undefined {
  const wild = segments.findIndex((segment) => segment.includes("*"));
  const directory = segments.slice(0, wild === -1 ? -1 : wild).join("/");
  if (directory === "") return segments.length > 1 && segments[0] === "" ? undefined : "";
  return pathFault(directory) === undefined ? directory : undefined;
}
