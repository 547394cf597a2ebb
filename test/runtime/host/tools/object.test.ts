import { describe, expect, test } from "vitest";
import { bindTools } from "../../../../runtime/host/tools/object.ts";
import { index, setIndex } from "../../../../runtime/lua/index.ts";
import { getMetamethod } from "../../../../runtime/lua/metatable.ts";
import { toText } from "../../../../runtime/lua/to-text.ts";
import { basicType } from "../../../../runtime/lua/type-name.ts";
import { raised } from "../section.ts";
import { toolVM } from "./vm.ts";

const vm = toolVM({ find: { description: "Finds", parameters: { type: "object" } }, read: {} });
bindTools(vm);
const find = vm.globals.getString("find");

describe("Tool objects", () => {
  test("TOOL-01: one userdata per slot with five fields; the parameters are an empty table of their own", () => {
    expect(basicType(find)).toBe("userdata");
    expect(vm.globals.getString("read")).not.toBe(find);
    const read = (field: string) => index(vm, find, field);
    expect(["name", "description", "wire_name", "untrusted"].map(read)).toEqual([
      "find",
      "Finds",
      "find-it",
      false,
    ]);
    expect(read("parameters")).not.toBe(read("parameters"));
    expect(basicType(read("parameters"))).toBe("table");
  });

  test("TOOL-02: frozen, without other fields; tostring is the alias, the metatable is hidden", async () => {
    expect(await raised(() => setIndex(vm, find, "name", 1))).toEqual({
      kind: "lua",
      message: 'Tool objects are frozen: cannot assign field "name"',
    });
    expect(await raised(() => index(vm, find, "call"))).toEqual({
      kind: "lua",
      message: "attempt to get an unknown field 'call'",
    });
    expect(toText(vm, find)).toBe("find");
    expect(getMetamethod(vm, find, "__metatable")).toBe(false);
  });
});
