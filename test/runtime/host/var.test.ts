import { describe, expect, test } from "vitest";
import type { SectionVM } from "../../../runtime/engine/state.ts";
import { parseJson } from "../../../runtime/host/json-parse.ts";
import { hostVar } from "../../../runtime/host/var.ts";
import type { JsonObject } from "../../../runtime/json.ts";
import { index, setIndex } from "../../../runtime/lua/index.ts";
import { LuaFloat } from "../../../runtime/lua/number.ts";
import { LuaTable } from "../../../runtime/lua/table.ts";
import { border, set } from "../../../runtime/lua/table-write.ts";
import type { Value } from "../../../runtime/lua/value.ts";
import { record, refusal, sectionVM, sequence } from "./section.ts";

function vmWith(text: string): SectionVM {
  const vm = sectionVM({ var: parseJson(text) as JsonObject });
  vm.globals.setField("var", hostVar(vm));
  return vm;
}

const read = (vm: SectionVM, ...keys: Value[]): Value =>
  keys.reduce((value: Value, key) => index(vm, value, key), vm.globals.getString("var"));
const write = (vm: SectionVM, key: Value, value: Value, ...path: Value[]): void =>
  setIndex(vm, read(vm, ...path), key, value);
const readBack = (vm: SectionVM) => vm.entry.readVar!();

describe("reads and writes", () => {
  test("reads nested guarded tables, the same one each time (VAR-01)", () => {
    const vm = vmWith('{"t":{"list":[1,2]},"n":5}');
    expect([read(vm, "n"), read(vm, "absent"), read(vm, "t", "list", 2)]).toEqual([5, undefined, 2]);
    expect(read(vm, "t")).toBe(read(vm, "t"));
  });

  test("is an empty table with the guard's metatable (VAR-02, META-03)", () => {
    const vm = vmWith('{"t":[1,2]}');
    const table = read(vm, "t") as LuaTable;
    expect([border(table), table.hash, table.mt!.getString("__metatable")]).toEqual([
      0,
      undefined,
      "var is guarded",
    ]);
  });

  test("stores a copy of a table, of a guarded one the data behind it (VAR-03)", () => {
    const vm = vmWith('{"a":{"x":1}}');
    const original = record({ x: 1 });
    write(vm, "t", original);
    original.setField("x", 2);
    write(vm, "b", read(vm, "a"));
    write(vm, "x", 9, "a");
    expect(readBack(vm)).toEqual(parseJson('{"a":{"x":9},"t":{"x":1},"b":{"x":1}}'));
  });

  test("removes a field by nil and replaces an existing one (VAR-04)", () => {
    const vm = vmWith('{"a":1,"b":2}');
    write(vm, "a", undefined);
    write(vm, "b", "two");
    expect(readBack(vm)).toEqual(new Map([["b", "two"]]));
  });

  test("keeps number subtypes; NaN is a null that reads as nil (VAR-05)", () => {
    const vm = vmWith("{}");
    write(vm, "f", new LuaFloat(2));
    write(vm, "nan", Number.NaN);
    write(vm, "list", sequence(1, Number.NaN, 3));
    expect([read(vm, "nan"), read(vm, "list", 3)]).toEqual([undefined, undefined]);
    expect(readBack(vm).get("f")).toStrictEqual(new LuaFloat(2));
    expect(readBack(vm).get("nan")).toBeNull();
    expect(readBack(vm).get("list")).toEqual([1]);
    write(vm, "nan", 1);
    expect(readBack(vm).get("nan")).toBe(1);
  });

  test("a null element is no element (VAR-05)", () => {
    const vm = vmWith('{"t":{}}');
    write(vm, 1, Number.NaN, "t");
    expect(readBack(vm)).toEqual(parseJson('{"t":{}}'));
  });

  test("writes through nested tables live (VAR-10)", () => {
    const vm = vmWith('{"t":{"u":{}}}');
    write(vm, "k", "v", "t", "u");
    expect(readBack(vm)).toEqual(parseJson('{"t":{"u":{"k":"v"}}}'));
  });
});

describe("refusals", () => {
  const self = record({});
  self.setField("me", self);
  const odd = new LuaTable();
  set(odd, true, 1);

  test.each<[string, Value, string]>([
    ["var.f must be JSON data, got function", () => [], "f"],
    ["var.f must be JSON data, got string", "\xff", "f"],
    ["var.f.me must be JSON data, got table", self, "f"],
    ["var.f must be JSON data, got table", odd, "f"],
    ["var.f[2] must be JSON data, got function", sequence(1, () => []), "f"],
  ])("%s (VAR-06, VAR-07)", async (message, value, key) => {
    const vm = vmWith('{"keep":1}');
    expect(await refusal(() => write(vm, key, value))).toBe(message);
    expect(readBack(vm)).toEqual(new Map([["keep", 1]]));
  });

  test("names the nested place that is written to (VAR-07)", async () => {
    const vm = vmWith('{"t":{"list":[]}}');
    expect(await refusal(() => write(vm, 2, () => [], "t", "list"))).toBe(
      "var.t.list[2] must be JSON data, got function",
    );
  });

  test("nil and NaN are no keys", () => {
    const vm = vmWith("{}");
    expect(() => write(vm, undefined, 1)).toThrow(expect.objectContaining({ value: "table index is nil" }));
    expect(() => write(vm, Number.NaN, 1)).toThrow(expect.objectContaining({ value: "table index is NaN" }));
  });
});

describe("read-back", () => {
  test("fails when the global is another table, and works again when it is restored (VAR-30)", async () => {
    const vm = vmWith("{}");
    const original = vm.globals.getString("var");
    vm.globals.setField("var", new LuaTable());
    expect(await refusal(() => readBack(vm))).toBe(
      "the `var` global was reassigned; write `var.<field>` instead",
    );
    vm.globals.setField("var", original);
    expect(readBack(vm)).toEqual(new Map());
  });

  test("turns a table with a border into an array, an empty one into an object (VAR-31)", () => {
    const vm = vmWith('{"a":{}}');
    write(vm, 1, "x", "a");
    write(vm, "e", sequence());
    expect(readBack(vm)).toEqual(parseJson('{"a":["x"],"e":{}}'));
  });

  test("refuses a top level or a nested table that cannot be an object (VAR-09)", async () => {
    const vm = vmWith('{"t":{}}');
    write(vm, true, 1, "t");
    expect(await refusal(() => readBack(vm))).toBe("var.t must be JSON data, got table");
    write(vm, "t", undefined);
    write(vm, 1, "x");
    expect(await refusal(() => readBack(vm))).toBe("var must be a table with string keys");
  });

  test("of what nothing touched is the same JSON", () => {
    const vm = vmWith('{"t":{"big":[1,2,3]}}');
    expect(readBack(vm)).toBe(vm.chain.var);
    read(vm, "t");
    expect(readBack(vm).get("t")).toBe(vm.chain.var.get("t"));
  });
});
