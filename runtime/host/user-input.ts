import { originate } from "../engine/origin.ts";
import type { SectionVM } from "../engine/state.ts";
import { effect, suspendingHost } from "../engine/suspend.ts";
import { spend } from "../lua/fuel.ts";
import { hostError } from "../lua/host-error.ts";
import { made, reserve } from "../lua/memory.ts";
import type { LuaFunction, Value } from "../lua/value.ts";
import type { UserInputAnswer } from "../options.ts";
import { decodeUtf8, encodeUtf8, wellFormed } from "../utf8.ts";
import { thrownText } from "./thrown.ts";

/** The global `user_input()`: waits for the operator and gives `text, available` (UIN-01 to UIN-04, EVT-14). */
export function hostUserInput(vm: SectionVM): LuaFunction {
  const { entry, run } = vm;
  const { userInput } = run.options;
  const refuse = (cause: unknown): never => {
    const text = `user input request was not answered: ${thrownText(cause)}`;
    throw originate(vm, hostError(vm, "internal", encodeUtf8(text)), { ends: "Input", cause, help: HELP });
  };
  const settle = (
    answer: Partial<{ text: string; unavailable: true }> | null | undefined,
  ): readonly Value[] => {
    let given: UserInputAnswer;
    try {
      given = readAnswer(answer);
    } catch (cause) {
      return refuse(cause);
    }
    if (!("text" in given)) return [UNAVAILABLE, false];
    run.emit("user_input", entry, { text: wellFormed(given.text) });
    reserve(vm, given.text.length);
    const text = encodeUtf8(given.text);
    made(vm, text.length);
    return [text, true];
  };
  return suspendingHost(vm, function* (...values) {
    if (values.length > 0) throw hostError(vm, "lua", "user_input takes no arguments");
    spend(vm, 64);
    run.emit("user_input_wait_started", entry);
    const request = { execution: run.execution, section: decodeUtf8(entry.section) };
    return yield* effect<UserInputAnswer, readonly Value[]>(vm, {
      kind: "userInput",
      perform: (context) => (userInput === undefined ? { unavailable: true } : userInput(request, context)),
      request,
      settle,
      refuse,
    });
  });
}

/** A copy of an answer. Throws for what is none, and what the host's own fields throw. */
function readAnswer(
  answer: Partial<{ text: string; unavailable: true }> | null | undefined,
): UserInputAnswer {
  const text = answer?.text;
  if (typeof text === "string") return { text };
  if (answer?.unavailable === true) return { unavailable: true };
  throw new TypeError("the answer must be { text } or { unavailable: true }");
}

const UNAVAILABLE = "User input is unavailable in this host; continue without it.";

const HELP =
  "the `userInput` option of the run failed; leave it out to tell the prompt that nobody can answer";
