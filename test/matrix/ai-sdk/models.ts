import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createOpenAICompatible as createOpenAICompatibleOfSdk5 } from "@ai-sdk/openai-compatible-v2";
import { aiSdk } from "promptforge-runtime/ai-sdk";
import { openai } from "promptforge-runtime/openai";
import type { Model } from "../../../runtime/index.ts";

/** The key of every model here. No event and no message may show it. */
export const KEY = "sk-of-the-matrix";

/** Makes a model of the chat-completions server at an address. */
export type MakeModel = (baseURL: string) => Model;

/** The adapter that the others are compared with. */
export const viaOpenAI: MakeModel = (baseURL) => openai({ baseURL, apiKey: KEY, model: "test-model" });

/** The same server through packages of the AI SDK, by the SDK that they belong to. */
export const viaSdk = {
  "AI SDK 6": (baseURL: string) =>
    aiSdk(createOpenAICompatible({ ...PROVIDER, baseURL })("test-model"), { thinking }),
  "AI SDK 5": (baseURL: string) =>
    aiSdk(createOpenAICompatibleOfSdk5({ ...PROVIDER, baseURL })("test-model"), { thinking }),
} satisfies { readonly [sdk: string]: MakeModel };

/** The names of the SDKs. */
export type Sdk = keyof typeof viaSdk;

const PROVIDER = { name: "loopback", apiKey: KEY, includeUsage: true };

// What the provider does not know it sends as it is.
const thinking = (on: boolean) => ({ loopback: { chat_template_kwargs: { enable_thinking: on } } });
