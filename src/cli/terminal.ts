import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { pretty } from "../diagnostics/formats/pretty.ts";
import { Source } from "../source.ts";

/** Writes the diagnostics of one file to a stream, in colour when that is a terminal that shows it; nothing for none. */
export function showDiagnostics(
  stream: NodeJS.WriteStream,
  diagnostics: readonly Diagnostic[],
  file: { readonly path: string; readonly text: string },
): void {
  if (diagnostics.length === 0) return;
  const source = new Source(file.path, file.text);
  stream.write(`${pretty(diagnostics, source, { color: hasColor(stream) })}\n\n`);
}

/** True when a stream is a terminal and the user has not asked for plain text (https://no-color.org). */
export function hasColor(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
}

/** `1 error`, `2 errors`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
