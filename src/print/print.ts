import type { EsModule } from "../lower/lower.ts";
import type { Source } from "../source.ts";
import { expressions } from "./expression.ts";
import { readMarks } from "./mappings.ts";
import { statements } from "./statement.ts";
import { Writer } from "./writer.ts";

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

const printers = { ...expressions, ...statements };

/** Prints a module; the same tree gives the same bytes. */
export function print(module: EsModule, source: Source): Printed {
  const writer = new Writer(printers);
  const { code, mappings } = readMarks(writer.print(module.program, 0), writer.places);
  return {
    code: `${code}\n`,
    map: {
      version: 3,
      sources: [source.path.replace(/^.*[/\\]/, "")],
      sourcesContent: [source.original],
      names: [],
      mappings,
    },
  };
}
