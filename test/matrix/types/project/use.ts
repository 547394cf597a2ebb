import type { Model, Prompt, PromptRun, SlotTool } from "promptforge-runtime";
import plain from "./prompts/plain.prompt.md";
import review, { type Args, type Role, type Tool } from "./prompts/review.prompt.md";

declare const model: Model;
declare const tool: SlotTool;

// What is right.
export const text: Promise<string> = review.run({ text: "x" }, { model });
export const run: PromptRun = review.start(
  { text: "x", "max-words": 3, strict: true },
  { models: { writer: model, "fact-checker": model }, tools: { find: tool } },
);
review.run("the argument string", { model, models: { writer: model } });
plain.run();
plain.run("x", { model });
export const args: Args = { text: "x" };
export const roles: readonly Role[] = ["writer", "fact-checker"];
export const slot: Tool = "find";
export const prompts: readonly Prompt[] = [plain];
export const any: Prompt<Args, Role, Tool> = review;

// What is wrong: one line each.
// @ts-expect-error an argument of another type
review.run({ text: 1 }, { model });
// @ts-expect-error an argument that is missing
review.run({ strict: true }, { model });
// @ts-expect-error an argument that is not declared
review.run({ text: "x", loud: true }, { model });
// @ts-expect-error an optional argument that is undefined
review.run({ text: "x", strict: undefined }, { model });
// @ts-expect-error no input
review.run(undefined, { model });
// @ts-expect-error no model
review.run({ text: "x" });
// @ts-expect-error no model for a role
review.run({ text: "x" }, { models: { writer: model } });
// @ts-expect-error a role that is not declared
review.run({ text: "x" }, { model, models: { reader: model } });
// @ts-expect-error a slot that is not declared
review.run({ text: "x" }, { model, tools: { lose: tool } });
// @ts-expect-error an option that is none
review.run({ text: "x" }, { model, modle: model });
// @ts-expect-error a role where none is declared
plain.run("x", { models: { writer: model } });
// @ts-expect-error an object where a text is taken
plain.run({ text: "x" });
// @ts-expect-error a result is a text
export const length: Promise<number> = plain.run();
// @ts-expect-error the name of a role
export const role: Role = "reader";
// @ts-expect-error a prompt has no such member
review.compile();
