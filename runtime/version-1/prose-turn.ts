import { Failure } from "../engine/failure.ts";
import type { Template } from "../engine/module.ts";
import type { Entry } from "../engine/state.ts";
import type { ToolScope } from "../engine/tool-scope.ts";
import type { ChainSteps } from "../engine/walk.ts";
import type { MessageRecord } from "../host/messages/record.ts";
import { wireMessages } from "../host/messages/wire.ts";
import { emptyReplyText } from "../host/models/empty-reply.ts";
import { isBlank, type Reply } from "../host/models/reply.ts";
import { readCalls, reportCalls } from "../host/models/reply-calls.ts";
import { modelRound } from "../host/models/round.ts";
import type { RunnableHandle } from "../host/models/section-model.ts";
import { type Offer, offerTools } from "../host/models/tool-offer.ts";
import { fillTemplate } from "../host/prose.ts";
import { quoted, quotedList } from "../host/quote.ts";
import { decodeUtf8 } from "../utf8.ts";
import { beginProse, type Conversation } from "./conversation.ts";
import { luaFailure, turnFailure } from "./failure.ts";
import { giveReply } from "./reply.ts";
import { UNADDED } from "./unadded.ts";

const MOST_ROUNDS = 24;

/**
 * Runs one prose block: fills it and sends it to the section's model (V1-20 to V1-31). `loops` is true for the last prose block of its
 * section, whose rounds go on until there is a text (V1-14, V1-27); `line` is that of the file where it begins. Throws a `Failure` in the turn's
 * own kind.
 */
export function* proseTurn(
  entry: Entry,
  template: Template,
  loops: boolean,
  line: number,
): ChainSteps<undefined> {
  const conversation = beginProse(entry);
  try {
    const text = filled(entry, template);
    if (isBlank(decodeUtf8(text))) return;
    const handle = runnable(entry, conversation);
    conversation.records.push({ role: "user", content: text, calls: [], callId: undefined });
    const reply = yield* rounds(entry, conversation, handle, loops);
    conversation.finishReason = reply.finishReason ?? null;
    if (reply.calls.length === 0) giveReply(entry, reply.isBlank ? "" : reply.text);
  } catch (thrown) {
    throw turnFailure(entry, line, thrown);
  }
}

/** V1-22, V1-61. What a metamethod raises is an error of Lua, whatever has failed in it. */
function filled(entry: Entry, template: Template): string {
  const { vm, section } = entry;
  try {
    return fillTemplate(vm, template, (message) => new Failure("Substitution", message, { section }));
  } catch (thrown) {
    throw luaFailure(entry, undefined, thrown);
  }
}

/** V1-24. */
function runnable({ section }: Entry, { model }: Conversation): RunnableHandle {
  if (typeof model?.model?.complete === "function") return model as RunnableHandle;
  throw new Failure("Binding", `model binding required for section ${section}`, { section, help: NO_MODEL });
}

const NO_MODEL =
  "declare a model with models.default in the H1 Lua, or select one with models.use before the prose; prose for readers stands below `---`";

/** Rounds until there is a text, or one; gives the last reply (V1-27, V1-29). */
function* rounds(
  entry: Entry,
  { records }: Conversation,
  handle: RunnableHandle,
  loops: boolean,
): ChainSteps<Reply> {
  const { vm, section, run } = entry;
  const { maxToolIterations } = run.module.contract;
  const cap = loops ? (maxToolIterations ?? run.limits.maxToolIterations ?? MOST_ROUNDS) : 1;
  const offer = offerTools(vm);
  for (let round = 0; round < cap; round++) {
    const reply = (yield* modelRound(vm, {
      handle,
      messages: wireMessages(records),
      tools: offer.tools,
      origin: "chat",
      calls: { read: readCalls, report: reportCalls },
    }))!;
    if (reply.calls.length === 0) {
      const isAccepted = !reply.isBlank || (loops && round > 0 && reply.finishReason === "stop");
      if (isAccepted) return reply;
      throw new Failure("Completion", emptyReplyText(reply), { section });
    }
    records.push(...(yield* toolRound(entry, offer, reply)));
    if (!loops) return reply;
  }
  const tag = "tool_loop_exhausted";
  throw new Failure("Tool", "tool-call loop did not converge", { section, tag });
}

/** Runs the calls of a reply in order, each checked when its turn has come; gives what the conversation grows by (V1-27, V1-28). */
function* toolRound(
  entry: Entry,
  { scopes }: Offer,
  { calls, turn }: Reply,
): ChainSteps<readonly MessageRecord[]> {
  const results: MessageRecord[] = [];
  for (const call of calls) {
    const scope: ToolScope | undefined = scopes.get(call.name);
    if (scope === undefined) throw outOfScope(entry, call.name, [...scopes.keys()]);
    const content = yield* scope.call({ ...call, turn });
    results.push({ role: "tool", content, calls: [], callId: call.id });
  }
  return [{ role: "assistant", content: "", calls, callId: undefined }, ...results];
}

function outOfScope({ run, section }: Entry, name: string, offered: string[]): Failure {
  const text = `tool ${quoted(name)} is not in this section's scope; in-scope aliases: ${quotedList(offered.sort())}`;
  const isDeclared = run.declarations?.tools.has(name) === true;
  return new Failure("Tool", isDeclared ? text + UNADDED : text, { section });
}
