import type { Model } from "../model.ts";
import { describedModel } from "./described-model.ts";
import { exchangeWithRetry } from "./openai/retry.ts";
import { type OpenAIOptions, readSettings } from "./openai/settings.ts";
import { replyLimits } from "./reply-limits.ts";
import { Watch } from "./watch.ts";

export type { Fetch, FetchBody, FetchReader, FetchResponse } from "./openai/fetch.ts";
export type { Headers, OpenAIOptions, RetryOptions, Supplied } from "./openai/settings.ts";

/**
 * A model behind any chat-completions endpoint: OpenAI, llama.cpp, vLLM, Ollama, OpenRouter and their like (HOST-M10). It uses `fetch` and
 * nothing else, and keeps no state between rounds. Throws a `TypeError` for options that are no good.
 */
export function openai(options: OpenAIOptions): Model {
  const settings = readSettings(options);
  return describedModel(descriptorOf(options), async (request, context) => {
    const { maxResponseBytes, requestTimeoutMs } = replyLimits(context.limits);
    const watch = new Watch(context.signal, requestTimeoutMs);
    try {
      return await exchangeWithRetry(settings, { request, context, watch, maxBytes: maxResponseBytes });
    } finally {
      watch.end();
    }
  });
}

function descriptorOf({ model, id = model, description, context, thinking }: OpenAIOptions) {
  return {
    id,
    ...(description !== undefined && { description }),
    ...(context !== undefined && { context }),
    ...(thinking !== undefined && { thinking }),
  };
}
