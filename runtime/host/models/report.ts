import type { SectionVM } from "../../engine/state.ts";
import type { CallMetrics, JsonValue } from "../../events.ts";
import type { ModelCompletion } from "../../model.ts";
import { decodeUtf8 } from "../../utf8.ts";
import type { Reply } from "./reply.ts";

/** Reports a round that completed, in the order of EVT-15; calls of tools are reported behind it. */
export function reportReply(
  { run, entry }: SectionVM,
  reply: Reply,
  completion: ModelCompletion,
  origin: "infer" | "chat",
): void {
  const { turn, calls, reasoning, finishReason, isBlank } = reply;
  const model = modelName(completion);
  const metrics = copyOf(completion.metrics);
  run.emit("model_turn_completed", entry);
  for (const message of degradations(completion, metrics))
    run.emit("model_metadata_degraded", entry, { turn, message });
  if (reasoning !== undefined) run.emit("thinking", entry, { turn, model, text: reasoning });
  if (isBlank || calls.length > 0) return;
  if (finishReason === "length") run.emit("model_turn_truncated", entry);
  run.emit("assistant_reply", entry, {
    turn,
    text: decodeUtf8(reply.text),
    ...(finishReason !== undefined && { finish_reason: decodeUtf8(finishReason) }),
    model,
    ...("data" in metrics && { metrics: metrics.data }),
    origin,
  });
}

/** Reports what went over the wire, where the model tells (HOST-24). */
export function reportRaw({ run, entry }: SectionVM, completion: ModelCompletion, turn: number): void {
  const { raw, finishReason, reasoning } = completion ?? {};
  const request = copyOf(raw?.request);
  const response = copyOf(raw?.response);
  if ("problem" in request || "problem" in response) return;
  run.emit("request", entry, { turn, body: request.data });
  run.emit("response", entry, {
    turn,
    body: response.data,
    ...(typeof finishReason === "string" && { finish_reason: finishReason }),
    ...(typeof reasoning === "string" && { reasoning_content: reasoning }),
  });
}

/** How the model that answered names itself; empty when it does not. */
export function modelName({ model }: ModelCompletion): string {
  return typeof model === "string" ? model : "";
}

/** A frozen copy of plain data. Throws for what JSON does not have. */
export function frozenCopy<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data), (_key, value: JsonValue) => Object.freeze(value)) as Data;
}

function degradations(
  { model, degraded, metrics: given }: ModelCompletion,
  metrics: Copy<CallMetrics>,
): readonly string[] {
  return [
    ...(typeof model === "string" ? [] : ["completion response named no string `model`; recorded as empty"]),
    ...(Array.isArray(degraded) ? degraded.map(String) : []),
    ...(given !== undefined && "problem" in metrics
      ? [`malformed \`metrics\` in completion response ignored: ${metrics.problem}`]
      : []),
  ];
}

type Copy<Data> = { readonly data: Data } | { readonly problem: string };

/** A frozen copy of an object of plain data, or why there is none. */
function copyOf<Data>(data: Data | undefined): Copy<Data> {
  if (typeof data !== "object" || data === null) return { problem: "expected an object" };
  try {
    return { data: frozenCopy(data) };
  } catch (thrown) {
    return { problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
