import { addMapping, GenMapping, toEncodedMap } from "@jridgewell/gen-mapping";
import type { Source, Span } from "../source.ts";
import type { SourceMap } from "./print.ts";

/** A part of a declaration, in UTF-16 offsets of its text, and what it stands for in the prompt file. */
export interface DeclaredRange {
  readonly start: number;
  readonly end: number;
  readonly span: Span;
}

/**
 * The map by which editors go from a declaration to the prompt file. Both ends of each range are mapped, since editors look for the
 * next mapping of either; the first character leads to the start of the file, where an import of the module leads. Its one source is
 * the file name of the prompt.
 */
export function declarationMap(
  declaration: string,
  ranges: readonly DeclaredRange[],
  source: Source,
): SourceMap {
  const name = source.path.replace(/^.*[/\\]/, "");
  const map = new GenMapping();
  const ends = ranges.flatMap(({ start, end, span }): [number, number][] => [
    [start, span.start],
    [end, span.end],
  ]);
  for (const [generated, original] of [[0, 0] as const, ...ends]) {
    addMapping(map, {
      generated: positionIn(declaration, generated),
      source: name,
      original: { line: source.line(original), column: source.utf16Column(original) },
    });
  }
  const { mappings } = toEncodedMap(map);
  // TypeScript does not follow a map that holds its sources.
  return { version: 3, sources: [name], sourcesContent: [], names: [], mappings };
}

/** The line, from 1, and the column, from 0, of an offset. */
function positionIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: before.at(-1)!.length };
}
