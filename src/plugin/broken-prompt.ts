import { resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { pretty } from "../diagnostics/formats/pretty.ts";
import { frame } from "../diagnostics/frame.ts";
import type { Source } from "../source.ts";

/** What Rollup and its kin show: a message, the place and the lines around it. */
export interface Located {
  readonly id: string;
  readonly message: string;
  /** Both from 1, the column in UTF-16 units, as editors count. */
  readonly loc: { readonly file: string; readonly line: number; readonly column: number };
  readonly frame: string;
}

/** A finding about the prompt file at `path` as Rollup and its kin show it. */
export function located(diagnostic: Diagnostic, path: string, source: Source): Located {
  const { code, message, help, line, span } = diagnostic;
  return {
    id: path,
    message: `${message} [${code}]\nhelp: ${help}`,
    loc: { file: path, line, column: source.utf16Column(span.start) + 1 },
    frame: frame(source, span),
  };
}

/** A prompt that does not compile. The message holds every finding with its place and frame, the stack the place of the first. */
export class BrokenPrompt extends Error {
  readonly #diagnostics: readonly Diagnostic[];
  readonly #source: Source;

  constructor(diagnostics: readonly Diagnostic[], source: Source) {
    super(pretty(diagnostics, source, { color: false }));
    this.#diagnostics = diagnostics;
    this.#source = source;
    const { line, column } = diagnostics[0]!;
    // Where in a compiler it was thrown helps nobody.
    this.stack = `${this.message}\n    at ${resolve(source.path)}:${line}:${column}`;
  }

  override get name(): string {
    return "BrokenPrompt";
  }

  /** What webpack reads: the message says it all. */
  get hideStack(): boolean {
    return true;
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  get source(): Source {
    return this.#source;
  }

  /** The same with place and frame of the first finding apart from the message, as Rollup and its kin want them. */
  located(path: string): Error & Located {
    const [first, ...others] = this.diagnostics;
    const rest = others.map((other) => `\n\n${pretty([other], this.source, { color: false })}`).join("");
    const { message, ...place } = located(first!, path, this.source);
    // Rollup and its kin write the message, the place and the frame, and the stack below.
    return Object.assign(new Error(`${message}${rest}`), place, { stack: "" });
  }
}
