import type { Source, Span } from "../source.ts";
import { type Code, catalogue } from "./catalogue.ts";

/** `error`: the file does not compile. `warning`: it goes wrong whenever the run gets there. */
export type Severity = "error" | "warning" | "information";

/** The five kinds of parse failure (part 10, section 3). */
export type ParseErrorKind = "Frontmatter" | "Structure" | "Fence" | "List" | "Lua";

/** The parse error record of FMT-04: what the specification lets a host see. */
export interface ParseFailure {
  readonly kind: ParseErrorKind;
  readonly message: string;
  readonly name?: string;
  readonly line?: number;
  readonly column?: number;
  readonly span?: Span;
}

/** One finding about a prompt file. Plain data: formats render it, nothing else words it. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  /** What is wrong, naming the thing. */
  readonly message: string;
  /** What to do. */
  readonly help: string;
  readonly file: string;
  /**
   * 1-based; the column counts bytes (KND-15). Always the best place known, also where `failure` has none.
   */
  readonly line: number;
  readonly column: number;
  readonly span: Span;
  /** Present when the finding is a parse failure: the file does not run. */
  readonly failure?: ParseFailure;
}

/** A diagnostic of `code` at a span; message and help are the catalogue's unless given. */
export function diagnose(
  source: Source,
  code: Code,
  span: Span,
  detail: { message?: string; help?: string; failure?: ParseFailure } = {},
): Diagnostic {
  const entry = catalogue[code];
  const { line, column } = source.position(span.start);
  return {
    code,
    severity: entry.severity,
    message: detail.message ?? detail.failure?.message ?? entry.message,
    help: detail.help ?? entry.help,
    file: source.path,
    line,
    column,
    span,
    ...(detail.failure && { failure: detail.failure }),
  };
}
