import type { SectionVM } from "../../engine/state.ts";
import { suspendingHost } from "../../engine/suspend.ts";
import { hostError } from "../../lua/host-error.ts";
import { hostType } from "../../lua/type-name.ts";
import { type LuaFunction, type Steps, Userdata, type Value } from "../../lua/value.ts";
import { decodeUtf8, isUtf8 } from "../../utf8.ts";
import { emptyReply } from "./empty-reply.ts";
import { handleOf, type ModelHandle } from "./handle.ts";
import { modelRound } from "./round.ts";
import { roundModel } from "./section-model.ts";

/** `models.infer(prompt)`, `models.infer(handle, prompt)`: one request of one message, without tools; gives the reply's text (MOD-50 to MOD-53). */
export function hostModelsInfer(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (...values) {
    if (values.length > 2) throw hostError(vm, "lua", "models.infer takes (handle?, prompt)");
    const prompt = promptText(vm, values[values.length - 1]);
    return yield* inferred(vm, values.length === 2 ? leadingHandle(vm, values[0]) : undefined, prompt);
  });
}

/** The text that a model gives for a prompt: the handle's, else the section's as it stands now. */
export function* inferred(vm: SectionVM, given: ModelHandle | undefined, prompt: string): Steps {
  const calls = {
    // What they say does not matter: none was offered.
    read: (list: readonly unknown[]) => list.map(() => UNREAD),
    report: () => {
      throw hostError(vm, "lua", "model inference received tool calls but no tools were advertised");
    },
  };
  const handle = roundModel(vm, given);
  const messages = [{ role: "user", content: decodeUtf8(prompt) }] as const;
  const reply = (yield* modelRound(vm, { handle, messages, tools: [], origin: "infer", calls }))!;
  if (reply.isBlank) throw emptyReply(vm, reply);
  return reply.text;
}

const UNREAD = { id: "", name: "", arguments: /* @__PURE__ */ new Map() };

/** The prompt as given, checked. */
export function promptText(vm: SectionVM, value: Value): string {
  if (typeof value !== "string")
    throw hostError(vm, "lua", `prompt must be a string, got ${hostType(value)}`);
  if (!isUtf8(value)) throw hostError(vm, "lua", "prompt must be a valid UTF-8 string");
  return value;
}

function leadingHandle(vm: SectionVM, value: Value): ModelHandle | undefined {
  const handle = handleOf(value);
  if (value === undefined || handle !== undefined) return handle;
  const found = value instanceof Userdata ? "" : `, got ${hostType(value)}`;
  throw hostError(vm, "lua", `models.infer handle must be a model handle${found}`);
}
