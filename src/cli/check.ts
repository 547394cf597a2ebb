import { type ArgsDef, defineCommand } from "citty";
import type { Diagnostic, Severity } from "../diagnostics/diagnostic.ts";
import { check } from "../index.ts";
import { checkWords } from "./command-line.ts";
import { promptFiles } from "./prompt-files.ts";
import { readPrompt } from "./read-prompt.ts";
import { count, showDiagnostics } from "./terminal.ts";

const options = {
  files: {
    type: "positional",
    description: "Prompt files or globs, such as 'prompts/**/*.prompt.md'",
    required: true,
  },
} satisfies ArgsDef;

/** `pfc check`: the diagnostics of prompts on stdout; status 1 when there is an error. */
export const checkCommand = defineCommand({
  meta: { name: "check", description: "Finds the mistakes in prompts without building them" },
  args: options,
  async run({ rawArgs, args }) {
    checkWords(rawArgs, options, Number.POSITIVE_INFINITY);
    const files = await promptFiles(args._);
    const found: Diagnostic[] = [];
    for (const { path } of files) {
      const read = await readPrompt(path);
      const diagnostics = "text" in read ? check({ path, text: read.text }) : [read.diagnostic];
      showDiagnostics(process.stdout, diagnostics, { path, text: "text" in read ? read.text : "" });
      found.push(...diagnostics);
    }
    process.stdout.write(`${summary(found)} in ${count(files.length, "prompt")}\n`);
    return found.some(({ severity }) => severity === "error") ? 1 : 0;
  },
});

function summary(found: readonly Diagnostic[]): string {
  const number = (severity: Severity) =>
    found.filter((diagnostic) => diagnostic.severity === severity).length;
  return `${count(number("error"), "error")}, ${count(number("warning"), "warning")}`;
}
