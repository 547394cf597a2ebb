import type { ModelScript } from "../adapters/scripted.ts";
import type { JsonValue } from "../events.ts";
import type { ModelDescriptor, RunOptions, ToolOutput, ToolRequest, UserInputAnswer } from "../options.ts";

/** What a scripted host has for one run. Lists hold one entry for each request, in order; each must be asked for. */
export interface Script {
  /** The replies of all models: one list, or one for each role; a function replies to any number. Default: none. */
  readonly models?: ModelScript;
  /** What is known of the model beyond its replies; null: the run has none. */
  readonly model?: Partial<ModelDescriptor> | null;
  /** By slot alias; by path, such as `acme/kit/find`, for tools that a capability brings. */
  readonly tools?: { readonly [aliasOrPath: string]: ScriptedTool };
  /** The installed capabilities. Default: those of the paths in `tools`. */
  readonly capabilities?: readonly (string | ScriptedCapability)[];
  /** The answers of `user_input`. Default: nobody can be asked. */
  readonly input?: readonly InputReply[];
  /** The store's files before the run: text by path. */
  readonly store?: { readonly [path: string]: string };
  /** Default 0. */
  readonly startedAt?: number;
  /** Default `test-run`. */
  readonly execution?: string;
  /** Default 0. */
  readonly seed?: bigint | number;
  readonly ui?: RunOptions["ui"];
  readonly limits?: RunOptions["limits"];
  readonly timer?: RunOptions["timer"];
  /** Cancels the run before its first step, or while its first request, which is then never answered, is outstanding. */
  readonly cancel?: "start" | "request";
}

/** A tool of a script: the text that answers every call, one reply for each call, or all about it. */
export type ScriptedTool =
  | string
  | readonly ToolReply[]
  | {
      /** One for every call, one for each, or what makes one. */
      readonly reply:
        | ToolReply
        | readonly ToolReply[]
        | ((args: JsonValue, request: ToolRequest) => ToolReply);
      /** Default `A tool for tests`. */
      readonly description?: string;
      /** Default: an object with anything in it. */
      readonly parameters?: { readonly [key: string]: JsonValue };
      readonly structured?: boolean;
    };

/** What a tool gives, or the message that it fails with. */
export type ToolReply = string | ToolOutput | { readonly error: string };

/** What the operator types, that there is nobody, or the message that the question fails with. */
export type InputReply = string | UserInputAnswer | { readonly error: string };

/** A capability of a script: the tools under its id are its own. */
export interface ScriptedCapability {
  readonly id: string;
  readonly conflicts?: readonly string[];
  /** True: it cannot be activated. */
  readonly fails?: boolean;
}
