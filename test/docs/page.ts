import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { globSync } from "tinyglobby";
import { root } from "../shipped/workplace.ts";

/** A fence of a page. */
export interface Fence {
  /** The page and the line of the opening, such as `docs/cli.md:12`. */
  readonly place: string;
  readonly language: string;
  /** Without the last line end. */
  readonly text: string;
  /** The file that the paragraph before the fence names: `` The program, `a.js`: ``. */
  readonly file: string | undefined;
  /** The text between this fence and the one before it. */
  readonly before: string;
}

/** A page of `docs/`. */
export interface Page {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
  readonly fences: readonly Fence[];
}

/** The pages whose paths match, from the root of the repository; never none. */
export function pages(pattern: string): readonly Page[] {
  const paths = globSync(pattern, { cwd: root }).sort();
  if (paths.length === 0) throw new Error(`no page matches ${pattern}`);
  return paths.map((path) => page(path));
}

/** One page. */
export function page(path: string): Page {
  const text = readFileSync(join(root, path), "utf8");
  return { path: relative(root, join(root, path)), text, fences: fencesOf(path, text) };
}

function fencesOf(path: string, text: string): Fence[] {
  const fences: Fence[] = [];
  let end = 0;
  for (const found of text.matchAll(/^(`{3,})(\w*)[^\n]*\n([\s\S]*?)^\1$/gm)) {
    const before = text.slice(end, found.index);
    end = found.index + found[0].length;
    fences.push({
      place: `${path}:${text.slice(0, found.index).split("\n").length}`,
      language: found[2]!,
      text: found[3]!.replace(/\n$/, ""),
      file: fileNamed(before),
      before,
    });
  }
  return fences;
}

/** The last file that the paragraph before a fence names. */
function fileNamed(before: string): string | undefined {
  const paragraph = before.trimEnd().split("\n\n").at(-1)!;
  return paragraph.endsWith(":") ? [...paragraph.matchAll(/`([\w./-]+\.\w+)`/g)].at(-1)?.[1] : undefined;
}
