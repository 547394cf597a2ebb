import type { Code } from "../diagnostics/catalogue.ts";
import {
  type Diagnostic,
  diagnose,
  type ParseErrorKind,
  type ParseFailure,
} from "../diagnostics/diagnostic.ts";
import type { Source, Span } from "../source.ts";

/**
 * The one failure of a file, thrown inside this phase and caught by `parse`: the first failure wins (FMT-05),
 * so nothing after it is read. `located` failures give their position in the record of FMT-04.
 */
export class Rejection {
  readonly code: Code;
  readonly kind: ParseErrorKind;
  readonly message: string;
  readonly span: Span;
  readonly detail: { readonly help?: string | undefined; readonly located?: boolean };

  constructor(
    code: Code,
    kind: ParseErrorKind,
    message: string,
    span: Span,
    detail: { help?: string | undefined; located?: boolean } = {},
  ) {
    this.code = code;
    this.kind = kind;
    this.message = message;
    this.span = span;
    this.detail = detail;
  }
}

/** A mistake in a frontmatter key or value, at its place (FMT-09, FMT-11). */
export function rejectFrontmatter(code: Code, detail: string, span: Span, help?: string): never {
  throw new Rejection(code, "Frontmatter", `invalid frontmatter: ${detail}`, span, { located: true, help });
}

/**
 * Runs work that recurses over the prompt's own nesting; running out of stack rejects the prompt instead of
 * escaping. `kind`, `message` and `span` describe the part that nests.
 */
export function withinDepth<T>(kind: ParseErrorKind, message: string, span: Span, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Rejection("nesting-too-deep", kind, message, span, { located: kind === "Frontmatter" });
  }
}

/**
 * The diagnostic of a rejection; `name` is the frontmatter's, when it was read before the failure (FMT-04).
 */
export function toDiagnostic(source: Source, rejection: Rejection, name: string | undefined): Diagnostic {
  const { code, kind, message, span, detail } = rejection;
  const named = kind !== "Frontmatter" && kind !== "Lua" && name !== undefined;
  const failure: ParseFailure = {
    kind,
    message,
    ...(named && { name }),
    ...(detail.located && source.position(span.start)),
    ...(detail.located && kind !== "Frontmatter" && { span }),
  };
  return diagnose(source, code, span, { failure, ...(detail.help !== undefined && { help: detail.help }) });
}
