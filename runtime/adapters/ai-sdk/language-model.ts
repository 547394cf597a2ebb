import type { JsonValue } from "../../events.ts";

/** A language model of the AI SDK, as far as this adapter uses it: specification 2 (AI SDK 5) and 3 (AI SDK 6). */
export interface LanguageModel {
  readonly specificationVersion: "v2" | "v3";
  readonly provider: string;
  readonly modelId: string;
  // What they take is made by this adapter alone; `never` lets the types of every version of the SDK in.
  doGenerate(options: never): PromiseLike<GeneratedReply>;
  doStream(options: never): PromiseLike<StreamedReply>;
}

/** Options of providers, by the name of the provider. */
export interface ProviderOptions {
  readonly [provider: string]: { readonly [option: string]: JsonValue };
}

/** What `doGenerate` gives. */
export interface GeneratedReply {
  readonly content: readonly ReplyPart[];
  readonly finishReason: unknown;
  readonly usage: unknown;
  readonly request?: { readonly body?: unknown } | undefined;
  readonly response?: { readonly modelId?: string | undefined; readonly body?: unknown } | undefined;
}

/** What `doStream` gives. */
export interface StreamedReply {
  readonly stream: PartStream;
  readonly request?: { readonly body?: unknown } | undefined;
}

/** A `ReadableStream` of parts. */
export interface PartStream {
  getReader(): PartReader;
}

/** Its reader. */
export interface PartReader {
  read(): Promise<{ readonly done: boolean; readonly value?: ReplyPart | undefined }>;
  cancel(reason?: unknown): Promise<void>;
}

/** A part of a reply; its other fields depend on the type. */
export interface ReplyPart {
  readonly type: string;
}

/** What both calls take. */
export interface CallOptions {
  readonly prompt: readonly PromptMessage[];
  readonly tools?: readonly FunctionTool[];
  readonly toolChoice?: { readonly type: "auto" };
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly abortSignal?: AbortSignal;
  readonly headers?: { readonly [name: string]: string };
  readonly providerOptions?: ProviderOptions;
}

/** A tool as it is offered to the model. */
export interface FunctionTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly [key: string]: JsonValue };
}

/** A message of the conversation. */
export type PromptMessage =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: readonly (TextPart | FilePart)[] }
  | { readonly role: "assistant"; readonly content: readonly (TextPart | FilePart | ToolCallPart)[] }
  | { readonly role: "tool"; readonly content: readonly ToolResultPart[] };

/** A text of a message. */
export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** An image of a message. */
export interface FilePart {
  readonly type: "file";
  readonly mediaType: string;
  /** Base64, or where it is. */
  readonly data: string | URL;
}

/** A call that the model has made before. */
export interface ToolCallPart {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: { readonly [key: string]: JsonValue };
}

/** What such a call has given. */
export interface ToolResultPart {
  readonly type: "tool-result";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output:
    | { readonly type: "text"; readonly value: string }
    | { readonly type: "content"; readonly value: readonly (TextPart | ResultImage)[] };
}

/** An image in a tool's result: `media` in specification 2, the others in specification 3. */
export type ResultImage =
  | { readonly type: "media" | "image-data"; readonly mediaType: string; readonly data: string }
  | { readonly type: "image-url"; readonly url: string };
