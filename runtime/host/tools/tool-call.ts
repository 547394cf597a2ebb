import type { SectionVM } from "../../engine/state.ts";
import type { Json } from "../../json.ts";
import { decodeUtf8 } from "../../utf8.ts";

/** One call of a bound or local tool. Texts are byte strings. */
export interface ToolCall {
  readonly alias: string;
  /** An object, or the array of a script (CONV-13). */
  readonly args: Json;
  /** The model's id of the call; undefined for the call of a script. */
  readonly id: string | undefined;
  /** The round that asked; for a script the last one of its task, 0 before any. */
  readonly turn: number;
}

/** Reports what the caller of a tool is given (EVT-16). */
export function reportResult(
  vm: SectionVM,
  { alias, id, turn }: ToolCall,
  content: string,
  trusted: boolean,
): void {
  vm.run.emit("tool_result", vm.entry, {
    turn,
    tool_call_id: decodeUtf8(id ?? ""),
    alias,
    content: decodeUtf8(content),
    trusted,
  });
}
