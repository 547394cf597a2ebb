import { basename } from "node:path";
import type { SourceMap } from "../index.ts";

/**
 * What is written for a file with a map: its text with the comment by which the map is found, and the map beside it. `sources` of the
 * map are as seen from there.
 */
export function mappedFile(path: string, text: string, map: SourceMap): readonly [string, string][] {
  const name = basename(path);
  return [
    [path, `${text.trimEnd()}\n//# sourceMappingURL=${encodeURIComponent(name)}.map\n`],
    [`${path}.map`, `${JSON.stringify({ ...map, file: name })}\n`],
  ];
}

/**
 * A relative path, with slashes, as the map of a module names a source: as a URL, so that `a#b.prompt.md` is `a%23b.prompt.md`. What URLs do
 * not read as something else stays. TypeScript reads the sources of declarations as paths.
 */
export function sourceUrl(path: string): string {
  return path.replace(/[%?#\\]/g, encodeURIComponent);
}
