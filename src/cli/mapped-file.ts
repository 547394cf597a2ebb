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
