import type { Diagnostic, Severity } from "../diagnostic.ts";
import { type FileReport, regionOf, withSlashes } from "./report.ts";

const commands: Record<Severity, "error" | "warning" | "notice"> = {
  error: "error",
  warning: "warning",
  information: "notice",
};

/**
 * The findings as workflow commands of GitHub Actions, a line each, which become annotations of the changed files:
 *
 * ```
 * ::error file=a.prompt.md,line=9,col=3,endLine=9,endColumn=4,title=lua-syntax::message%0Ahelp
 * ```
 *
 * An empty string for no findings.
 */
export function github(reports: readonly FileReport[]): string {
  const lines = reports.flatMap((report) =>
    report.diagnostics.map((diagnostic) => command(diagnostic, report)),
  );
  return lines.join("\n");
}

function command(diagnostic: Diagnostic, { source }: FileReport): string {
  const { code, severity, message, help, file } = diagnostic;
  const region = regionOf(diagnostic, source);
  const place = region && {
    line: region.startLine,
    col: region.startColumn,
    endLine: region.endLine,
    endColumn: region.endColumn,
  };
  const properties = Object.entries({ file: withSlashes(file), ...place, title: code });
  const list = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(",");
  return `::${commands[severity]} ${list}::${escapeData(`${message}\n${help}`)}`;
}

/** Line ends would end the command, and a percent sign begins an escape. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
