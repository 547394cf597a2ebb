import { describe, expect, test } from "vitest";
import type { Placeholder, Template } from "../../../runtime/engine/module.ts";
import type { SectionVM } from "../../../runtime/engine/state.ts";
import { parseJson } from "../../../runtime/host/json-parse.ts";
import { proseArgs } from "../../../runtime/host/prose/args.ts";
import { proseArgv } from "../../../runtime/host/prose/argv.ts";
import { proseFailure } from "../../../runtime/host/prose/failure.ts";
import { proseGlobal } from "../../../runtime/host/prose/global.ts";
import { proseItem } from "../../../runtime/host/prose/item.ts";
import { proseSys } from "../../../runtime/host/prose/sys.ts";
import { proseVar } from "../../../runtime/host/prose/var.ts";
import { installProse, type Resolver, renderProse } from "../../../runtime/host/prose.ts";
import { hostVar } from "../../../runtime/host/var.ts";
import type { Json, JsonObject } from "../../../runtime/json.ts";
import { index, setIndex } from "../../../runtime/lua/index.ts";
import { LuaFloat } from "../../../runtime/lua/number.ts";
import { LuaTable } from "../../../runtime/lua/table.ts";
import { Userdata, type Value } from "../../../runtime/lua/value.ts";
import { encodeUtf8 } from "../../../runtime/utf8.ts";
import { record, refusal, type SectionSetup, sectionVM, sequence } from "./section.ts";

const ROOTS: { readonly [root: string]: Resolver } = {
  args: proseArgs,
  argv: proseArgv,
  item: proseItem,
  sys: proseSys,
  var: proseVar,
};

/** A placeholder as the compiler writes it. */
const at = (path: string, offset = 0): Placeholder => {
  const [root, ...keys] = encodeUtf8(path).split(".") as [string, ...string[]];
  const shown = `{{ ${encodeUtf8(path)} }}`;
  return Object.hasOwn(ROOTS, root)
    ? [ROOTS[root]!, offset, shown, ...keys]
    : [proseGlobal, offset, shown, root, root, ...keys];
};
const one = (path: string, offset?: number): Template => [at(path, offset)];
const argv = parseJson('{"query":"p","n":2,"opts":{"a":null,"list":[1,{"b":null}]},"f":2.0}')!;

function vmWith(setup: SectionSetup = {}, globals: { readonly [name: string]: Value } = {}): SectionVM {
  const vm = sectionVM({
    args: " {x} ",
    argv,
    var: parseJson('{"k":"v","t":{"n":1},"nil":null}') as JsonObject,
    ...setup,
  });
  for (const [name, value] of Object.entries(globals)) vm.globals.setField(name, value);
  return vm;
}

describe("the global prose", () => {
  const withProse = (vm: SectionVM, template: Template): SectionVM => {
    installProse(vm);
    vm.entry.prose = { template, rendered: undefined };
    return vm;
  };
  const read = (vm: SectionVM): Value => index(vm, vm.globals, "prose");

  test("is rendered at the first read, then remembered (SUB-04, SUB-05)", () => {
    const vm = withProse(vmWith({}, { x: 1 }), ["x is ", at("x", 5)]);
    vm.globals.setField("x", 2);
    expect(read(vm)).toBe("x is 2");
    vm.globals.setField("x", 3);
    expect(read(vm)).toBe("x is 2");
  });

  test("forgets a failed render (SUB-06)", async () => {
    const vm = withProse(vmWith(), one("x"));
    expect(await refusal(() => read(vm))).toContain("UnknownNamespace");
    vm.globals.setField("x", "now");
    expect(read(vm)).toBe("now");
  });

  test("is nil while the library loads and empty without pending prose (FMT-48)", () => {
    const vm = vmWith();
    installProse(vm);
    expect(read(vm)).toBeUndefined();
    vm.entry.prose = { template: [], rendered: undefined };
    expect(read(vm)).toBe("");
  });

  test("cannot be assigned, whatever metatable stands on _G (SUB-12, FMT-49, ENV-12)", async () => {
    const vm = withProse(vmWith(), ["p"]);
    vm.globals.mt = record({ __index: () => "made", __newindex: () => [] });
    const text = "prose is read-only: assign to `var` or a section global instead";
    expect(await refusal(() => setIndex(vm, vm.globals, "prose", "x"))).toBe(text);
    expect(read(vm)).toBe("p");
  });
});

describe("values", () => {
  test.each<[string, string]>([
    ["args", " {x} "],
    ["argv", '{"f":2.0,"n":2,"opts":{"a":null,"list":[1,{"b":null}]},"query":"p"}'],
    ["argv.query", "p"],
    ["argv.n", "2"],
    ["argv.f", "2.0"],
    ["argv.opts.list", '[1,{"b":null}]'],
    ["var.k", "v"],
    ["var.t", '{"n":1}'],
    ["var.t.n", "1"],
    ["sys.section_name", "Only"],
    ["sys.section_count", "1"],
    ["flag", "false"],
    ["half", "0.5"],
    ["big", "9223372036854775807"],
    ["t.list", '["a","b"]'],
    ["t.empty", "{}"],
    ["a b", "spaced"],
  ])("{{ %s }} (SUB-20 to SUB-34, SUB-40 to SUB-43)", (path, text) => {
    const t = record({ list: sequence("a", "b"), empty: new LuaTable() });
    const globals = { flag: false, half: 0.5, big: 2n ** 63n - 1n, t, "a b": "spaced" };
    expect(renderProse(vmWith({}, globals), one(path))).toBe(text);
  });

  test("args and argv are the chain's, never the globals (SUB-24)", () => {
    const vm = vmWith({}, { args: "other", argv: "other", var: "other", sys: "other", item: "other" });
    expect(renderProse(vm, [at("args"), "|", at("argv.n"), "|", at("var.k"), "|", at("sys.id")])).toBe(
      " {x} |2|v|0.1",
    );
  });

  test("a value is not scanned again (SUB-18)", () => {
    expect(renderProse(vmWith({}, { x: "{{ y }}\\{" }), one("x"))).toBe("{{ y }}\\{");
  });

  test.each<[Json, string]>([
    ["alpha", "alpha"],
    [null, "null"],
    [[7, "x"], '[7,"x"]'],
    [parseJson('{"value":1,"key":"alpha"}')!, '{"key":"alpha","value":1}'],
    [new LuaFloat(2), "2.0"],
  ])("{{ item }} renders whole (SUB-28, SUB-47)", (item, text) => {
    expect(renderProse(vmWith({ seed: { item } }), one("item"))).toBe(text);
  });

  test("var as it stands, and a global through a metatable on _G (SUB-30, SUB-34)", () => {
    const vm = vmWith();
    vm.globals.setField("var", hostVar(vm));
    vm.globals.mt = record({ __index: (_table, key) => `made ${String(key)}` });
    setIndex(vm, index(vm, vm.globals, "var"), "k", "new");
    expect(renderProse(vm, [at("var.k"), " ", at("ghost", 9)])).toBe("new made ghost");
  });
});

describe("failures", () => {
  const failing: { readonly [kind: string]: readonly (readonly [path: string, message: string])[] } = {
    UnknownNamespace: [
      ["ghost", "unknown namespace or global 'ghost' in {{ ghost }}"],
      ["ghost.x", "unknown namespace or global 'ghost' in {{ ghost.x }}"],
      ["{ args", "unknown namespace or global '{ args' in {{ { args }}"],
    ],
    MissingKey: [
      ["argv.absent", "missing {{ argv.absent }}"],
      ["argv.query.x", "missing {{ argv.query.x }}"],
      ["argv.opts.list.1", "missing {{ argv.opts.list.1 }}"],
      ["argv.opts.a.x", "missing {{ argv.opts.a.x }}"],
      ["argv.__proto__", "missing {{ argv.__proto__ }}"],
      ["var.K", "missing {{ var.K }}"],
      ["sys.index", "missing {{ sys.index }}"],
      ["t.absent", "missing {{ t.absent }}"],
    ],
    NullValue: [
      ["argv.opts.a", "missing {{ argv.opts.a }}"],
      ["var.nil", "missing {{ var.nil }}"],
      ["nan", "missing {{ nan }}"],
    ],
    NilItem: [["item", "{{ item }} is nil (not inside a fanout arm)"]],
    Serialize: [
      ["f", "global 'f' in {{ f }} is not JSON data"],
      ["holder.n", "global 'holder' in {{ holder.n }} is not JSON data"],
      ["handle", "global 'handle' in {{ handle }} is not JSON data"],
    ],
  };
  const globals = {
    nan: Number.NaN,
    t: record({ a: 1 }),
    f: () => [],
    holder: record({ n: 1, f: () => [] }),
    handle: new Userdata(1),
    toString: undefined,
  };
  const rows = Object.entries(failing).flatMap(([kind, paths]) =>
    paths.map(([path, message]) => [kind, path, message] as const),
  );

  test.each(rows)("%s: {{ %s }} (SUB-60 to SUB-70)", async (kind, path, message) => {
    const text = await refusal(() => renderProse(vmWith({}, globals), one(path, 7)));
    expect(text).toBe(encodeUtf8(`${message} [${kind} at byte 7]`));
  });

  test("a placeholder that can only fail fails when it is reached (SUB-08, SUB-52)", async () => {
    const unclosed: Placeholder = [proseFailure, 2, "Unclosed", "unclosed '{{' in prose"];
    const text = await refusal(() => renderProse(vmWith(), ["a ", unclosed]));
    expect(text).toBe("unclosed '{{' in prose [Unclosed at byte 2]");
    expect(await refusal(() => renderProse(vmWith(), [at("a"), unclosed]))).toContain("'a'");
  });

  test("NilArgv comes before the keys (SUB-25, SUB-68, SUB-70)", async () => {
    const vm = sectionVM();
    const fail = (path: string) => refusal(() => renderProse(vm, one(path)));
    expect(await fail("argv")).toBe("{{ argv }} is nil (the args string is not JSON) [NilArgv at byte 0]");
    expect(await fail("argv.x")).toBe(
      "{{ argv.x }} is nil (the args string is not JSON) [NilArgv at byte 0]",
    );
  });

  test("the first failing placeholder is reported (SUB-52)", async () => {
    const text = await refusal(() => renderProse(vmWith(), [at("a"), at("b", 9)]));
    expect(text).toContain("'a'");
  });

  test("a reassigned var fails every render (SUB-10)", async () => {
    const vm = vmWith();
    hostVar(vm);
    const text = await refusal(() => renderProse(vm, ["plain"]));
    expect(text).toBe("the `var` global was reassigned; write `var.<field>` instead");
  });
});

test("a text over the memory ceiling is refused (LIM-02a)", () => {
  const vm = vmWith({ options: { limits: { luaMemoryBytes: 100 } } });
  expect(() => renderProse(vm, ["x".repeat(101)])).toThrow(
    expect.objectContaining({ value: "not enough memory" }),
  );
});
