import type {
  CallOptions,
  GeneratedReply,
  ReplyPart,
  StreamedReply,
} from "../../../runtime/adapters/ai-sdk/language-model.ts";
import type { LanguageModel } from "../../../runtime/adapters/ai-sdk.ts";
import type { ModelRequest } from "../../../runtime/model.ts";
import type { EffectContext } from "../../../runtime/options.ts";

/** A language model that answers every call alike, with the options of the calls. */
export class FakeLanguageModel implements LanguageModel {
  readonly specificationVersion: "v2" | "v3";
  readonly provider = "fake";
  readonly modelId = "fake-1";
  readonly calls: { readonly way: "generate" | "stream"; readonly options: CallOptions }[] = [];
  /** True once the reader has let the stream go. */
  isCancelled = false;
  readonly #answer: FakeAnswer;

  constructor(answer: FakeAnswer, specificationVersion: "v2" | "v3" = "v3") {
    this.#answer = answer;
    this.specificationVersion = specificationVersion;
  }

  async doGenerate(options: never): Promise<GeneratedReply> {
    this.calls.push({ way: "generate", options });
    const { generated, failure, isSilent } = this.#answer;
    if (isSilent === true) await new Promise(() => undefined);
    if (failure !== undefined) throw failure;
    return generated as GeneratedReply;
  }

  async doStream(options: never): Promise<StreamedReply> {
    this.calls.push({ way: "stream", options });
    const { parts = [], failure, isSilent } = this.#answer;
    if (failure !== undefined) throw failure;
    let place = 0;
    const read = async () => {
      if (place === parts.length && isSilent === true) await new Promise(() => undefined);
      const value = parts[place++];
      if (value instanceof Error) throw value;
      return { done: value === undefined, value: value as ReplyPart | undefined };
    };
    const cancel = async () => {
      this.isCancelled = true;
    };
    return { stream: { getReader: () => ({ read, cancel }) }, request: { body: { asked: true } } };
  }
}

/** What it answers. */
export interface FakeAnswer {
  readonly generated?: object;
  /** The parts of a stream; an error breaks it off. */
  readonly parts?: readonly (object | Error)[];
  /** What every call fails with. */
  readonly failure?: unknown;
  /** Nothing comes (any more). */
  readonly isSilent?: boolean;
}

/** A whole reply. */
export function generated(content: readonly object[], fields: object = {}): FakeAnswer {
  const finishReason = { unified: "stop", raw: "stop" };
  return { generated: { content, finishReason, usage: {}, warnings: [], ...fields } };
}

/** The last part of a stream. */
export const FINISH = { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage: {} };

/** A round with one message. */
export function roundOf(fields: Partial<ModelRequest> = {}): ModelRequest {
  return {
    role: "writer",
    modelId: "fake-1",
    messages: [{ role: "user", content: "Hello" }],
    tools: [],
    options: {},
    origin: fields.stream === true ? "chat" : "infer",
    stream: false,
    ...fields,
  };
}

/** Who asks. */
export function contextOf(fields: Partial<EffectContext> = {}): EffectContext {
  return {
    id: 0,
    provenance: { task: "0", seq: 7 },
    execution: "run 1",
    section: "One",
    signal: undefined,
    key: "run 1:0:7",
    limits: {},
    ...fields,
  };
}
