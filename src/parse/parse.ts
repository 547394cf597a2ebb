import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { diagnoseSize } from "../diagnostics/text-file.ts";
import type { Source } from "../source.ts";
import { readBody } from "./body.ts";
import { versionOf } from "./declaration.ts";
import { type Dialect, dialectOf } from "./dialect.ts";
import { Rejection, toDiagnostic } from "./failure.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { placesOf } from "./places.ts";
import type { Prompt } from "./prompt.ts";

export interface ParseResult {
  /** Undefined when the file does not parse. */
  readonly prompt: Prompt | undefined;
  /** At most one: the first failure wins (FMT-05). */
  readonly diagnostics: readonly Diagnostic[];
  /** The `promptforge` key, when the frontmatter could be read so far. */
  readonly version: number | undefined;
}

/**
 * Parses one prompt file (part 01). Never throws for a bad prompt. The dialect is the one that the file's
 * `promptforge` key selects unless `options` gives one.
 */
export function parse(source: Source, options: { readonly dialect?: Dialect } = {}): ParseResult {
  const tooLarge = diagnoseSize(source);
  if (tooLarge !== undefined) return { prompt: undefined, diagnostics: [tooLarge], version: undefined };
  let version: number | undefined;
  let name: string | undefined;
  try {
    const { map, bodyStart } = readFrontmatter(source);
    version = versionOf(map);
    const dialect = options.dialect ?? dialectOf(version);
    const secondLine = source.lineStart(2);
    const frontmatter = dialect.readDeclarations(map, { start: secondLine, end: secondLine });
    name = frontmatter.name;
    const body = readBody(source, bodyStart, dialect);
    const prompt = { source, version: dialect.version, frontmatter, places: placesOf(map), ...body };
    return { prompt, diagnostics: [], version };
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return { prompt: undefined, diagnostics: [toDiagnostic(source, error, name)], version };
  }
}
