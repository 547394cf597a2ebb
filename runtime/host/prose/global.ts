import type { SectionVM } from "../../engine/state.ts";
import type { Json, JsonObject } from "../../json.ts";
import { index } from "../../lua/index.ts";
import { jsonFromLua, NotJson } from "../json-from-lua.ts";
import type { ProseFailure } from "../prose.ts";
import { lookUp } from "./look-up.ts";

/**
 * `{{ name }}` and `{{ name.a }}`: a global of the section VM, read as Lua reads it (SUB-33 to SUB-36). `shownName` is its name as
 * messages show it.
 */
export function proseGlobal(
  vm: SectionVM,
  _variables: JsonObject,
  shown: string,
  shownName: string,
  name: string,
  ...keys: string[]
): string | ProseFailure {
  const value = index(vm, vm.globals, name);
  if (value === undefined)
    return ["UnknownNamespace", `unknown namespace or global '${shownName}' in ${shown}`];
  let json: Json;
  try {
    json = jsonFromLua(vm, value, name);
  } catch (thrown) {
    if (!(thrown instanceof NotJson)) throw thrown;
    return ["Serialize", `global '${shownName}' in ${shown} is not JSON data`];
  }
  return lookUp(json, shown, keys);
}
