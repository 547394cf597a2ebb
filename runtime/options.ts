import type { JsonValue, Provenance, RunEvent } from "./events.ts";
import type { StoreBackend } from "./host/store-backend.ts";
import type { Journal } from "./journal/index.ts";
import type { Model, ModelRequest } from "./model.ts";

/** What a run takes from its host; every option has a default. */
export interface RunOptions<Role extends string = string, Tool extends string = string> {
  /** The model that every role is bound to (MOD-10). */
  readonly model?: Model;
  /** One model per role; a role that is not named takes `model`. */
  readonly models?: { readonly [role in Role]?: Model };
  /** Tools given straight to slots, by alias. Their capabilities count as present. */
  readonly tools?: { readonly [alias in Tool]?: SlotTool };
  /** Calls every tool, in place of the tools' own `call` (HOST-T01). */
  readonly tool?: (request: ToolRequest, context: ToolContext) => ToolAnswer | PromiseLike<ToolAnswer>;
  /** The installed capabilities (HOST-T01). */
  readonly capabilities?: readonly Capability[];
  /**
   * Finds the tool that a prompt of version 1 describes (V1-66). Default: by its alias, in `tools`, else the tool of an installed capability
   * whose path ends in it.
   */
  readonly resolveTool?: (
    need: ToolNeed,
    context: EffectContext,
  ) => ToolDescriptor | Unresolved | PromiseLike<ToolDescriptor | Unresolved>;
  /** The same for a model. Default: by its alias, in `models`, else `model`, if it fits. */
  readonly resolveModel?: (
    need: ModelNeed,
    context: EffectContext,
  ) => Model | Unresolved | PromiseLike<Model | Unresolved>;
  /** Default: an in-memory store of this run's own. */
  readonly store?: StoreBackend;
  /** Answers `user_input()`; absent: input is unavailable (UIN-01). */
  readonly userInput?: (
    request: UserInputRequest,
    context: EffectContext,
  ) => UserInputAnswer | PromiseLike<UserInputAnswer>;
  /** Settles when that many seconds have passed: for waits on tasks with a timeout. Default: `setTimeout`. */
  readonly timer?: (seconds: number, context: EffectContext) => void | PromiseLike<void>;
  /** A snapshot taken at the start; its presence makes the `ui` global (UI-01). */
  readonly ui?: { readonly [key: string]: JsonValue };
  /** Cancels the run (CAN-01). */
  readonly signal?: AbortSignal;
  /** Cancels the run when that much time has passed since its start (CAN-01a). */
  readonly timeoutMs?: number;
  readonly limits?: Partial<RunLimits>;
  /** The run's name: `sys.execution` and a coordinate of every event. Default: random. */
  readonly execution?: string;
  /** 64 bits that the nonce and `math.random` come from. Default: random. */
  readonly seed?: bigint | number;
  /** Milliseconds since 1970, for `sys.when`. Default: now. */
  readonly startedAt?: number;
  /** The first sequence number of task `0`, for a host that logs the compiler's events before them (HOST-9). Default 0. */
  readonly provenanceStart?: number;
  /** Called for each event as it happens; what it throws never reaches the run (HOST-6). */
  readonly onEvent?: (event: RunEvent) => void;
  /**
   * Called with each live fragment of a reply of `models.loop`, as the model gives them; what it throws never reaches the run (HOST-7).
   */
  readonly onDelta?: (fragment: string, context: EffectContext) => void;
  /** Report `request` and `response` for each model round whose answer brings its raw form (EVT-15). Default false. */
  readonly debugCapture?: boolean;
  /**
   * Called with each thing that the run asks of its host, as it is asked; what it throws never reaches the run. What it is shown is not to
   * be changed.
   */
  readonly onEffect?: (effect: EffectReport) => void;
  /**
   * Keeps the host's answers, so that a run can go on in another process: `journal` of `promptforge-runtime/journal`. A prompt that asks nothing of its
   * host keeps nothing.
   */
  readonly journal?: Journal;
  /** Called once, with the first thing that `onEvent` threw. */
  readonly onObserverError?: (error: unknown) => void;
  /** The host's own log: one line for each thing that a run does without, such as an optional capability (PREP-02). */
  readonly onWarning?: (message: string) => void;
  /** Turns the event loop once, then calls back; for hosts that have neither `setImmediate`, `MessageChannel` nor `setTimeout`. */
  readonly hop?: (callback: () => void) => void;
}

/** The host's limits (part 11, section 2; LMT-01 to LMT-07). */
export interface RunLimits {
  /** Default 24. */
  readonly maxToolIterations: number;
  /** Default 8. */
  readonly maxFanoutConcurrency: number;
  /** Default 16,777,216: 16 MiB. */
  readonly maxResponseBytes: number;
  /** Per section VM; default 67,108,864: 64 MiB. */
  readonly luaMemoryBytes: number;
  /** `log` calls per section VM, default 1,024; the byte quota is 256 times as much. */
  readonly luaLogEvents: number;
  /** Default 120,000: two minutes. */
  readonly requestTimeoutMs: number;
  /**
   * Loop back-edges and entries of recursive functions in a whole run, off by default: more of them cancel it (CAN-01a). A jump, a call and
   * the start of a task count as 100.
   */
  readonly luaSteps: number | undefined;
}

/** A model as the host describes it (HOST-M01). */
export interface ModelDescriptor {
  /** Its catalog id. */
  readonly id: string;
  readonly description?: string;
  /** In tokens. */
  readonly context: number;
  readonly thinking: "never" | "always" | "switchable";
}

/** A pack of tools that the host has installed (HOST-T01). */
export interface Capability {
  /** `namespace/pack`. */
  readonly id: string;
  /** Ids that it cannot be activated with. */
  readonly conflicts?: readonly string[];
  /** Called once per run; throwing means that it cannot be had. */
  readonly activate: (context: {
    /** The run's store (CAP-33). */
    readonly store: StoreBackend;
    readonly signal: AbortSignal | undefined;
  }) => readonly ToolDescriptor[] | PromiseLike<readonly ToolDescriptor[]>;
}

/** A tool that a prompt of version 1 asks for by description. */
export interface ToolNeed {
  readonly what: "tool";
  readonly alias: string;
  readonly description: string;
  /** None: a tool is asked for by its description alone. */
  readonly opts: { readonly [key: string]: never };
}

/** The same for a model. */
export interface ModelNeed {
  readonly what: "model";
  readonly alias: string;
  readonly description: string;
  /** `context` (tokens) is the least that it may have; `thinking` whether it must be able to think, or not to. */
  readonly opts: {
    readonly context?: number;
    readonly thinking?: boolean;
    readonly temperature?: number;
    readonly maxTokens?: number;
  };
}

/** Why a need cannot be met: nothing fits, or several do, which are the same or not. */
export type Unresolved = "absent" | "duplicate" | "ambiguous";

/** One tool of a capability (HOST-T01). */
export interface ToolDescriptor extends SlotTool {
  /** The capability's id, `/` and a name. */
  readonly path: string;
}

/** What a tool is without its path, which the slot declares. */
export interface SlotTool {
  readonly description: string;
  /** JSON Schema of type object: models are shown it as it is. */
  readonly parameters: { readonly [key: string]: JsonValue };
  /** True for a tool whose text is JSON: scripts get it as Lua values (TOOL-32). */
  readonly structured?: boolean;
  /** Does the work. What it throws is the tool's own failure: scripts and models see the message (HOST-T02). */
  readonly call?: (args: JsonValue, context: ToolContext) => ToolAnswer | PromiseLike<ToolAnswer>;
}

/** A tool call (HOST-T01). */
export interface ToolRequest {
  /** The path that the slot declares. */
  readonly tool: string;
  readonly alias: string;
  /** A copy that the tool may keep. */
  readonly arguments: JsonValue;
  readonly caller: "script" | "model";
  /** The model's id of the call; only for its calls. */
  readonly callId?: string;
}

/** What a tool gives: text, trusted only when it says so (TOOL-40). */
export type ToolAnswer = string | ToolOutput;

export interface ToolOutput {
  readonly text: string;
  /** `true` for text that prompts may read as it is; anything else is wrapped as untrusted. */
  readonly trusted?: boolean;
}

/** Who asks for what an effect does, and how to hear that the answer is no longer wanted (part 11, section 3). */
export interface EffectContext {
  /** Issue order within the run, from 0. */
  readonly id: number;
  /** Names the effect, also when its run goes on from a journal: for providers that take a key against doing things twice. */
  readonly key: string;
  readonly provenance: Provenance;
  readonly execution: string;
  readonly section: string;
  /** The run's limits, as far as they were given. */
  readonly limits: Partial<RunLimits>;
  /** Undefined where the platform has no `AbortController`. */
  readonly signal: AbortSignal | undefined;
}

/** The same for a tool call. */
export interface ToolContext extends EffectContext {
  readonly request: ToolRequest;
  /** The run's store (CAP-33). */
  readonly store: StoreBackend;
}

/** What a run asks of its host (part 11, section 3). */
export type EffectReport = Omit<EffectContext, "limits" | "signal"> & {
  /** Set for what is not asked again, because its answer is in the run's journal. */
  readonly replayed?: true;
} & (
    | { readonly kind: "model"; readonly request: ModelRequest }
    | { readonly kind: "tool"; readonly request: ToolRequest }
    | {
        readonly kind: "store";
        readonly request: { readonly operation: string; readonly arguments: readonly JsonValue[] };
      }
    | { readonly kind: "userInput"; readonly request: UserInputRequest }
    | { readonly kind: "timer"; readonly request: { readonly seconds: number } }
  );

export interface UserInputRequest {
  readonly execution: string;
  readonly section: string;
}

export type UserInputAnswer = { readonly text: string } | { readonly unavailable: true };
