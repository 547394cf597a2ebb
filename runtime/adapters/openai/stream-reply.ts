import type { JsonValue } from "../../events.ts";
import { isRecord } from "../../host/models/reply.ts";
import { malformedReply } from "../malformed-reply.ts";
import { reportedError } from "../reported-error.ts";
import type { Stopwatch } from "../stopwatch.ts";
import { REASONING_FIELDS } from "./reply.ts";
import { StreamCalls } from "./stream-calls.ts";

/** A streamed reply, put together from its chunks in the form of a whole one (HOST-M15). */
export class StreamReply {
  readonly #calls = new StreamCalls();
  readonly #message: { [field: string]: JsonValue } = { role: "assistant", content: "" };
  /** What stands beside the choices: the first name of the model, the last figures. */
  readonly #beside: { [field: string]: JsonValue } = {};
  readonly #told: (fragment: string) => void;
  readonly #stopwatch: Stopwatch;
  #hasChoice = false;
  #finish: string | undefined;

  /** `told` takes each fragment of the text. */
  constructor(told: (fragment: string) => void, stopwatch: Stopwatch) {
    this.#told = told;
    this.#stopwatch = stopwatch;
  }

  /** True once there is a finish reason: the reply is complete, though figures may follow. */
  get isFinished(): boolean {
    return this.#finish !== undefined;
  }

  /** Takes a chunk. Throws a `ModelFailure` for an error that the provider reports, and for what is malformed. */
  add(chunk: unknown): void {
    if (!isRecord(chunk)) return;
    if (chunk["error"]) throw reportedError(chunk["error"]);
    if (typeof chunk["model"] === "string") this.#beside["model"] ??= chunk["model"];
    for (const name of ["usage", "timings", "metrics"])
      this.#beside[name] = (chunk[name] as JsonValue | undefined) ?? this.#beside[name] ?? null;
    const choice = firstChoice(chunk["choices"]);
    if (choice === undefined) return;
    this.#hasChoice = true;
    const { delta, finish_reason: finish } = choice;
    if (isRecord(delta)) this.#addDelta(delta);
    if (typeof finish === "string" && finish !== "") this.#finish = finish;
  }

  /** The whole reply. */
  whole(): JsonValue {
    const calls = this.#calls.whole();
    const message = { ...this.#message, ...(calls !== undefined && { tool_calls: calls }) };
    const choices = [{ index: 0, message, finish_reason: this.#finish ?? null }];
    return { ...this.#beside, ...(this.#hasChoice && { choices }) };
  }

  #addDelta(delta: { readonly [field: string]: unknown }): void {
    const { content, tool_calls: given } = delta;
    if (content !== undefined && content !== null && typeof content !== "string")
      throw malformedReply("`content` was present but not a string");
    const calls: unknown = given ?? [];
    if (!Array.isArray(calls)) throw malformedReply("`tool_calls` was present but not an array");
    const pieces = ["content", ...REASONING_FIELDS].filter((name) => this.#append(name, delta[name]));
    if (pieces.length > 0 || calls.length > 0) this.#stopwatch.token();
    if (content) this.#told(content);
    for (const fragment of calls) this.#calls.add(fragment);
  }

  #append(name: string, piece: unknown): boolean {
    if (typeof piece !== "string" || piece === "") return false;
    this.#message[name] = ((this.#message[name] as string | undefined) ?? "") + piece;
    return true;
  }
}

/** The choice of number 0; the others are alternatives that nobody has asked for. */
function firstChoice(choices: unknown): { readonly [field: string]: unknown } | undefined {
  if (!Array.isArray(choices)) return undefined;
  return choices.find((choice) => isRecord(choice) && (choice["index"] ?? 0) === 0);
}
