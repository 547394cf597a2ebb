import type { JsonValue } from "../events.ts";
import type { JsonObject } from "../json.ts";
import type { Value } from "../lua/value.ts";

/**
 * Tools that a model can be offered in one section entry. `SectionVM.tools` has the bound and local tools, `SectionVM.builtIns` those of
 * the engine; a linked factory sets them, so that `models.loop` imports neither.
 */
export interface ToolScope {
  /**
   * What is in scope at this moment, in the order in which it is offered (TOOL-10); read once at the start of each round. Throws the
   * error of a tool whose schema cannot be offered (TOOL-22).
   */
  offer(): readonly OfferedTool[];
  /**
   * Runs one call of a tool that the round has offered, with its counts and events (TOOL-60 to TOOL-70, EVT-16), and gives the text that
   * the model reads, a byte string; so also for a bound tool that failed (TOOL-66). What it throws ends the loop (CONV-24).
   */
  call(call: ModelToolCall): Generator<unknown, string, Value>;
}

/** A tool as the model sees it: plain data of the host's side. */
export interface OfferedTool {
  /** The alias. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of type object. */
  readonly parameters: { readonly [key: string]: JsonValue };
}

/** A call that a model asked for. Texts are byte strings. */
export interface ModelToolCall {
  /** The model's own id of the call. */
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
  /** The round that asked, counted from 1 in its task (CONV-28). */
  readonly turn: number;
}
