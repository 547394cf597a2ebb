import type { OfferedTool } from "./engine/tool-scope.ts";
import type { CallMetrics, JsonValue } from "./events.ts";
import type { EffectContext, ModelDescriptor } from "./options.ts";

/** A model that answers rounds: what the adapters make (HOST-M01). */
export interface Model extends ModelDescriptor {
  /** Answers one round, or fails with a `ModelFailure`; any other exception fails the round with its message (HOST-M20). */
  readonly complete: (
    request: ModelRequest,
    context: EffectContext,
  ) => ModelCompletion | PromiseLike<ModelCompletion>;
}

/** One round. The object is the model's own: nothing in the run changes through it (HOST-M03). */
export interface ModelRequest {
  /** The label of the role that the round runs on, or a raw model id (MOD-25). */
  readonly role: string;
  /** The catalog id. */
  readonly modelId: string;
  /** Composed, never empty. */
  readonly messages: readonly WireMessage[];
  /** None: the request to a provider must then have no list of tools. */
  readonly tools: readonly OfferedTool[];
  /** A key only when it is set (MOD-32). `thinking` is the role's, whatever the model can do. */
  readonly options: {
    readonly temperature?: number;
    readonly maxTokens?: number;
    readonly thinking?: boolean;
  };
  /** `chat` is a round of `models.loop`. */
  readonly origin: "infer" | "chat";
  /** True for `chat` only. */
  readonly stream: boolean;
  /** Of `chat` rounds: takes the live fragments of the text in order; never throws. */
  readonly onDelta?: (fragment: string) => void;
}

/** A record of a conversation as it is sent. */
export type WireMessage =
  | { readonly role: "system" | "user"; readonly content: string | readonly WirePart[] }
  | {
      readonly role: "assistant";
      readonly content: string | readonly WirePart[];
      readonly tool_calls?: readonly WireToolCall[];
    }
  | {
      readonly role: "tool";
      readonly content: string | readonly WirePart[];
      readonly tool_call_id: string;
    };

/** A part of a content that is no plain text. */
export type WirePart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } };

/** A tool call in an assistant record. */
export interface WireToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: { readonly [key: string]: JsonValue };
}

/** What a model answers. Calls win over a text beside them (HOST-M02). */
export interface ModelCompletion {
  readonly result:
    | { readonly text: string }
    | {
        readonly toolCalls: readonly {
          readonly id: string;
          readonly name: string;
          /** An object, or the JSON text of one. */
          readonly arguments: { readonly [key: string]: JsonValue } | string;
        }[];
      };
  readonly finishReason?: string;
  readonly reasoning?: string;
  /** The model that answered, as it names itself. */
  readonly model?: string;
  readonly metrics?: CallMetrics;
  /** What of the answer's metadata could not be read, one message each. */
  readonly degraded?: readonly string[];
  /** What went over the wire, for the `debugCapture` option. */
  readonly raw?: { readonly request: JsonValue; readonly response: JsonValue };
}

/** Why a model did not answer (HOST-M20). */
export type ModelFailureDetails =
  /** No connection, or no answer in time. */
  | { readonly kind: "transport" }
  /** An answer of another status than success. */
  | { readonly kind: "backend"; readonly status: number; readonly body?: string }
  /** An answer that could not be read. */
  | { readonly kind: "malformed"; readonly message: string }
  /** An answer of another status whose body could not be read. */
  | { readonly kind: "unreadable"; readonly status: number }
  | { readonly kind: "disabled" }
  /** The settings of the model are no good. */
  | { readonly kind: "config"; readonly message: string };
