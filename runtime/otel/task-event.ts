import type { EventBase, EventFields, RunEvent } from "../events.ts";
import { callsAttributes, replyAttributes, responseAttributes } from "./chat-attributes.ts";
import type { TaskTrace } from "./task-trace.ts";
import { resultAttributes } from "./tool-attributes.ts";

type EventOf<Kind extends RunEvent["kind"]> = EventBase<Kind> &
  (Kind extends keyof EventFields ? EventFields[Kind] : unknown);

/** Takes an event into the spans of its task. */
export function takeEvent(trace: TaskTrace, event: RunEvent): void {
  const { kind } = event;
  // The end of a model's task is told to its owner whatever that waits for.
  if (kind !== "task_notice" && kind !== "section_finished" && !isOf(trace.effect?.kind, kind))
    trace.settle();
  if (Object.hasOwn(TAKEN, kind)) (TAKEN[kind] as (trace: TaskTrace, event: RunEvent) => void)(trace, event);
  else trace.show(event);
}

/** True for what a round or the call of a bound tool reports of itself. */
function isOf(effect: "model" | "tool" | undefined, kind: RunEvent["kind"]): boolean {
  if (effect === "tool") return kind.startsWith("tool_call_") || kind === "tool_result";
  return effect === "model" && OF_ROUND.has(kind);
}

const OF_ROUND: ReadonlySet<RunEvent["kind"]> = /* @__PURE__ */ new Set<RunEvent["kind"]>([
  "request",
  "response",
  "model_turn_completed",
  "model_turn_failed",
  "model_metadata_degraded",
  "thinking",
  "model_turn_truncated",
  "assistant_reply",
  "assistant_tool_calls",
]);

/** What begins, ends or describes a span. */
const TAKEN: {
  readonly [Kind in RunEvent["kind"]]?: (trace: TaskTrace, event: EventOf<Kind>) => void;
} = {
  section_started(trace, event) {
    const span = trace.begin(`section ${event.section}`, event, {});
    trace.sections.push({ span, error: undefined, isRunning: false, isTornDown: false });
  },
  section_finished: (trace) => trace.endSection(),
  lua_shared_load_failed: failSection,
  lua_chunk_failed: failSection,
  lua_chunk_started: (trace) => markRunning(trace, true),
  lua_chunk_succeeded: (trace) => markRunning(trace, false),
  lua_teardown_succeeded(trace) {
    const section = trace.sections.at(-1);
    if (section?.error !== undefined) trace.endSection(section.error);
    else if (section?.isRunning === true) trace.endSection(null);
    else if (section !== undefined) section.isTornDown = true;
  },
  model_turn_completed({ effect }) {
    if (effect !== undefined) effect.endedAt = Date.now();
  },
  model_turn_failed(trace, event) {
    const { effect } = trace;
    // A list that cannot be sent fails its round before anything is asked.
    if (effect === undefined) trace.show(event);
    else {
      effect.error = event.kind;
      trace.endEffect(false);
    }
  },
  thinking: ({ effect }, { text }) => effect?.thinking.push(text),
  response: ({ effect }, event) => effect?.span.set(responseAttributes(event)),
  assistant_reply(trace, event) {
    const { effect, content } = trace;
    effect?.span.set(replyAttributes(event, content, effect.thinking));
    trace.endEffect(false);
  },
  assistant_tool_calls(trace, event) {
    const { effect, content } = trace;
    effect?.span.set(callsAttributes(event, content, effect.thinking));
    trace.endEffect(false);
    trace.called.add(event.calls, event, trace.sections.length);
  },
  tool_call_failed(trace, event) {
    const { effect } = trace;
    if (effect !== undefined) {
      effect.error = event.kind;
      // The failure of a model's call is also its result.
      if (effect.caller === "script") trace.endEffect(false);
    } else if (!trace.called.fail()) trace.show(event);
  },
  tool_result(trace, event) {
    const { effect, content } = trace;
    const { tool_call_id: id, alias } = event;
    const called = trace.called.end(id);
    const attributes = resultAttributes(event.content, content);
    if (effect !== undefined) {
      effect.span.set(attributes);
      trace.endEffect(false);
    } else {
      const { call, since } = called ?? {};
      const span = trace.beginTool({ alias, ...(call && { id, args: call.arguments }) }, event, since);
      span.set(attributes);
      span.end();
    }
  },
};

/** The H1 pass has no section of its own: nothing is open. */
function failSection({ sections }: TaskTrace, { kind }: { readonly kind: string }): void {
  const section = sections.at(-1);
  if (section !== undefined) section.error = kind;
}

function markRunning({ sections }: TaskTrace, isRunning: boolean): void {
  const section = sections.at(-1);
  if (section !== undefined) section.isRunning = isRunning;
}
