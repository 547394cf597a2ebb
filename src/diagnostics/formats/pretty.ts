import picocolors from "picocolors";
import type { Source } from "../../source.ts";
import type { Diagnostic, Severity } from "../diagnostic.ts";
import { frame } from "../frame.ts";
import { isAboutWholeFile } from "./report.ts";

type Colors = ReturnType<typeof picocolors.createColors>;

const severityColor: Record<Severity, "red" | "yellow" | "cyan"> = {
  error: "red",
  warning: "yellow",
  information: "cyan",
};

/**
 * The diagnostics of one file for a person to read, in their order, an empty line between two:
 *
 * ```
 * error[frontmatter-unknown-key]: invalid frontmatter: unknown field `nam`, …
 *   --> search.prompt.md:2:1
 *   1 | ---
 * > 2 | nam: search
 *     | ^^^
 *   help: Did you mean `name`?
 * ```
 *
 * Without a line feed at the end; an empty string for no diagnostics. A diagnostic about the file as a whole has no
 * frame.
 */
export function pretty(
  diagnostics: readonly Diagnostic[],
  source: Source,
  options: { readonly color: boolean },
): string {
  const colors = picocolors.createColors(options.color);
  return diagnostics.map((d) => report(d, source, colors)).join("\n\n");
}

function report(diagnostic: Diagnostic, source: Source, colors: Colors): string {
  const { code, severity, message, help, file, line, column, span } = diagnostic;
  const color = colors[severityColor[severity]];
  const title = `${colors.bold(color(`${severity}[${code}]`))}${colors.bold(`: ${printable(message)}`)}`;
  const isWholeFile = isAboutWholeFile(code);
  const place = isWholeFile ? file : `${file}:${line}:${column}`;
  const lines = [title, `  ${colors.blue("-->")} ${printable(place)}`];
  if (!isWholeFile)
    lines.push(
      frame(source, span)
        .split("\n")
        .map((l) => paint(l, color, colors))
        .join("\n"),
    );
  lines.push(`  ${colors.bold("help:")} ${printable(help)}`);
  return lines.join("\n");
}

/** The gutter dim, the marked line's arrow and the carets in the colour of the severity. */
function paint(line: string, color: (text: string) => string, colors: Colors): string {
  const [, arrow, gutter, rest] = /^(.)( *\d* \|)(.*)$/su.exec(line)!;
  const isMarker = /^ *\|$/.test(gutter!);
  return `${color(arrow!)}${colors.dim(gutter!)}${isMarker ? color(rest!) : rest}`;
}

/** Messages quote the prompt: a control character in them must not reach the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (c) => (c === "\n" ? c : "\uFFFD"));
}
