import type { JsonValue } from "../../events.ts";
import type { ModelCompletion } from "../../model.ts";
import { encodeUtf8 } from "../../utf8.ts";
import { replyTooLong } from "../malformed-reply.ts";
import { Stopwatch } from "../stopwatch.ts";
import { streamFailure } from "./failure.ts";
import { finishWord } from "./finish-reason.ts";
import type { ReplyPart } from "./language-model.ts";
import { usageMetrics } from "./usage.ts";

/** How a reply is read. */
export interface ReplySettings {
  /** The most bytes that text, reasoning and arguments together may have (LMT-03). */
  readonly maxResponseBytes: number;
  /** Takes each fragment of the text (HOST-7). */
  readonly onDelta: ((fragment: string) => void) | undefined;
}

/** A reply as it comes, part by part: whole ones and those of a stream. It is made when the request is sent. */
export class Reply {
  /** True when the part was read that ends a stream. */
  isFinished = false;
  /** The name that the provider gives the model; undefined when it gives none. */
  model: string | undefined = undefined;
  readonly #settings: ReplySettings;
  readonly #stopwatch = new Stopwatch();
  #text = "";
  #reasoning = "";
  readonly #calls: { id: string; name: string; arguments: string }[] = [];
  #finishReason: unknown = undefined;
  #usage: unknown = undefined;
  /** Bytes of text and reasoning, of arguments as fragments, and of arguments as a whole. */
  readonly #bytes = { said: 0, fragments: 0, arguments: 0 };

  constructor(settings: ReplySettings) {
    this.#settings = settings;
  }

  /** Reads a part; one of a type that is of no use is ignored. Throws the failure that it reports, and for a reply that is too large. */
  take(part: ReplyPart): void {
    if (part.type.endsWith("-delta")) this.#stopwatch.token();
    if (Object.hasOwn(READERS, part.type)) READERS[part.type]!(this, part as ReplyPart & PartFields);
  }

  /** Takes a fragment of the text, and gives it out. */
  say(fragment: string): void {
    this.#count("said", fragment);
    this.#text += fragment;
    this.#settings.onDelta?.(fragment);
  }

  /** Takes a fragment of what the model thinks. */
  think(fragment: string): void {
    this.#count("said", fragment);
    this.#reasoning += fragment;
  }

  /** A fragment of arguments, which come again as a whole. */
  grow(fragment: string): void {
    this.#count("fragments", fragment);
  }

  /** The engine judges the fields (HOST-M14, HOST-M16). */
  call({ toolCallId, toolName, input }: PartFields): void {
    this.#count("arguments", input);
    this.#calls.push({ id: toolCallId, name: toolName, arguments: input });
  }

  /** The reply is complete: why it has ended and what it cost, in the form of its specification. */
  finish(reason: unknown, usage: unknown): void {
    this.isFinished = true;
    this.#finishReason = reason;
    this.#usage = usage;
  }

  /** What the parts say together; calls win over a text (HOST-M02). `raw` has what went over the wire, as far as it is known. */
  completion(raw: { readonly request: unknown; readonly response: unknown }): ModelCompletion {
    const finishReason = finishWord(this.#finishReason);
    const usage = usageMetrics(this.#usage);
    return {
      result: this.#calls.length > 0 ? { toolCalls: this.#calls } : { text: this.#text },
      ...(finishReason !== undefined && { finishReason }),
      ...(this.#reasoning !== "" && { reasoning: this.#reasoning }),
      ...(this.model !== undefined && { model: this.model }),
      metrics: { ...(usage !== undefined && { usage }), client: this.#stopwatch.read() },
      ...(raw.request !== undefined && {
        raw: { request: jsonOf(raw.request), response: jsonOf(raw.response ?? null) },
      }),
    };
  }

  #count(what: "said" | "fragments" | "arguments", text: string): void {
    const bytes = this.#bytes;
    if (typeof text === "string") bytes[what] += encodeUtf8(text).length;
    const { maxResponseBytes } = this.#settings;
    if (bytes.said + Math.max(bytes.fragments, bytes.arguments) <= maxResponseBytes) return;
    throw replyTooLong(maxResponseBytes);
  }
}

/** The fields of the parts that are read, by the types that have them. */
interface PartFields {
  readonly text: string;
  readonly delta: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: string;
  /** True for a call that the provider has answered itself. */
  readonly providerExecuted?: boolean;
  readonly modelId?: string;
  readonly finishReason: unknown;
  readonly usage: unknown;
  readonly error: unknown;
}

const READERS: { readonly [type: string]: (reply: Reply, part: PartFields) => void } = {
  text: (reply, { text }) => reply.say(text),
  "text-delta": (reply, { delta }) => reply.say(delta),
  reasoning: (reply, { text }) => reply.think(text),
  "reasoning-delta": (reply, { delta }) => reply.think(delta),
  "tool-input-delta": (reply, { delta }) => reply.grow(delta),
  "tool-call": (reply, part) => {
    if (part.providerExecuted !== true) reply.call(part);
  },
  "response-metadata": (reply, { modelId }) => {
    reply.model ??= modelId;
  },
  finish: (reply, { finishReason, usage }) => reply.finish(finishReason, usage),
  error: (_, { error }) => {
    throw streamFailure(error);
  },
};

/** Some providers give the body as its text. */
function jsonOf(body: unknown): JsonValue {
  if (typeof body !== "string") return body as JsonValue;
  try {
    return JSON.parse(body) as JsonValue;
  } catch {
    return body;
  }
}
