import type { SectionVM } from "../../engine/state.ts";
import type { JsonObject } from "../../json.ts";
import type { ProseFailure } from "../prose.ts";
import { lookUp } from "./look-up.ts";

/** `{{ var.a.b }}` (SUB-30). */
export function proseVar(
  _vm: SectionVM,
  variables: JsonObject,
  shown: string,
  ...keys: string[]
): string | ProseFailure {
  return lookUp(variables, shown, keys);
}
