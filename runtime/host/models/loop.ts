import type { SectionVM } from "../../engine/state.ts";
import { suspendingHost } from "../../engine/suspend.ts";
import { hostError } from "../../lua/host-error.ts";
import { LuaTable } from "../../lua/table.ts";
import { hostType } from "../../lua/type-name.ts";
import { type LuaFunction, Userdata, type Value } from "../../lua/value.ts";
import { appendTo, recordTable } from "../messages/append.ts";
import { compose } from "../messages/compose.ts";
import { readRecords } from "../messages/record.ts";
import { sequenceProblem } from "../messages/sequence.ts";
import { weight, wireMessages } from "../messages/wire.ts";
import { StandIn } from "../stand-in.ts";
import { emptyReply } from "./empty-reply.ts";
import { handleOf, type ModelHandle } from "./handle.ts";
import { isOverflow, overflow } from "./overflow.ts";
import type { Reply } from "./reply.ts";
import { readCalls, reportCalls } from "./reply-calls.ts";
import { modelRound } from "./round.ts";
import { roundModel } from "./section-model.ts";
import { type Offer, offerTools } from "./tool-offer.ts";
import { runToolCalls } from "./tool-round.ts";

const MOST_ROUNDS = 24;

/**
 * `models.loop(messages, compactor?)`, `models.loop(handle, messages, compactor?)`: rounds over a list until a reply without tool calls
 * ends it; the list grows in place (CONV-20 to CONV-28, CONV-80). Gives nil.
 */
export function hostModelsLoop(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (...values) {
    const loop = loopArguments(vm, values);
    // A frozen list refuses whatever is put into it: before anything is asked.
    if (loop.list instanceof StandIn) appendTo(vm, loop.list, undefined);
    const { limits, module } = vm.run;
    const cap = module.contract.maxToolIterations ?? limits.maxToolIterations ?? MOST_ROUNDS;
    let answered = false;
    for (let round = 0; round < cap; round++) {
      const { list, offer, reply } = yield* chatRound(vm, loop);
      if (reply.calls.length > 0) {
        yield* runToolCalls(vm, list, offer, reply);
        answered = true;
      } else if (reply.isBlank && !(answered && reply.finishReason === "stop")) throw emptyReply(vm, reply);
      else {
        appendTo(vm, list, recordTable("assistant", reply.isBlank ? "" : reply.text));
        return undefined;
      }
    }
    throw hostError(vm, "tool_loop_exhausted", "tool-call loop did not converge");
  });
}

/** The arguments of one call. */
interface Loop {
  readonly handle: ModelHandle | undefined;
  readonly list: Value;
  /** Undefined: `compactors.fail`. */
  readonly compactor: LuaFunction | undefined;
}

/** CONV-20, CONV-21: a leading userdata is a handle, or wants to be one. */
function loopArguments(vm: SectionVM, values: readonly Value[]): Loop {
  const leads = values[0] instanceof Userdata;
  if (values.length > (leads ? 3 : 2))
    throw hostError(vm, "lua", "models.loop takes (handle?, messages, compactor?)");
  const [list, compactor] = leads ? values.slice(1) : values;
  if (compactor !== undefined && typeof compactor !== "function")
    throw hostError(vm, "lua", `compactor must be a function, got ${hostType(compactor)}`);
  const handle = handleOf(values[0]);
  if (leads && handle === undefined) throw hostError(vm, "lua", "models.loop handle must be a model handle");
  return { handle, list, compactor };
}

/** One round, after its checks in the order of CONV-21: what was asked with, and the reply. */
function* chatRound(
  vm: SectionVM,
  loop: Loop,
): Generator<unknown, { list: LuaTable; offer: Offer; reply: Reply }, Value> {
  const { entry, run } = vm;
  takeNotices(vm, loop.list);
  const records = readRecords(vm, loop.list);
  const handle = roundModel(vm, loop.handle);
  const offer = offerTools(vm);
  const problem = sequenceProblem(records);
  if (problem !== undefined) {
    run.emit("model_turn_failed", entry);
    throw hostError(vm, "lua", problem);
  }
  const composed = compose(records);
  if (weight(composed) > handle.context) return yield* overflow(vm, loop.compactor, "precheck");
  const reply = yield* modelRound(vm, {
    handle,
    messages: wireMessages(composed),
    tools: offer.tools,
    origin: "chat",
    calls: { read: readCalls, report: reportCalls },
    overflows: isOverflow,
  });
  if (reply === undefined) return yield* overflow(vm, loop.compactor, "provider");
  return { list: loop.list as LuaTable, offer, reply };
}

/** MTK-41. */
function takeNotices(vm: SectionVM, list: Value): void {
  if (!(list instanceof LuaTable)) return;
  for (const notice of vm.chain.notices?.() ?? []) appendTo(vm, list, recordTable("user", notice));
}
