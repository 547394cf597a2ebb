import { stat } from "node:fs/promises";
import { basename, dirname, join, normalize, posix, relative, sep } from "node:path";
import { escapePath, glob, isDynamicPattern } from "tinyglobby";
import { UsageError } from "./command-line.ts";

/** A prompt file that the command line names. */
export interface PromptFile {
  /** As it can be opened, and as diagnostics show it. */
  readonly path: string;
  /** Its place below the fixed part of the pattern that found it: `a/b.prompt.md` for `prompts/**` and `prompts/a/b.prompt.md`. */
  readonly place: string;
}

/**
 * The files that paths and glob patterns name, each once, in order. A path that does not exist stays in the list, so that
 * reading it says so; a pattern without a match is a `UsageError`. `!pattern` takes files away; `node_modules` is left out.
 * With `mayBeNone` a pattern without a match names nothing.
 */
export async function promptFiles(
  patterns: readonly string[],
  { mayBeNone = false }: { readonly mayBeNone?: boolean } = {},
): Promise<readonly PromptFile[]> {
  const excluded = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const wanted = patterns.filter((pattern) => !pattern.startsWith("!"));
  if (wanted.length === 0)
    throw new UsageError("name a prompt file or a glob such as `prompts/**/*.prompt.md`");
  const found = new Map<string, PromptFile>();
  for (const pattern of wanted) {
    const files = await matches(pattern, excluded);
    if (files.length === 0 && !mayBeNone) throw new UsageError(`no file matches \`${pattern}\``);
    for (const file of files) if (!found.has(file.path)) found.set(file.path, file);
  }
  return [...found.values()];
}

/** The fixed part of a pattern. */
export interface PatternBase {
  readonly folder: string;
  /** True when files below folders of the folder may match. */
  readonly isDeep: boolean;
}

/** The folders of a pattern before its first special character; those of a path for a path. */
export function patternBase(pattern: string): PatternBase {
  const parts = dirname(pattern).split("/");
  const special = parts.findIndex((part) => isDynamicPattern(part));
  const folders = special === -1 ? parts : parts.slice(0, special);
  const folder = folders.length === 0 ? "." : join(folders.join("/"), ".") || "/";
  return { folder, isDeep: special !== -1 };
}

async function matches(pattern: string, excluded: readonly string[]): Promise<readonly PromptFile[]> {
  // Names such as `[slug].prompt.md` are paths first.
  const isPath = !isDynamicPattern(pattern) || (await stat(pattern).catch(() => undefined)) !== undefined;
  if (isPath) return [{ path: normalize(pattern), place: basename(pattern) }];
  const { folder } = patternBase(pattern);
  const paths = await globbed(pattern, folder, ["**/node_modules/**", ...excluded]);
  return paths.sort().map((path) => ({ path: normalize(path), place: relative(folder, path) }));
}

/** The files of a pattern with the fixed part `folder`, without those of the patterns `ignore`. */
async function globbed(pattern: string, folder: string, ignore: readonly string[]): Promise<string[]> {
  const options = { expandDirectories: false };
  if (!/^\.\.(?:\/|$)/.test(folder)) return glob(pattern, { ...options, ignore });
  // From above the working folder tinyglobby does not see what lies in it: it is asked from there.
  const way = escapePath(relative(folder, ".").split(sep).join("/"));
  const seen = (wanted: string) => (/^(?:\*\*)?\//.test(wanted) ? wanted : posix.join(way, wanted));
  const paths = await glob(seen(pattern), { ...options, cwd: folder, ignore: ignore.map(seen) });
  return paths.map((path) => join(folder, path));
}
