import { type Code, catalogue } from "../src/diagnostics/catalogue.ts";
import type { Severity } from "../src/diagnostics/diagnostic.ts";
import { pretty } from "../src/diagnostics/formats/pretty.ts";
import { check } from "../src/index.ts";
import { Source } from "../src/source.ts";

/** A prompt file that has a finding. */
export interface Example {
  readonly name: string;
  readonly text: string;
}

/** The page of a diagnostic: what it says, why, what to do, and prompts that have it. */
export function diagnosticPage(code: Code, examples: readonly Example[]): string {
  const { severity, message, help, reason }: Entry = catalogue[code];
  const parts = [
    `# ${code}`,
    `${capital(severity)}: ${message}.`,
    ...(reason === undefined ? [] : [reason]),
    `**What to do.** ${help}`,
    ...examples.filter(isShort).flatMap(exampleParts),
    ...(severity === "error" ? [] : [silence(code)]),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The list of all diagnostics, each with a link to its page. */
export function diagnosticIndex(): string {
  const lists = (["error", "warning", "information"] as const).flatMap((severity) => {
    const codes = Object.entries(catalogue).filter(([, entry]) => entry.severity === severity);
    return [
      `## ${HEADINGS[severity]}`,
      codes.map(([code, entry]) => `- [${code}](${code}.md): ${entry.message}`).join("\n"),
    ];
  });
  return `${["# Diagnostics", INTRODUCTION, ...lists].join("\n\n")}\n`;
}

type Entry = {
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  readonly reason?: string;
};

const HEADINGS: { readonly [S in Severity]: string } = {
  error: "Errors",
  warning: "Warnings",
  information: "Information",
};

const INTRODUCTION =
  "What `pfc check`, `pfc build` and the plugins say about a prompt file. With an error the file does not run. " +
  "A warning is about a prompt that runs and goes wrong at the marked place when it gets there; it changes nothing in what is built. " +
  "These pages are made from the catalogue by `npm run diagnostics`.";

function silence(code: Code): string {
  return `A comment on the line or on the line before silences it: \`-- pfc: ignore ${code}\` in Lua, \`<!-- pfc: ignore ${code} -->\` in prose, \`# pfc: ignore ${code}\` in the frontmatter.`;
}

/** A page shows what a reader takes in at a glance. */
function isShort({ text }: Example): boolean {
  const lines = text.split("\n");
  return lines.length <= 40 && lines.every((line) => line.length <= 120);
}

function exampleParts({ name, text }: Example): string[] {
  const path = `${name}.prompt.md`;
  const report = pretty(check({ path, text }), new Source(path, text), { color: false });
  return [`## Example: ${name.replaceAll("-", " ")}`, fenced("markdown", text), fenced("text", report)];
}

/** The text in a fence that is longer than any in it. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
