import { type ArgsDef, defineCommand } from "citty";
import type { Diagnostic, Severity } from "../diagnostics/diagnostic.ts";
import type { FileReport } from "../diagnostics/formats/report.ts";
import { check } from "../index.ts";
import { Source } from "../source.ts";
import { checkWords, UsageError } from "./command-line.ts";
import { promptFiles } from "./prompt-files.ts";
import { readPrompt } from "./read-prompt.ts";
import { count, showDiagnostics } from "./terminal.ts";

const options = {
  files: {
    type: "positional",
    description: "Prompt files or globs, such as 'prompts/**/*.prompt.md'",
    required: true,
  },
  format: {
    type: "string",
    default: "pretty",
    description: "pretty, json, sarif (SARIF 2.1.0) or github (workflow commands)",
    valueHint: "FORMAT",
  },
  "max-warnings": {
    type: "string",
    description: "Status 1 when there are more warnings than this",
    valueHint: "N",
  },
} satisfies ArgsDef;

/** `pfc check`: the diagnostics of prompts on stdout; status 1 when there is an error, or a warning too many. */
export const checkCommand = defineCommand({
  meta: { name: "check", description: "Finds the mistakes in prompts without building them" },
  args: options,
  async run({ rawArgs, args }) {
    checkWords(rawArgs, options, Number.POSITIVE_INFINITY);
    const write = writerOf(args.format);
    const allowed = warningsAllowed(args["max-warnings"]);
    const files = await promptFiles(args._);
    const reports: FileReport[] = [];
    for (const { path } of files) reports.push(await reportOf(path));
    await write(reports);
    const found = reports.flatMap(({ diagnostics }) => diagnostics);
    const warnings = number(found, "warning");
    if (warnings > allowed)
      process.stderr.write(`error: ${count(warnings, "warning")}, and --max-warnings is ${allowed}\n`);
    return number(found, "error") > 0 || warnings > allowed ? 1 : 0;
  },
});

type Writer = (reports: readonly FileReport[]) => void | Promise<void>;

const writers: { readonly [format: string]: Writer } = {
  pretty(reports) {
    for (const { source, diagnostics } of reports)
      showDiagnostics(process.stdout, diagnostics, { path: source.path, text: source.original });
    process.stdout.write(`${summary(reports)}\n`);
  },
  async json(reports) {
    const { json } = await import("../diagnostics/formats/json.ts");
    process.stdout.write(`${json(reports)}\n`);
  },
  async sarif(reports) {
    const { sarif } = await import("../diagnostics/formats/sarif.ts");
    process.stdout.write(`${sarif(reports)}\n`);
  },
  async github(reports) {
    const { github } = await import("../diagnostics/formats/github.ts");
    const commands = github(reports);
    process.stdout.write(`${commands}${commands === "" ? "" : "\n"}${summary(reports)}\n`);
  },
};

function writerOf(format: string): Writer {
  const write = Object.hasOwn(writers, format) ? writers[format] : undefined;
  if (write !== undefined) return write;
  throw new UsageError(`--format takes one of ${Object.keys(writers).join(", ")}, not \`${format}\``);
}

function warningsAllowed(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d+$/.test(text)) throw new UsageError(`--max-warnings takes a number, not \`${text}\``);
  return Number(text);
}

async function reportOf(path: string): Promise<FileReport> {
  const read = await readPrompt(path);
  if ("diagnostic" in read) return { source: new Source(path, ""), diagnostics: [read.diagnostic] };
  return { source: new Source(path, read.text), diagnostics: check({ path, text: read.text }) };
}

function summary(reports: readonly FileReport[]): string {
  const found = reports.flatMap(({ diagnostics }) => diagnostics);
  const errors = count(number(found, "error"), "error");
  return `${errors}, ${count(number(found, "warning"), "warning")} in ${count(reports.length, "prompt")}`;
}

function number(found: readonly Diagnostic[], severity: Severity): number {
  return found.filter((diagnostic) => diagnostic.severity === severity).length;
}
