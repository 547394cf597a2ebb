import type { SectionVM } from "../../engine/state.ts";
import type { JsonObject } from "../../json.ts";
import type { ProseFailure } from "../prose.ts";

/** A placeholder that fails whatever the state is: its kind and message are known from the text (SUB-60 to SUB-64, SUB-37). */
export function proseFailure(
  _vm: SectionVM,
  _variables: JsonObject,
  kind: string,
  message: string,
): ProseFailure {
  return [kind, message];
}
