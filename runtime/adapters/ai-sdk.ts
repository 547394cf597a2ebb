import type { Model, ModelCompletion, ModelRequest } from "../model.ts";
import { ModelFailure } from "../model-failure.ts";
import type { EffectContext, ModelDescriptor } from "../options.ts";
import { callOptions, type ProviderSettings } from "./ai-sdk/call-options.ts";
import { callFailure } from "./ai-sdk/failure.ts";
import type { CallOptions, LanguageModel, PartReader, ProviderOptions } from "./ai-sdk/language-model.ts";
import { Reply } from "./ai-sdk/reply.ts";
import { describedModel } from "./described-model.ts";
import { replyLimits } from "./reply-limits.ts";
import { Watch } from "./watch.ts";

export type { LanguageModel, ProviderOptions } from "./ai-sdk/language-model.ts";

/** How a language model of the AI SDK is presented and asked. */
export interface AiSdkOptions extends Partial<Pick<ModelDescriptor, "id" | "description" | "context">> {
  /**
   * What the model can do (HOST-M01), or the options that switch its thinking on and off: `(on) => ({ anthropic: { thinking: … } })`. Only
   * with such a function the model hears of a role's switch. Default: `switchable`.
   */
  readonly thinking?: ModelDescriptor["thinking"] | ((on: boolean) => ProviderOptions);
  /** Sent with every request. */
  readonly providerOptions?: ProviderOptions;
}

/**
 * A model that a package of the Vercel AI SDK provides, such as `anthropic("…")` of `@ai-sdk/anthropic`. Its default id is the language
 * model's. The role of a request is not used. Throws a `TypeError` for what is no language model.
 */
export function aiSdk(languageModel: LanguageModel, options: AiSdkOptions = {}): Model {
  refuseOther(languageModel);
  const { thinking, providerOptions, ...descriptor } = options;
  const isMapped = typeof thinking === "function";
  const settings = { providerOptions, thinking: isMapped ? thinking : undefined };
  const shown = { id: languageModel.modelId, ...descriptor };
  const capability = isMapped ? "switchable" : thinking;
  return describedModel(
    capability === undefined ? shown : { ...shown, thinking: capability },
    (request, context) => complete(languageModel, settings, request, context),
  );
}

const SPECIFICATIONS: readonly unknown[] = ["v2", "v3"];

function refuseOther(given: unknown): void {
  if (typeof given === "string")
    throw new TypeError(
      `aiSdk takes a language model, not the text of its id: give what the provider's package makes, such as openai("${given}")`,
    );
  const { specificationVersion, modelId, doGenerate, doStream } = (given ?? {}) as Partial<LanguageModel>;
  if (typeof modelId !== "string" || typeof doGenerate !== "function" || typeof doStream !== "function")
    throw new TypeError("aiSdk takes a language model of the AI SDK: give what a provider's package makes");
  if (!SPECIFICATIONS.includes(specificationVersion))
    throw new TypeError(
      `aiSdk takes language models of the specifications v2 and v3 (AI SDK 5 and 6), not ${specificationVersion}`,
    );
}

async function complete(
  model: LanguageModel,
  settings: ProviderSettings,
  request: ModelRequest,
  context: EffectContext,
): Promise<ModelCompletion> {
  const { maxResponseBytes, requestTimeoutMs } = replyLimits(context.limits);
  const asked = callOptions(request, context, model, settings);
  const reply = new Reply({ maxResponseBytes, onDelta: request.stream ? request.onDelta : undefined });
  const watch = new Watch(context.signal, requestTimeoutMs);
  const abortSignal = watch.open();
  const options = abortSignal === undefined ? asked : { ...asked, abortSignal };
  try {
    return await (request.stream ? streamed : generated)(model, options, watch, reply);
  } catch (thrown) {
    watch.release();
    // The run has stopped waiting, and says so itself.
    throw watch.isAborted ? thrown : callFailure(thrown);
  } finally {
    watch.end();
  }
}

async function generated(
  model: LanguageModel,
  options: CallOptions,
  watch: Watch,
  reply: Reply,
): Promise<ModelCompletion> {
  const { content, finishReason, usage, request, response } = await watch.wait(
    model.doGenerate(options as never),
  );
  reply.model = response?.modelId;
  for (const part of content) reply.take(part);
  reply.finish(finishReason, usage);
  return reply.completion({ request: request?.body, response: response?.body });
}

async function streamed(
  model: LanguageModel,
  options: CallOptions,
  watch: Watch,
  reply: Reply,
): Promise<ModelCompletion> {
  const { stream, request } = await watch.wait(model.doStream(options as never));
  const reader = stream.getReader();
  try {
    await readParts(reader, watch, reply);
  } finally {
    // Lets the connection go; nobody waits for it, and what it fails with is of no use any more.
    reader.cancel().catch(() => undefined);
  }
  return reply.completion({ request: request?.body, response: undefined });
}

/** Reads to the part that ends the stream. A stream without one was cut off (HOST-M15). */
async function readParts(reader: PartReader, watch: Watch, reply: Reply): Promise<void> {
  while (!reply.isFinished) {
    const { done, value } = await watch.wait(reader.read());
    if (done) throw new ModelFailure({ kind: "transport" });
    if (value !== undefined) reply.take(value);
  }
}
