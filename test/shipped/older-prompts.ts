import { scripted } from "../../runtime/adapters/scripted.ts";
import type { Model, ModelRequest, Prompt, RunOptions, ToolDescriptor } from "../../runtime/index.ts";
import { emit } from "./model-prompt.ts";
import { Workplace } from "./workplace.ts";

/** The head of a prompt of version 1. */
export const HEAD = "---\nname: p\ndescription: d\npromptforge: 1\n---\n\n# P\n\n";

/** A fence, the shared library, a section with one block, and one off the walk. */
export const lua = (code: string): string => `\`\`\`lua\n${code}\n\`\`\`\n\n`;
export const shared = (code: string): string => `\`\`\`lua shared\n${code}\n\`\`\`\n\n`;
export const section = (code: string): string => `## A\n\n${lua(code)}`;
export const helper = (code: string, heading = "## B"): string => `${heading}\n\n---\n\n${lua(code)}`;

/** A default model, in H1 Lua. */
export const DEFAULT = lua('models.default("m", "a model")');

/** A tool whose text is not trusted. */
export const search: ToolDescriptor = {
  path: "acme/web/search",
  description: "From the catalog",
  parameters: { type: "object", properties: {} },
  call: () => ({ text: "<found>", trusted: false }),
};

/** Answers with a call of the first tool, then with `re` and the result; without tools with `re` and what it was sent. */
export const model: Model = {
  ...scripted([]),
  complete: ({ messages, tools }: ModelRequest) => {
    const last = messages[messages.length - 1]!;
    const toolCalls = [{ id: "c", name: tools[0]?.name ?? "", arguments: {} }];
    const calls = tools.length > 0 && last.role === "user";
    const result = calls ? { toolCalls } : { text: `re ${String(last.content)}` };
    return { result, model: "m", finishReason: "stop" };
  },
};

/** Runs prompts of version 1 against `model` and `search`. */
export class OlderPrompts {
  readonly #workplace: Workplace;
  #modules = 0;

  private constructor(workplace: Workplace) {
    this.#workplace = workplace;
  }

  static async make(): Promise<OlderPrompts> {
    return new OlderPrompts(await Workplace.make());
  }

  /** The text of a run that completes, else its error's kind and message. */
  async end(body: string, options: RunOptions = {}): Promise<string> {
    const prompt = await this.load(body);
    const host = { model, tools: { search }, execution: "run", ...options };
    const outcome = await prompt.start("in", host).outcome;
    if (outcome.status === "completed") return outcome.text;
    return outcome.status === "failed" ? `${outcome.error.kind}: ${outcome.error.message}` : outcome.status;
  }

  /** The prompt with this body. */
  async load(body: string): Promise<Prompt> {
    const name = `older-${this.#modules++}.mjs`;
    this.#workplace.write(name, await emit(HEAD + body));
    return this.#workplace.load(name);
  }

  remove(): void {
    this.#workplace.remove();
  }
}
