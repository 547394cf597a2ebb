import type { SectionVM } from "../../engine/state.ts";
import { decodeUtf8 } from "../../utf8.ts";
import type { Completion, Raw } from "./completion.ts";
import type { Reply } from "./reply.ts";

/** Reports a round that completed, in the order of EVT-15; calls of tools are reported behind it. */
export function reportReply(
  { run, entry }: SectionVM,
  reply: Reply,
  completion: Completion,
  origin: "infer" | "chat",
): void {
  const { turn, calls, reasoning, finishReason, isBlank } = reply;
  const { model = "", measured } = completion;
  run.emit("model_turn_completed", entry);
  for (const message of degradations(completion))
    run.emit("model_metadata_degraded", entry, { turn, message });
  if (reasoning !== undefined) run.emit("thinking", entry, { turn, model, text: reasoning });
  if (isBlank || calls.length > 0) return;
  if (finishReason === "length") run.emit("model_turn_truncated", entry);
  run.emit("assistant_reply", entry, {
    turn,
    text: decodeUtf8(reply.text),
    ...(finishReason !== undefined && { finish_reason: decodeUtf8(finishReason) }),
    model,
    ...("problem" in measured ? {} : measured),
    origin,
  });
}

/** Reports what went over the wire, where the model tells it as JSON (HOST-24). */
export function reportRaw(
  { run, entry }: SectionVM,
  { request, response }: Raw,
  completion: Completion | undefined,
  turn: number,
): void {
  const { finishReason, reasoning } = completion ?? {};
  if (request !== undefined) run.emit("request", entry, { turn, body: request });
  if (response === undefined) return;
  run.emit("response", entry, {
    turn,
    body: response,
    ...(finishReason !== undefined && { finish_reason: finishReason }),
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
  });
}

function degradations({ model, degraded, measured }: Completion): readonly string[] {
  return [
    ...(model === undefined ? ["completion response named no string `model`; recorded as empty"] : []),
    ...degraded,
    ...("problem" in measured
      ? [`malformed \`metrics\` in completion response ignored: ${measured.problem}`]
      : []),
  ];
}
