import { VERSION } from "../../version.ts";
import { type Code, catalogue } from "../catalogue.ts";
import type { Diagnostic, Severity } from "../diagnostic.ts";
import { type FileReport, regionOf, withSlashes } from "./report.ts";

const levels: Record<Severity, "error" | "warning" | "note"> = {
  error: "error",
  warning: "warning",
  information: "note",
};

/**
 * The findings as a SARIF 2.1.0 log (OASIS), which code scanning services read. Every code that was found is a rule with its
 * help; paths are URI references, relative ones as they were given.
 */
export function sarif(reports: readonly FileReport[]): string {
  const found = reports.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
  const codes = [...new Set(found)].sort();
  const results = reports.flatMap((report) =>
    report.diagnostics.map((diagnostic) => resultOf(diagnostic, report, codes)),
  );
  const driver = { name: "pfc", version: VERSION, semanticVersion: VERSION, rules: codes.map(ruleOf) };
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results }],
  };
  return JSON.stringify(log, null, 2);
}

function ruleOf(code: Code) {
  const { severity, message, help } = catalogue[code];
  return {
    id: code,
    shortDescription: { text: message },
    help: { text: help },
    defaultConfiguration: { level: levels[severity] },
  };
}

function resultOf(diagnostic: Diagnostic, { source }: FileReport, codes: readonly Code[]) {
  const { code, severity, message, help, file } = diagnostic;
  const region = regionOf(diagnostic, source);
  const artifactLocation = { uri: uriReference(file) };
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: levels[severity],
    message: { text: `${message}\n${help}` },
    locations: [{ physicalLocation: { artifactLocation, ...(region && { region }) } }],
  };
}

/** A relative path as a relative reference, an absolute one as a `file:` URI (RFC 3986, RFC 8089). */
function uriReference(path: string): string {
  const encoded = withSlashes(path).split("/").map(encodeSegment).join("/");
  if (encoded.startsWith("/")) return `file://${encoded}`;
  return /^[A-Za-z]%3A\//.test(encoded) ? `file:///${encoded.replace("%3A", ":")}` : encoded;
}

function encodeSegment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}
