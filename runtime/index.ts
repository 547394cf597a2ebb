export type { MemoryStore } from "./adapters/memory-store.ts";
export { memoryStore } from "./adapters/memory-store.ts";
export type { ArgsSchema, SchemaIssue } from "./args-schema.ts";
export type { ArgDeclaration, Contract, FileDeclaration } from "./engine/module.ts";
export type { OfferedTool } from "./engine/tool-scope.ts";
export type { FailureLocation, RunErrorKind } from "./errors.ts";
export { EffectDropped, PromptError, ToolFailure } from "./errors.ts";
export type {
  AssistantToolCall,
  Boundary,
  CallMetrics,
  EventBase,
  EventFields,
  JsonValue,
  Provenance,
  RunEvent,
} from "./events.ts";
export type { Awaitable, StoreBackend } from "./host/store-backend.ts";
export type { Journal, JournalEntry, JournalStorage } from "./journal/index.ts";
export type {
  Model,
  ModelCompletion,
  ModelFailureDetails,
  ModelRequest,
  WireMessage,
  WirePart,
  WireToolCall,
} from "./model.ts";
export { ModelFailure } from "./model-failure.ts";
export type {
  Capability,
  EffectContext,
  EffectReport,
  ModelDescriptor,
  ModelNeed,
  RunLimits,
  RunOptions,
  SlotTool,
  ToolAnswer,
  ToolContext,
  ToolDescriptor,
  ToolNeed,
  ToolOutput,
  ToolRequest,
  Unresolved,
  UserInputAnswer,
  UserInputRequest,
} from "./options.ts";
export type { RunOutcome } from "./outcome.ts";
export type { Prompt, RunArguments } from "./prompt.ts";
export { VERSION } from "./prompt.ts";
export type { PromptOptions } from "./prompt-options.ts";
export type { PromptRun } from "./run.ts";
