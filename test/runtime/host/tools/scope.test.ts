import { describe, expect, test } from "vitest";
import { hostToolsAdd } from "../../../../runtime/host/tools/add.ts";
import { hostToolsAddLocal } from "../../../../runtime/host/tools/add-local.ts";
import { hostToolsAlways } from "../../../../runtime/host/tools/always.ts";
import { bindTools } from "../../../../runtime/host/tools/object.ts";
import { installToolScope } from "../../../../runtime/host/tools/scope.ts";
import type { LuaError } from "../../../../runtime/lua/error.ts";
import { LuaTable } from "../../../../runtime/lua/table.ts";
import { set } from "../../../../runtime/lua/table-write.ts";
import { Userdata } from "../../../../runtime/lua/value.ts";
import { raised, record, refusal, sequence } from "../section.ts";
import { toolVM } from "./vm.ts";

/** A VM with three slots, its tool functions, and what a model is offered as `name: description`. */
function scope() {
  const vm = toolVM({
    a: { description: "A", parameters: {} },
    b: { description: "B", parameters: {} },
    c: { description: "C", parameters: { type: "object", properties: { q: { type: "string" } } } },
  });
  installToolScope(vm);
  bindTools(vm);
  const offered = () => vm.tools!.offer().map(({ name, description }) => `${name}: ${description}`);
  return {
    vm,
    offered,
    always: hostToolsAlways(vm),
    add: hostToolsAdd(vm),
    addLocal: hostToolsAddLocal(vm),
    object: (alias: string) => vm.globals.getString(alias),
  };
}

describe("what is in scope", () => {
  test("TOOL-10: nothing at first; then always, added and local tools, each once, in their orders", () => {
    const { always, add, addLocal, offered } = scope();
    expect(offered()).toEqual([]);
    addLocal("z", "Z", new LuaTable(), () => "");
    add(sequence("c", "a"));
    always("b");
    always("a");
    expect(offered()).toEqual(["b: B", "a: A", "c: C", "z: Z"]);
  });

  test("TOOL-12: the description of the section, else of the run, else of the catalog; one that is left out keeps the last", () => {
    const { always, add, offered } = scope();
    always("a", "run-wide");
    always("a");
    expect(offered()).toEqual(["a: run-wide"]);
    add("a", "section");
    add("a");
    expect(offered()).toEqual(["a: section"]);
    always("a", "later");
    add("a", "");
    expect(offered()).toEqual(["a: "]);
  });

  test("TOOL-13: Tool objects and arrays up to the first nil; all or nothing", async () => {
    const { add, object, offered } = scope();
    expect(add()).toEqual([]);
    add(new LuaTable());
    expect(await refusal(() => add(sequence("a", "no")))).toBe(
      'tools.add alias "no" is not a bound tool slot',
    );
    expect(offered()).toEqual([]);
    const holed = sequence(object("b"), "a");
    set(holed, 4, 7);
    add(holed);
    expect(offered()).toEqual(["b: B", "a: A"]);
  });

  test("TOOL-22: a schema is offered as a copy; one that is no JSON object is a failure that ends as Binding", async () => {
    const { vm, add } = scope();
    add("c");
    const { parameters } = vm.tools!.offer()[0]!;
    expect(parameters).toEqual({ type: "object", properties: { q: { type: "string" } } });
    expect(parameters).not.toBe(vm.tools!.offer()[0]!.parameters);
    const circular: { self?: unknown } = {};
    circular.self = circular;
    for (const bad of ["nonsense", null, undefined, [], 1n, circular]) {
      const other = toolVM({ find: { parameters: bad as never } });
      installToolScope(other);
      hostToolsAdd(other)("find");
      const offer = () => other.tools!.offer();
      expect(await raised(offer)).toEqual({
        kind: "internal",
        message: 'model-facing schema build failure for tool alias "find"',
      });
      expect(offer).toThrow(
        expect.objectContaining({
          origin: expect.objectContaining({ ends: "Binding" }),
        } satisfies Partial<LuaError>),
      );
    }
  });
});

describe("refusals", () => {
  test.each([
    [["a", 5], "tools.add override must be a string, got integer"],
    [[7, undefined], "tools.add override must be a string, got nil"],
    [["a", "d", 2.5], "tools.add takes one alias plus an optional override, got extra number"],
    [[sequence("a"), "d"], "tools.add array form takes no override"],
    [[7], "tools.add expects strings, Tool objects, or arrays of either, got integer"],
    [[undefined], "tools.add expects strings, Tool objects, or arrays of either, got nil"],
    [
      [new Userdata("a handle")],
      "tools.add expects strings, Tool objects, or arrays of either, got userdata",
    ],
    [[sequence("!", true)], "tools.add expects strings, Tool objects, or arrays of either, got boolean"],
    [[sequence("no", "!")], 'tools.add alias "no" is not a bound tool slot'],
    [["!"], 'invalid alias "!": expected [A-Za-z][A-Za-z0-9_-]{0,63}'],
  ])("TOOL-20, TOOL-21: tools.add(%j): %s", async (values, message) => {
    expect(await refusal(() => scope().add(...(values as never[])))).toBe(message);
  });

  test.each([
    [[], "bad argument #1 to 'always' (string expected, got nil)"],
    [["a", true], "bad argument #2 to 'always' (string expected, got boolean)"],
    [["!", new LuaTable()], "bad argument #2 to 'always' (string expected, got table)"],
    [[5], 'invalid alias "5": expected [A-Za-z][A-Za-z0-9_-]{0,63}'],
    [["no"], 'tools.always alias "no" is not a bound tool slot'],
  ])("TOOL-20, TOOL-21: tools.always(%j): %s", async (values, message) => {
    expect(await refusal(() => scope().always(...(values as never[])))).toBe(message);
  });

  const handler = () => "";
  test.each([
    [[], "bad argument #1 to 'add_local' (string expected, got nil)"],
    [["t", undefined], "bad argument #2 to 'add_local' (string expected, got nil)"],
    [["t", "d", 1.5], "bad argument #3 to 'add_local' (table expected, got number)"],
    [["t", "d", new LuaTable(), 1], "bad argument #4 to 'add_local' (function expected, got integer)"],
    [["9", "d", new LuaTable(), handler], 'invalid alias "9": expected [A-Za-z][A-Za-z0-9_-]{0,63}'],
    [["a", "d", record({ p: 5 }), handler], 'tools.add_local alias "a" duplicates a bound tool slot'],
    [
      ["t", "d", record({ p: 5 }), handler],
      'tools.add_local param "p" must be a type string or a {type, description} array',
    ],
    [
      ["t", "d", record({ p: new LuaTable() }), handler],
      'tools.add_local param "p" must be a type string or a {type, description} array',
    ],
    [
      ["t", "d", record({ p: "text" }), handler],
      'tools.add_local param "p" has unsupported type "text": expected "string", "integer", "number", or "boolean"',
    ],
  ])("LT-02: tools.add_local(%j): %s", async (values, message) => {
    const { addLocal, offered } = scope();
    expect(await refusal(() => addLocal(...(values as never[])))).toBe(message);
    expect(offered()).toEqual([]);
  });

  test("LT-02: an alias is registered once in a section entry", async () => {
    const { addLocal } = scope();
    addLocal("t", "d", new LuaTable(), handler);
    expect(await refusal(() => addLocal("t", "d", record({ p: 5 }), handler))).toBe(
      'tools.add_local alias "t" is already registered',
    );
  });
});

test("LT-03: the schema of a local tool, names in bytewise order and none special", () => {
  const { vm, addLocal } = scope();
  const params = record({ shelf: "string", rows: sequence("integer", "row count"), Rate: "number" });
  params.setField("__proto__", sequence("boolean"));
  addLocal("t", "d", params, () => "");
  const { parameters } = vm.tools!.offer()[0]!;
  expect(JSON.stringify(parameters)).toBe(
    '{"type":"object","properties":{"Rate":{"type":"number"},"__proto__":{"type":"boolean"},"rows":{"type":"integer","description":"row count"},"shelf":{"type":"string"}},"required":["Rate","__proto__","rows","shelf"]}',
  );
});
