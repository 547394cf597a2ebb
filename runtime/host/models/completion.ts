import type { JsonValue } from "../../events.ts";
import { wellFormed } from "../../utf8.ts";
import { thrownText } from "../thrown.ts";
import { fieldOf } from "./failure.ts";
import { hostCopy } from "./host-copy.ts";
import { type Measured, readMetrics } from "./metrics.ts";
import { isRecord } from "./reply.ts";

/** A completion, each field read once: nothing of the host's runs any more when it is judged and reported. Texts are well-formed UTF-16. */
export interface Completion {
  readonly result: { readonly text: unknown; readonly toolCalls: unknown } | undefined;
  readonly finishReason: string | undefined;
  readonly reasoning: string | undefined;
  readonly model: string | undefined;
  readonly measured: Measured;
  readonly degraded: readonly string[];
}

/** What went over the wire, as far as the model tells it (HOST-24): frozen, undefined for what is no JSON. */
export interface Raw {
  readonly request: JsonValue | undefined;
  readonly response: JsonValue | undefined;
}

/** Reads a completion; undefined for what has no fields. Throws what the host's own accessors throw. */
export function readCompletion(given: unknown): Completion | undefined {
  if (!isRecord(given)) return undefined;
  const { result, finishReason, reasoning, model, metrics, degraded } = given;
  return {
    result: isRecord(result) ? { text: result["text"], toolCalls: result["toolCalls"] } : undefined,
    finishReason: textOf(finishReason),
    reasoning: textOf(reasoning),
    model: textOf(model),
    measured: readMetrics(metrics),
    degraded: Array.isArray(degraded) ? degraded.map((note) => wellFormed(thrownText(note))) : [],
  };
}

/** Reads the raw form of a completion. */
export function readRaw(given: unknown): Raw {
  const raw = fieldOf(given, "raw");
  return { request: copyOf(raw, "request"), response: copyOf(raw, "response") };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? wellFormed(value) : undefined;
}

function copyOf(raw: unknown, name: keyof Raw): JsonValue | undefined {
  try {
    return hostCopy(fieldOf(raw, name));
  } catch {
    return undefined;
  }
}
