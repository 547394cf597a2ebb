import { describe, expect, test } from "vitest";
import type { SectionVM } from "../../../runtime/engine/state.ts";
import { hostArgs } from "../../../runtime/host/args.ts";
import { deriveArgv, installArgv, readArgv } from "../../../runtime/host/argv.ts";
import { jsonFromLua } from "../../../runtime/host/json-from-lua.ts";
import { parseJson } from "../../../runtime/host/json-parse.ts";
import { NULL_MARKER } from "../../../runtime/host/json-to-lua.ts";
import { index, setIndex } from "../../../runtime/lua/index.ts";
import type { LuaTable } from "../../../runtime/lua/table.ts";
import { border } from "../../../runtime/lua/table-write.ts";
import type { Value } from "../../../runtime/lua/value.ts";
import { contract, record, refusal, sectionVM } from "./section.ts";

function vmWith(text: string, h1 = false): SectionVM {
  const argv = deriveArgv(contract(false), text);
  const vm = sectionVM({ args: text, ...(argv === undefined ? {} : { argv }), h1 });
  installArgv(vm);
  return vm;
}

const argvOf = (vm: SectionVM): Value => index(vm, vm.globals, "argv");

function path(vm: SectionVM, ...keys: Value[]): Value {
  return keys.reduce((value: Value, key) => index(vm, value, key), argvOf(vm));
}

describe("deriveArgv", () => {
  test("wraps the string, JSON or not, under the default declaration (ARG-31)", () => {
    expect(deriveArgv(contract(true), '{"a":1}')).toEqual(new Map([["prose", '{"a":1}']]));
    expect(deriveArgv(contract(true), "")).toEqual(new Map([["prose", ""]]));
  });

  test("parses it under a structured one; no JSON and null are nil (ARG-32 to ARG-34)", () => {
    expect(deriveArgv(contract(false), '{"a":1}')).toEqual(new Map([["a", 1]]));
    expect(["", "null", "nope"].map((text) => deriveArgv(contract(false), text))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(deriveArgv(contract(false), "false")).toBe(false);
    expect(deriveArgv(contract(false), '"x"')).toBe("x");
  });
});

test("args is the chain's string, byte for byte (ARG-02)", () => {
  expect(hostArgs(sectionVM({ args: "  é " }))).toBe("  \xc3\xa9 ");
});

describe("frozen argv", () => {
  const text = '{"q":"x","opts":{"depth":2,"list":[1,null,{"deep":true}]},"note":null}';

  test("reads at any depth; absent fields and nulls are nil (ARG-51, ARG-52)", () => {
    const vm = vmWith(text);
    expect(path(vm, "q")).toBe("x");
    expect(path(vm, "opts", "depth")).toBe(2);
    expect(path(vm, "opts", "list", 3, "deep")).toBe(true);
    expect([path(vm, "absent"), path(vm, "note"), path(vm, "opts", "list", 2)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("is an empty stand-in that gives the same table twice (ARG-53)", () => {
    const vm = vmWith(text);
    const argv = argvOf(vm) as LuaTable;
    expect([border(argv), argv.get("q"), argv.hash]).toEqual([0, undefined, undefined]);
    expect(path(vm, "opts")).toBe(path(vm, "opts"));
    expect(argvOf(vm)).toBe(argv);
  });

  test("shows a string for a metatable (ARG-54)", () => {
    expect((argvOf(vmWith(text)) as LuaTable).mt!.getString("__metatable")).toBe("argv is frozen");
  });

  test("is the scalar itself, or nil (ARG-55, ARG-33)", () => {
    expect(argvOf(vmWith("5"))).toBe(5);
    expect(argvOf(vmWith("false"))).toBe(false);
    expect(argvOf(vmWith("nope"))).toBeUndefined();
  });

  test.each<[string, Value]>([
    ["'mode'", "mode"],
    ["'q'", "q"],
    ["Integer(1)", 1],
    ["Number(2.5)", 2.5],
    ["Boolean(true)", true],
  ])("refuses to write the field %s (ARG-61, ARG-62)", async (shown, key) => {
    const vm = vmWith(text);
    const message = `argv is frozen outside H1: cannot set field ${shown}`;
    expect(await refusal(() => setIndex(vm, argvOf(vm), key, 1))).toBe(message);
    expect(await refusal(() => setIndex(vm, path(vm, "opts", "list"), key, 1))).toBe(message);
    expect(path(vm, "q")).toBe("x");
  });

  test("cannot be assigned, whatever metatable stands on _G (ARG-57, ARG-58, ARG-60)", async () => {
    const vm = vmWith("nope");
    vm.globals.mt = record({ __index: () => "made", __newindex: () => [] });
    expect(argvOf(vm)).toBeUndefined();
    expect(index(vm, vm.globals, "other")).toBe("made");
    const refused = await refusal(() => setIndex(vm, vm.globals, "argv", undefined));
    expect(refused).toBe("argv is frozen outside H1: assign it in H1 only");
  });

  test("converts to the data behind it (ARG-78)", () => {
    const vm = vmWith(text);
    expect(jsonFromLua(vm, record({ held: path(vm, "opts") }), "v")).toEqual(
      parseJson(`{"held":{"depth":2,"list":[1,null,{"deep":true}]}}`),
    );
  });
});

describe("argv in the H1 pass", () => {
  test("is a plain table with the null marker (ARG-40, ARG-41)", () => {
    const vm = vmWith('{"note":null,"list":[]}', true);
    const argv = argvOf(vm) as LuaTable;
    expect(argv.mt).toBeUndefined();
    expect(argv.get("note")).toBe(NULL_MARKER);
    expect(readArgv(vm)).toEqual(parseJson('{"note":null,"list":[]}'));
  });

  test("is read back after repairs of every kind (ARG-42, ARG-43)", () => {
    const vm = vmWith("free text", true);
    expect(readArgv(vm)).toBeUndefined();
    setIndex(vm, vm.globals, "argv", record({ query: "x" }));
    setIndex(vm, argvOf(vm), "extra", 1);
    expect(readArgv(vm)).toEqual(
      new Map<string, unknown>([
        ["query", "x"],
        ["extra", 1],
      ]),
    );
    setIndex(vm, vm.globals, "argv", undefined);
    expect(readArgv(vm)).toBeUndefined();
  });

  test("never meets a metatable on _G (ARG-40)", () => {
    const vm = vmWith("nope", true);
    const seen: Value[] = [];
    vm.globals.mt = record({
      __index: () => "made",
      __newindex: (_table, key) => {
        seen.push(key);
        return [];
      },
    });
    expect(argvOf(vm)).toBeUndefined();
    setIndex(vm, vm.globals, "argv", 1);
    setIndex(vm, vm.globals, "other", 1);
    expect([argvOf(vm), seen]).toEqual([1, ["other"]]);
  });

  test("fails its read-back when it is no JSON data (ARG-44)", async () => {
    const vm = vmWith("{}", true);
    setIndex(vm, vm.globals, "argv", () => []);
    expect(await refusal(() => readArgv(vm))).toBe("argv must be JSON data, got function");
    setIndex(vm, vm.globals, "argv", record({ f: () => [] }));
    expect(await refusal(() => readArgv(vm))).toBe("argv must be JSON data: it holds a function");
  });
});
