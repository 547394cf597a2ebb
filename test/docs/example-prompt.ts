import type { Model, ModelRequest, Prompt, RunOptions } from "../../runtime/index.ts";
import { compile } from "../../src/index.ts";
import type { Workplace } from "../shipped/workplace.ts";

/** What the pages of the language suppose around a block: roles, a tool, and sections that it can name. */
export function aroundBlock(lua: string): string {
  return `---
name: example
description: What stands around a block
promptforge: 0
models:
  writer: {}
  critic: { keywords: [small] }
capabilities: [acme/web]
tools:
  search: acme/web/search
---

# Example

## Main

\`\`\`lua
${lua}
\`\`\`

## Review

\`\`\`lua
if type(item) == "table" then error("no review") end
return "reviewed " .. (item or args)
\`\`\`

## Colours

- red
- blue
`;
}

/** Runs the text of a prompt in a host of the examples: its result, or the message that it fails with. */
export async function runPrompt(workplace: Workplace, text: string, input: string): Promise<string> {
  const { code, diagnostics } = await compile({ path: "example.prompt.md", text });
  if (code === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const name = `example-${++count.made}.mjs`;
  workplace.write(name, code);
  const prompt = await workplace.load<Prompt>(name);
  const outcome = await prompt.start(input, options).outcome;
  if (outcome.status === "completed") return outcome.text;
  if (outcome.status === "cancelled") throw new Error("cancelled");
  return outcome.error.message;
}

const count = { made: 0 };

/** Calls the first tool that it is offered with the last text, and answers else with what it is asked. */
const model: Model = {
  id: "repeats",
  context: 131_072,
  thinking: "switchable",
  complete: ({ messages, tools }: ModelRequest) => {
    const { role, content } = messages.at(-1)!;
    const calls = role === "user" && tools.length > 0;
    return calls
      ? {
          result: { toolCalls: [{ id: "1", name: tools[0]!.name, arguments: { q: content as string } }] },
          model: "m",
        }
      : { result: { text: content as string }, finishReason: "stop", model: "m" };
  },
};

const options: RunOptions = {
  model,
  tools: {
    search: {
      description: "Searches",
      parameters: { type: "object" },
      call: (given) => ({ text: `found ${(given as { readonly q: string }).q}`, trusted: true }),
    },
  },
  userInput: () => ({ text: "yes" }),
  startedAt: 0,
  seed: 1,
};
