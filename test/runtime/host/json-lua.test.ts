import { describe, expect, test } from "vitest";
import { jsonFromLua, NotJson, placeText } from "../../../runtime/host/json-from-lua.ts";
import { luaFromJson, NULL_MARKER } from "../../../runtime/host/json-to-lua.ts";
import { LuaFloat } from "../../../runtime/lua/number.ts";
import { LuaTable } from "../../../runtime/lua/table.ts";
import { set } from "../../../runtime/lua/table-write.ts";
import { Userdata, type Value } from "../../../runtime/lua/value.ts";
import { newVM } from "../../lua-runtime/state.ts";
import { record, sequence } from "./section.ts";

const json = (value: Value) => jsonFromLua(newVM(), value, "v");

function fault(value: Value): { place: string; type: string } {
  try {
    json(value);
  } catch (thrown) {
    if (thrown instanceof NotJson) return { place: placeText(thrown.place), type: thrown.type };
    throw thrown;
  }
  throw new Error("it is JSON data");
}

describe("jsonFromLua", () => {
  test("keeps scalars and their subtypes (ARG-70 to ARG-73, ARG-76)", () => {
    const values = [undefined, true, "\xc3\xa9", 5, 2n ** 60n, 2.5, NULL_MARKER];
    expect(values.map(json)).toEqual([null, true, "\xc3\xa9", 5, 2n ** 60n, 2.5, null]);
  });

  test("makes NaN and the infinities null, also inside (ARG-73)", () => {
    expect(json(sequence(1, Number.NaN, Number.POSITIVE_INFINITY))).toEqual([1, null, null]);
    expect(json(new LuaFloat(2))).toStrictEqual(new LuaFloat(2));
  });

  test("makes a table with a border an array of its sequence (ARG-74, JSON-02)", () => {
    const table = sequence("a");
    set(table, "x", 1);
    expect(json(table)).toEqual(["a"]);
  });

  test("makes any other table an object of its string keys (ARG-75)", () => {
    const computed = new LuaTable();
    set(computed, "k", record({ a: 1, b: undefined }));
    expect(json(computed)).toEqual(new Map([["k", new Map([["a", 1]])]]));
    expect(json(new LuaTable())).toEqual(new Map());
  });

  test("remembers what came from a JSON array (ARG-74)", () => {
    expect(json(luaFromJson([]))).toEqual([]);
    expect(json(luaFromJson(new Map([["a", []]])))).toEqual(new Map([["a", []]]));
  });

  test("takes one table twice, but not inside itself (ARG-77)", () => {
    const shared = record({ n: 1 });
    expect(json(record({ a: shared, b: shared }))).toBeInstanceOf(Map);
    shared.setField("me", shared);
    expect(fault(record({ a: shared }))).toEqual({ place: "v.a.me", type: "table" });
  });

  test("ignores metamethods (ARG-78)", () => {
    const table = record({ a: 1 });
    table.mt = record({ __index: record({ b: 2 }) });
    expect(json(table)).toEqual(new Map([["a", 1]]));
  });

  test.each<[string, Value, string, string]>([
    ["a function", () => [], "v", "function"],
    ["a nested function", record({ list: sequence(1, () => []) }), "v.list[2]", "function"],
    ["userdata", record({ u: new Userdata(1) }), "v.u", "userdata"],
    ["bytes that are no UTF-8", record({ s: "\xff" }), "v.s", "string"],
  ])("refuses %s and says where (ARG-77, VAR-07)", (_name, value, place, type) => {
    expect(fault(value)).toEqual({ place, type });
  });

  test.each<[string, Value]>([
    ["an integer", 5],
    ["a boolean", true],
    ["no UTF-8", "\xff"],
  ])("refuses a key that is %s where an object is needed (ARG-75)", (_name, key) => {
    const table = new LuaTable();
    set(table, key, 1);
    expect(fault(record({ t: table }))).toEqual({ place: "v.t", type: "table" });
  });
});

describe("luaFromJson", () => {
  test("makes nested plain tables, nulls as nil (JSON-01, ARG-51)", () => {
    const table = luaFromJson(
      new Map<string, never>([["list", [1, null, new LuaFloat(3)]] as never]),
    ) as LuaTable;
    const list = table.get("list") as LuaTable;
    expect([list.get(1), list.get(2), list.get(3)]).toEqual([1, undefined, new LuaFloat(3)]);
    expect(luaFromJson(null)).toBeUndefined();
  });

  test("marks nulls where asked to (ARG-41)", () => {
    const table = luaFromJson(new Map([["note", null]]), NULL_MARKER) as LuaTable;
    expect(table.get("note")).toBe(NULL_MARKER);
  });
});
