import { compileFunction } from "node:vm";
import type { Prompt, RunOptions, RunOutcome } from "../../runtime/index.ts";
import * as runtime from "../../runtime/internal.ts";
import { compile } from "../../src/index.ts";
import { closesBlock, isReturn, programText, syntaxText, wrapProgram } from "./program.ts";

/** How `user_input()` answers in a program: at once, as a plain function; or as the suspending call that it is, in a later turn of the event loop. */
export type Answering = "at once" | "later";

type PromptModule = Parameters<typeof runtime.definePrompt>[0];
type Factory = Extract<PromptModule["globals"][string], (...parameters: never[]) => unknown>;

const LARGEST_OUTPUT = 2 ** 20;

/**
 * Runs a Lua program as the only block of a prompt, compiled to a module that is imported in memory. Gives all that it printed; then, when an error
 * ended it, `error: ` and the message; or `compile: ` and the compiler's message. Positions are those of the program's lines.
 * Beside the language the program has `print`. More than `luaSteps` back-edges and calls end it as `expired`.
 */
export async function runProgram(
  source: string,
  answering: Answering = "later",
  luaSteps = 3_000_000,
): Promise<string> {
  if (closesBlock(source)) throw new Error("a line of three backticks would end the block");
  const { code, diagnostics } = await compile(
    { path: "program.prompt.md", text: wrapProgram(source) },
    { hostNames: { print: "plain", user_input: answering === "later" ? "suspends" : "plain" } },
  );
  if (code === undefined) {
    return `compile: ${syntaxText(diagnostics.find(({ severity }) => severity === "error")!.message)}`;
  }
  const printed: string[] = [];
  const globals = { print: print(printed), ...(answering === "at once" && { user_input: answerAtOnce }) };
  const prompt = load(code, globals);
  const outcome = await prompt.start("", { ...options, limits: { luaSteps } }).outcome;
  const output = printed.join("");
  if (outcome.status === "completed") return output;
  if (outcome.status === "cancelled") return "expired";
  if (isReturn(outcome.error.message)) return output;
  return `${output}error: ${programText(encode(outcome.error.message))}`;
}

/** Runs a Lua program like `runProgram`, with options of a run: how it ends, and what it printed until then. */
export async function runWith(
  source: string,
  given: RunOptions,
): Promise<{ readonly outcome: RunOutcome; readonly output: string }> {
  const { code, diagnostics } = await compile(
    { path: "program.prompt.md", text: wrapProgram(source) },
    { hostNames: { print: "plain" } },
  );
  if (code === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const printed: string[] = [];
  const outcome = await load(code, { print: print(printed) }).start("", { ...options, ...given }).outcome;
  return { outcome, output: printed.join("") };
}

const ANSWER = "answer";

const options: RunOptions = {
  seed: 1,
  startedAt: 0,
  execution: "program",
  userInput: () => Promise.resolve({ text: ANSWER }),
};

/** Evaluates a compiled module with further globals: its only import is the runtime, its only export the prompt. */
function load(code: string, globals: Readonly<Record<string, Factory>>): Prompt<string> {
  const body = code
    .replace(/^import \{([^}]*)\} from "promptforge-runtime\/internal";/, (_, names: string) => {
      return `"use strict"; const {${names.replaceAll(" as ", ": ")}} = runtime;`;
    })
    .replace(/^export default /m, "return ");
  const definePrompt: typeof runtime.definePrompt = (module) =>
    runtime.definePrompt({ ...module, globals: { ...module.globals, ...globals } });
  return compileFunction(body, ["runtime"])({ ...runtime, definePrompt }) as Prompt<string>;
}

function print(printed: string[]): Factory {
  let length = 0;
  return (vm) =>
    (...values) => {
      // The number -0 is no value of Lua here: an integer is never -0, and a float that is one is a box.
      const texts = values.map((value) =>
        Object.is(value, -0) ? "the integer -0" : runtime.toText(vm, value),
      );
      const line = `${texts.join("\t")}\n`;
      length += line.length;
      if (length > LARGEST_OUTPUT) throw new runtime.LuaError("too much output");
      printed.push(line);
      return runtime.EMPTY;
    };
}

const answerAtOnce: Factory = () => () => [ANSWER, true];

/** A message of the run as a byte string. */
function encode(message: string): string {
  return Buffer.from(message, "utf8").toString("latin1");
}
