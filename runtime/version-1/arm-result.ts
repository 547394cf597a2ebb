import type { SectionVM } from "../engine/state.ts";
import type { ArmResult } from "../host/fanout-result.ts";
import { hostError } from "../lua/host-error.ts";
import { LuaTable } from "../lua/table.ts";
import { Userdata, type Value } from "../lua/value.ts";

/** Makes the results of one fanout: userdata that show their fields and their text (V1-52). */
export function armResults(vm: SectionVM): (result: ArmResult) => Userdata {
  const metatable = new LuaTable();
  metatable.setField("__index", (object, key) => {
    const result = resultOf(object);
    return typeof key === "string" && Object.hasOwn(result, key) ? result[key as keyof ArmResult] : undefined;
  });
  metatable.setField("__newindex", () => {
    throw hostError(vm, "lua", "fanout results are read-only");
  });
  metatable.setField("__tostring", (object) => resultOf(object).text);
  metatable.setField("__metatable", false);
  return (result) => new Userdata(result, metatable);
}

function resultOf(object: Value): ArmResult {
  return (object as Userdata).content as ArmResult;
}
