import type { Severity } from "../diagnostic.ts";
import { type FileReport, regionOf } from "./report.ts";

/**
 * The findings as one JSON document, for programs:
 *
 * ```json
 * {
 *   "files": 2, "errors": 1, "warnings": 0,
 *   "diagnostics": [{
 *     "code": "lua-syntax", "severity": "error", "message": "…", "help": "…", "file": "a.prompt.md",
 *     "region": { "startLine": 9, "startColumn": 3, "endLine": 9, "endColumn": 4 }
 *   }]
 * }
 * ```
 *
 * Columns count UTF-16 units from 1; a finding about a file as a whole has no `region`.
 */
export function json(reports: readonly FileReport[]): string {
  const diagnostics = reports.flatMap(({ source, diagnostics }) =>
    diagnostics.map((diagnostic) => {
      const { code, severity, message, help, file } = diagnostic;
      return { code, severity, message, help, file, region: regionOf(diagnostic, source) };
    }),
  );
  const number = (severity: Severity) => diagnostics.filter((d) => d.severity === severity).length;
  const counts = { files: reports.length, errors: number("error"), warnings: number("warning") };
  return JSON.stringify({ ...counts, diagnostics }, null, 2);
}
