/** Plain JSON data of the host's side: strings are UTF-16. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Which task reported, and its place in that task's order (EVT-6). */
export interface Provenance {
  readonly task: string;
  readonly seq: number;
}

/** The coordinates that every event carries (HOST-21). */
export interface EventBase<Kind extends string> {
  readonly kind: Kind;
  readonly execution: string;
  readonly section: string;
  readonly provenance: Provenance;
  /** Set on what a run that goes on from its journal reports again. */
  readonly replayed?: true;
}

/** The kinds that carry nothing but their coordinates. */
export type Boundary =
  | "parse_started"
  | "parse_succeeded"
  | "parse_failed"
  | "run_started"
  | "run_succeeded"
  | "run_failed"
  | "section_started"
  | "section_finished"
  | "lua_shared_load_started"
  | "lua_shared_load_succeeded"
  | "lua_shared_load_failed"
  | "lua_chunk_started"
  | "lua_chunk_succeeded"
  | "lua_chunk_failed"
  | "lua_teardown_started"
  | "lua_teardown_succeeded"
  | "lua_compilation_started"
  | "lua_compilation_succeeded"
  | "lua_compilation_failed"
  | "model_turn_completed"
  | "model_turn_failed"
  | "model_turn_truncated"
  | "tool_scope_validation_started"
  | "tool_scope_validation_succeeded"
  | "tool_scope_validation_failed"
  | "tool_call_succeeded"
  | "tool_call_failed"
  | "store_write_succeeded"
  | "store_write_failed"
  | "store_append_succeeded"
  | "store_append_failed"
  | "store_read_succeeded"
  | "store_read_failed"
  | "store_read_numbered_succeeded"
  | "store_read_numbered_failed"
  | "store_replace_succeeded"
  | "store_replace_failed"
  | "store_delete_succeeded"
  | "store_delete_failed"
  | "store_glob_succeeded"
  | "store_glob_failed"
  | "user_input_wait_started";

/** A tool call that a model asked for. */
export interface AssistantToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: { readonly [key: string]: JsonValue };
}

/** The fields of the kinds that carry more, in the order of the log line (part 11, section 4). */
export interface EventFields {
  lua: { readonly message: string };
  model_metadata_degraded: { readonly turn: number; readonly message: string };
  thinking: { readonly turn: number; readonly model: string; readonly text: string };
  assistant_reply: {
    readonly turn: number;
    readonly text: string;
    readonly finish_reason?: string;
    readonly model: string;
    readonly metrics?: CallMetrics;
    readonly origin: "infer" | "chat";
  };
  assistant_tool_calls: {
    readonly turn: number;
    readonly model: string;
    readonly calls: readonly AssistantToolCall[];
  };
  tool_result: {
    readonly turn: number;
    readonly tool_call_id: string;
    readonly alias: string;
    readonly content: string;
    readonly trusted: boolean;
  };
  user_input: { readonly text: string };
  task_started: {
    readonly task: string;
    readonly target: string;
    readonly origin: "author" | "model";
    readonly input?: string;
    readonly item?: JsonValue;
    readonly index?: number;
    readonly var: { readonly [key: string]: JsonValue };
  };
  task_succeeded: { readonly task: string };
  task_failed: { readonly task: string };
  task_cancelled: { readonly task: string };
  task_abandoned: {
    readonly task: string;
    readonly reason:
      | "owner_returned"
      | "owner_failed"
      | "tool_loop_exhausted"
      | "owner_aborted"
      | "run_terminated";
  };
  task_notice: { readonly turn: number; readonly task: string; readonly text: string };
  request: { readonly turn: number; readonly body: JsonValue };
  response: {
    readonly turn: number;
    readonly body: JsonValue;
    readonly finish_reason?: string;
    readonly reasoning_content?: string;
  };
}

/** What a run reports. Consumers ignore kinds that they do not know (HOST-25). */
export type RunEvent =
  | EventBase<Boundary>
  | { [Kind in keyof EventFields]: EventBase<Kind> & EventFields[Kind] }[keyof EventFields];

/** What a model round measured (part 11, section 5): counts are integers, times and rates floats. */
export interface CallMetrics {
  readonly usage?: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
    readonly cached_tokens?: number;
    readonly reasoning_tokens?: number;
  };
  readonly llama?: {
    readonly prompt_n: number;
    readonly prompt_ms: number;
    readonly prompt_per_second: number;
    readonly predicted_n: number;
    readonly predicted_ms: number;
    readonly predicted_per_second: number;
    readonly draft_n: number;
    readonly draft_n_accepted: number;
  };
  readonly vllm?: {
    readonly time_to_first_token_ms?: number;
    readonly generation_time_ms?: number;
    readonly queue_time_ms?: number;
    readonly mean_itl_ms?: number;
    readonly tokens_per_second?: number;
  };
  readonly client?: { readonly e2e_ms: number; readonly ttft_ms?: number; readonly mean_itl_ms?: number };
}
