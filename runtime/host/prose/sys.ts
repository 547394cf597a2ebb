import type { SectionVM } from "../../engine/state.ts";
import type { JsonObject } from "../../json.ts";
import type { ProseFailure } from "../prose.ts";
import { sysField } from "../sys.ts";
import { lookUp } from "./look-up.ts";

/** `{{ sys.key }}`: a field of `sys` as it stands now (SUB-31). */
export function proseSys(
  { entry }: SectionVM,
  _variables: JsonObject,
  shown: string,
  field: string,
  ...keys: string[]
): string | ProseFailure {
  return lookUp(sysField(entry, field), shown, keys);
}
