import type { SectionVM } from "../../engine/state.ts";
import { lookUp } from "../../host/prose/look-up.ts";
import type { ProseFailure } from "../../host/prose.ts";
import type { JsonObject } from "../../json.ts";
import { sysField1 } from "../sys.ts";

/** `{{ sys.key }}`: a field of `sys` as it stands now (V1-60). */
export function proseSys1(
  { entry }: SectionVM,
  _variables: JsonObject,
  shown: string,
  field: string,
  ...keys: string[]
): string | ProseFailure {
  return lookUp(sysField1(entry, field), shown, keys);
}
