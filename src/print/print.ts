import { print as printTree } from "esrap";
import ts from "esrap/languages/ts";
import type { EsModule } from "../lower/lower.ts";
import type { Source } from "../source.ts";

/** A source map, version 3. */
export interface SourceMap {
  readonly version: 3;
  readonly sources: readonly string[];
  /** The texts of the sources; empty in the map of a declaration. */
  readonly sourcesContent: readonly string[];
  readonly names: readonly string[];
  readonly mappings: string;
}

/** The text of a module and the map that leads from it to the prompt file. */
export interface Printed {
  readonly code: string;
  readonly map: SourceMap;
}

/** Prints a module; the same tree gives the same bytes. */
export function print(module: EsModule, source: Source): Printed {
  const name = source.path.replace(/^.*[/\\]/, "");
  const { code, map } = printTree(module.program as never, ts(), {
    indent: "  ",
    sourceMapSource: name,
    sourceMapContent: source.original,
  });
  return {
    code: `${code}\n`,
    map: {
      version: 3,
      sources: [name],
      sourcesContent: [source.original],
      names: [],
      mappings: map.mappings as string,
    },
  };
}
