import type { ModelRequest } from "../../model.ts";
import type { EffectContext } from "../../options.ts";
import { wellFormed } from "../../utf8.ts";
import type { CallOptions, LanguageModel, ProviderOptions } from "./language-model.ts";
import { promptMessages } from "./messages.ts";

/** What is asked of providers beside the request. */
export interface ProviderSettings {
  readonly providerOptions: ProviderOptions | undefined;
  /** The options that switch thinking on or off; undefined: the model is not told. */
  readonly thinking: ((on: boolean) => ProviderOptions) | undefined;
}

/** A round as the AI SDK takes it: without tools no list of them, unset options absent (HOST-M01, MOD-32). */
export function callOptions(
  request: ModelRequest,
  { key }: EffectContext,
  model: Pick<LanguageModel, "specificationVersion">,
  settings: ProviderSettings,
): CallOptions {
  const { messages, tools, options } = request;
  const { temperature, maxTokens, thinking } = options;
  const switched = thinking === undefined ? undefined : settings.thinking?.(thinking);
  const providerOptions = merged(settings.providerOptions, switched);
  return {
    prompt: promptMessages(messages, model),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: "function",
        name,
        description,
        inputSchema: parameters,
      })),
      toolChoice: { type: "auto" },
    }),
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    headers: { "Idempotency-Key": encodeURIComponent(wellFormed(key)) },
    ...(providerOptions !== undefined && { providerOptions }),
  };
}

/** The options of both, provider by provider; the second wins. */
function merged(
  general: ProviderOptions | undefined,
  special: ProviderOptions | undefined,
): ProviderOptions | undefined {
  if (general === undefined || special === undefined) return special ?? general;
  const joined = Object.entries(special).map(
    ([provider, options]) => [provider, { ...general[provider], ...options }] as const,
  );
  return { ...general, ...Object.fromEntries(joined) };
}
