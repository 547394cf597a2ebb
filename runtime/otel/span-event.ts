import type { RunEvent } from "../events.ts";
import { replayMark } from "./place.ts";
import type { Attributes } from "./tracer.ts";

/** The fields of an event that its span event shows: always, or only with the content. */
interface Shown {
  readonly always?: readonly string[];
  readonly content?: readonly string[];
}

const NOTHING: Shown = {};
const TASK: Shown = { always: ["task", "reason"] };

/** The events that become span events of what is open. Any other begins, ends or describes a span, or is not shown. */
const SHOWN: { readonly [Kind in RunEvent["kind"]]?: Shown } = {
  lua: { content: ["message"] },
  user_input_wait_started: NOTHING,
  user_input: { content: ["text"] },
  task_started: { always: ["task", "target", "origin", "index"], content: ["input", "item", "var"] },
  task_succeeded: TASK,
  task_failed: TASK,
  task_cancelled: TASK,
  task_abandoned: TASK,
  task_notice: { always: ["turn", "task"], content: ["text"] },
  tool_scope_validation_failed: NOTHING,
  tool_call_failed: NOTHING,
  model_turn_failed: NOTHING,
  model_metadata_degraded: { always: ["turn"], content: ["message"] },
};

/** The attributes of the span event that an event becomes; undefined for one that becomes none (HOST-25). */
export function spanEvent(event: RunEvent, content: boolean): Attributes | undefined {
  const isStore = event.kind.startsWith("store_");
  const shown = isStore ? NOTHING : Object.hasOwn(SHOWN, event.kind) ? SHOWN[event.kind] : undefined;
  if (shown === undefined) return undefined;
  const attributes: Attributes = replayMark(event);
  const names = [...(shown.always ?? []), ...((content ? shown.content : undefined) ?? [])];
  for (const name of names) {
    const value = (event as unknown as { readonly [field: string]: unknown })[name];
    if (value !== undefined) attributes[`promptforge.${name}`] = scalar(value);
  }
  return attributes;
}

function scalar(value: unknown): string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : JSON.stringify(value);
}
