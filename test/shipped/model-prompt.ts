import { expect } from "vitest";
import { type ScriptedReply, scripted } from "../../runtime/adapters/scripted.ts";
import type { Model, Prompt, PromptError, RunEvent, RunOptions } from "../../runtime/index.ts";
import { compile } from "../../src/index.ts";
import type { Workplace } from "./workplace.ts";

/** The frontmatter of the roles `writer` and, thinking, `judge`. */
export const ROLES = "models:\n  writer: {}\n  judge: { keywords: [thinking, fast], description: Judges }\n";

/** The emitted code of a prompt. */
export async function emit(text: string): Promise<string> {
  const { code, diagnostics } = await compile({ path: "p.prompt.md", text });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return code!;
}

let modules = 0;

/** The prompt of one section `One` whose fence, with `ROLES` alone, begins on line 15 of the file. */
export async function load(workplace: Workplace, lua: string, head = ROLES): Promise<Prompt> {
  const text = `---\nname: p\ndescription: Asks models\npromptforge: 0\n${head}---\n\n# P\n\n## One\n\n\`\`\`lua\n${lua}\n\`\`\`\n`;
  const name = `models-${modules++}.mjs`;
  workplace.write(name, await emit(text));
  return workplace.load(name);
}

/** Runs Lua against a model with these replies. */
export async function runLua(
  workplace: Workplace,
  lua: string,
  model: Model | readonly ScriptedReply[] = [],
  options: RunOptions = {},
): Promise<string> {
  const prompt = await load(workplace, lua);
  return prompt.run("", { model: isReplies(model) ? scripted(model) : model, ...options });
}

function isReplies(model: Model | readonly ScriptedReply[]): model is readonly ScriptedReply[] {
  return Array.isArray(model);
}

/** What a run fails with. */
export async function failureOf(prompt: Prompt, options: RunOptions): Promise<PromptError> {
  const outcome = await prompt.start("", options).outcome;
  if (outcome.status !== "failed") throw new Error(`it is ${outcome.status}`);
  return outcome.error;
}

/** Events as `seq kind`, with the fields that their kind adds. */
export function shown(events: readonly RunEvent[]): string[] {
  return events.map(({ kind, execution: _execution, section: _section, provenance, ...fields }) =>
    `${provenance.seq} ${kind} ${Object.keys(fields).length === 0 ? "" : JSON.stringify(fields)}`.trim(),
  );
}
