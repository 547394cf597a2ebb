import { describe, expect, test } from "vitest";
import { memoryStore } from "../../../runtime/adapters/memory-store.ts";
import type { SectionVM } from "../../../runtime/engine/state.ts";
import type { EffectWait } from "../../../runtime/engine/suspend.ts";
import { EffectDropped } from "../../../runtime/errors.ts";
import * as store from "../../../runtime/host/store.ts";
import { installStoreAtLoad } from "../../../runtime/host/store-at-load.ts";
import type { StoreBackend } from "../../../runtime/host/store-backend.ts";
import type { LuaError } from "../../../runtime/lua/error.ts";
import { LuaFloat } from "../../../runtime/lua/number.ts";
import { LuaTable } from "../../../runtime/lua/table.ts";
import { border } from "../../../runtime/lua/table-write.ts";
import type { Value } from "../../../runtime/lua/value.ts";
import { callHost, refusal, reports, sectionVM } from "./section.ts";

const FUNCTIONS = {
  write: store.hostStoreWrite,
  append: store.hostStoreAppend,
  read: store.hostStoreRead,
  read_numbered: store.hostStoreReadNumbered,
  str_replace: store.hostStoreStrReplace,
  delete: store.hostStoreDelete,
  glob: store.hostStoreGlob,
  exists: store.hostStoreExists,
};

type Name = keyof typeof FUNCTIONS;

/** A section over a store of these files, and what its store functions give: the first value. */
function stocked(files: { readonly [path: string]: string } = {}, wrap = (backend: StoreBackend) => backend) {
  const backend = memoryStore(files);
  const vm = sectionVM({ options: { store: wrap(backend) } });
  return { backend, vm, run: runner(vm) };
}

function runner(vm: SectionVM) {
  return async (name: Name, ...values: Value[]): Promise<Value> =>
    (await callHost(FUNCTIONS[name](vm), ...values))[0];
}

async function globbed(run: ReturnType<typeof runner>, pattern: string): Promise<Value[]> {
  const table = (await run("glob", pattern)) as LuaTable;
  return Array.from({ length: border(table) }, (_, offset) => table.get(offset + 1));
}

/** The same backend, answering with promises. */
function promising(backend: StoreBackend): StoreBackend {
  return {
    read: async (path) => backend.read(path),
    write: async (path, text) => backend.write(path, text),
    append: async (path, text) => backend.append(path, text),
    delete: async (path) => backend.delete(path),
    exists: async (path) => backend.exists(path),
    list: async (directory) => backend.list(directory),
  };
}

describe.each([
  ["at once", (backend: StoreBackend) => backend],
  ["with promises", promising],
])("files of a store that answers %s", (_name, wrap) => {
  test("write, append and read whole texts verbatim (STO-10, STO-11)", async () => {
    const { run, backend } = stocked({}, wrap);
    expect(await run("write", "d/a", "x\r\n")).toBeUndefined();
    expect(await run("append", "d/a", "\xc3\xa9\n")).toBeUndefined();
    expect(await run("append", "new", "1")).toBeUndefined();
    expect([await run("read", "d/a"), await run("read", "new")]).toEqual(["x\r\n\xc3\xa9\n", "1"]);
    expect(backend.read("d/a")).toBe("x\r\né\n");
    await run("write", "d/a", "");
    expect(await run("read", "d/a")).toBe("");
  });

  test("exists and delete (STO-46, STO-47)", async () => {
    const { run } = stocked({ "d/a": "" }, wrap);
    expect([await run("exists", "d/a"), await run("exists", "d"), await run("exists", "x")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await refusal(() => run("delete", "d"))).toBe("store backend failure");
    await run("delete", "d/a");
    await run("delete", "d/a");
    expect([await run("exists", "d/a"), await run("exists", "d")]).toEqual([false, true]);
    await run("delete", "d");
    expect(await run("exists", "d")).toBe(false);
  });

  test("glob gives a new sorted array of the files that match (STO-50)", async () => {
    const { run } = stocked({ "b/z": "", a: "", "b/😀": "", "b/\uffee": "", "b/c/d": "" }, wrap);
    expect(await globbed(run, "**")).toEqual(["a", "b/c/d", "b/z", "b/\xef\xbf\xae", "b/\xf0\x9f\x98\x80"]);
    expect(await globbed(run, "b/*")).toEqual(["b/z", "b/\xef\xbf\xae", "b/\xf0\x9f\x98\x80"]);
    expect(await globbed(run, "b")).toEqual([]);
    expect(await globbed(run, "../*")).toEqual([]);
  });

  test("failures of the backend (STO-48, HOST-5)", async () => {
    const { run } = stocked({ "d/a": "x" }, wrap);
    const calls: [Name, ...Value[]][] = [
      ["read", "d"],
      ["read_numbered", "d"],
      ["str_replace", "d", "a", "b"],
      ["write", "d", ""],
      ["append", "d", ""],
      ["write", "d/a/b", ""],
      ["append", "d/a/b/c", ""],
    ];
    for (const [name, ...values] of calls) {
      expect(await refusal(() => run(name, ...values))).toBe("store backend failure");
    }
    expect(await refusal(() => run("read", "d/a/b"))).toBe("file not found: d/a/b");
    expect(await run("exists", "d/a/b")).toBe(false);
  });

  test("file not found (STO-11)", async () => {
    const { run } = stocked({}, wrap);
    expect(await refusal(() => run("read", "\xc3\xa9"))).toBe("file not found: \xc3\xa9");
    expect(await refusal(() => run("read_numbered", "a", 1))).toBe("file not found: a");
    expect(await refusal(() => run("str_replace", "a", "x", "y"))).toBe("file not found: a");
  });
});

describe("arguments", () => {
  test.each<[string, Name, Value[]]>([
    ["path must be a string, got nil", "write", []],
    ["path must be a string, got integer", "read", [3]],
    ["path must be a string, got number", "read", [2.5, "x"]],
    ["contents must be a string, got boolean", "append", ["../bad", true]],
    ["old must be a string, got nil", "str_replace", ["a"]],
    ["new must be a string, got table", "str_replace", ["a", "b", new LuaTable()]],
    ["pattern must be a string, got function", "glob", [() => []]],
    ["path must be a valid UTF-8 string", "exists", ["\xff"]],
    ["contents must be a valid UTF-8 string", "write", ["a", "\xff"]],
    ["start must be an integer, got number", "read", ["a", 1.5]],
    ["start must be an integer, got string", "read_numbered", ["a", "1"]],
    ["end must be an integer, got boolean", "read", ["a", 1, false]],
    ["start must be an integer, got number", "read", ["a", 1e300]],
  ])("%s (STO-12, STO-13)", async (text, name, values) => {
    expect(await refusal(() => stocked({ a: "x" }).run(name, ...values))).toBe(text);
  });

  test("surplus ones are ignored (STO-14)", async () => {
    expect(await stocked({ a: "x" }).run("exists", "a", 1, 2)).toBe(true);
  });

  test("a bad path is refused before the backend is asked (STO-20)", async () => {
    const calls: [Name, ...Value[]][] = [
      ["write", "../a", ""],
      ["append", "../a", ""],
      ["read", "../a"],
      ["read_numbered", "../a"],
      ["str_replace", "../a", "", ""],
      ["delete", "../a"],
      ["exists", "../a"],
    ];
    for (const [name, ...values] of calls) {
      const text = await refusal(() => stocked().run(name, ...values));
      expect(text).toBe('invalid path "../a": path contains a traversal segment');
    }
  });

  test("a bad pattern (section 6)", async () => {
    const text = await refusal(() => stocked().run("glob", "a\n"));
    expect(text).toBe('invalid glob pattern "a\\n": pattern contains a control character');
  });
});

describe("line ranges", () => {
  const p = "one\ntwo\nthree\n";

  test.each<[Value[], string]>([
    [[2], "two\nthree"],
    [[2, 2], "two"],
    [[1, 2], "one\ntwo"],
    [[2, 99], "two\nthree"],
    [[3, 99], "three"],
    [[99], ""],
    [[5, 2], ""],
    [[new LuaFloat(2), new LuaFloat(2)], "two"],
    [[1, 2n ** 62n], "one\ntwo\nthree"],
  ])("read(p, %s) (STO-31, STO-33)", async (bounds, text) => {
    expect(await stocked({ p }).run("read", "p", ...bounds)).toBe(text);
  });

  test.each<[Value[], string]>([
    [[3, 2], "end must not be before start"],
    [[1, 0], "end must not be before start"],
    [[1, -5], "end must not be before start"],
    [[0], "start must be at least 1"],
    [[-3, 1], "start must be at least 1"],
    [[undefined, 2], "start is required when end is given"],
  ])("read(p, %s) fails (STO-33, STO-34)", async (bounds, reason) => {
    const { run } = stocked({ p });
    expect(await refusal(() => run("read", "p", ...bounds))).toBe(`invalid line range for p: ${reason}`);
    expect(await refusal(() => run("read_numbered", "p", ...bounds))).toBe(
      `invalid line range for p: ${reason}`,
    );
  });

  test("the missing start comes before the path, every other check after the file (STO-33, STO-35)", async () => {
    const { run } = stocked({ empty: "" });
    expect(await refusal(() => run("read", "../a", undefined, 1))).toContain("start is required");
    expect(await refusal(() => run("read", "nope", 0))).toBe("file not found: nope");
    expect(await refusal(() => run("read", "empty", 0))).toContain("at least 1");
    expect([await run("read", "empty", 1), await run("read", "empty", 3, 1)]).toEqual(["", ""]);
  });

  test.each<[string, Value[], string]>([
    [p, [], "1| one\n2| two\n3| three"],
    [p, [3], "3| three"],
    ["a\n\nb", [], "1| a\n2| \n3| b"],
    ["\n", [], "1| "],
    ["", [], ""],
    ["a\r\nb\r", [], "1| a\n2| b\r"],
    ["x\n".repeat(12), [9, 11], " 9| x\n10| x\n11| x"],
    ["x\n".repeat(12), [8, 9], "8| x\n9| x"],
  ])("read_numbered of %j, %s (STO-30, STO-32)", async (text, bounds, expected) => {
    expect(await stocked({ p: text }).run("read_numbered", "p", ...bounds)).toBe(expected);
  });
});

describe("str_replace (STO-40)", () => {
  test("replaces the only occurrence by literal text", async () => {
    const { run, backend } = stocked({ a: "x (y) z" });
    await run("str_replace", "a", "(y)", "$&%1");
    expect(backend.read("a")).toBe("x $&%1 z");
    await run("str_replace", "a", " $&%1", "");
    expect(backend.read("a")).toBe("x z");
  });

  test.each<[string, string, string]>([
    ["anchor occurs 3 times in a, expected exactly one", "na na na", "na"],
    ["anchor occurs 2 times in a, expected exactly one", "aaaa", "aa"],
    ["anchor not found in a", "", "x"],
    ["anchor not found in a", "abc", "B"],
    ["invalid anchor for a: anchor must not be empty", "abc", ""],
  ])("%s", async (text, contents, old) => {
    const { run, backend } = stocked({ a: contents });
    expect(await refusal(() => run("str_replace", "a", old, "y"))).toBe(text);
    expect(backend.read("a")).toBe(contents);
  });

  test("the anchor is checked before the file", async () => {
    expect(await refusal(() => stocked().run("str_replace", "nope", "", "y"))).toContain("invalid anchor");
  });
});

describe("reports (STO-72)", () => {
  test("each call leaves one, exists none", async () => {
    const { run, vm } = stocked();
    await run("write", "a", "x");
    await run("append", "a", "y");
    await run("read", "a");
    await run("read_numbered", "a");
    await run("str_replace", "a", "x", "z");
    await run("exists", "a");
    await run("glob", "*");
    await run("delete", "a");
    await refusal(() => run("read", "a"));
    await refusal(() => run("read", 1));
    await refusal(() => run("exists", "/"));
    const kinds = ["write", "append", "read", "read_numbered", "replace", "glob", "delete"];
    expect(reports(vm)).toEqual([
      ...kinds.map((k) => `store_${k}_succeeded`),
      "store_read_failed",
      "store_read_failed",
    ]);
    expect(Object.keys(vm.run.events[0]!)).toEqual(["kind", "execution", "section", "provenance"]);
  });
});

describe("while the shared library loads (STO-71)", () => {
  const loading = (wrap?: (backend: StoreBackend) => StoreBackend) => {
    const made = stocked({ a: "1\n2\n" }, wrap);
    made.vm.entry.loading = true;
    installStoreAtLoad(made.vm);
    const direct = (name: Name, ...values: Value[]): Value => FUNCTIONS[name](made.vm)(...values) as Value;
    return { ...made, direct };
  };

  test("runs directly, with the same results, messages and reports", async () => {
    const { direct, vm } = loading();
    expect(direct("read", "a", 2)).toBe("2");
    expect(await refusal(() => direct("read", "b"))).toBe("file not found: b");
    expect(reports(vm)).toEqual(["store_read_succeeded", "store_read_failed"]);
  });

  test("converts numbers and refuses other types in the generic words", async () => {
    const { direct, backend } = loading();
    direct("write", "n", 2.5);
    expect(backend.read("n")).toBe("2.5");
    const text = "bad argument #2 to 'store.write' (string expected, got nil)";
    expect(await refusal(() => direct("write", "n"))).toBe(text);
  });

  test("cannot wait for a store that promises", async () => {
    const { direct } = loading(promising);
    expect(await refusal(() => direct("exists", "a"))).toBe("store backend failure");
    let cause: unknown;
    try {
      direct("exists", "a");
    } catch (thrown) {
      cause = (thrown as LuaError).cause;
    }
    expect(String(cause)).toMatch(
      /^TypeError: the store answered with a promise while the shared library loads/,
    );
  });
});

test("an effect tells the journal what was asked, as plain data", () => {
  const steps = FUNCTIONS.write(sectionVM()).g!("a", "\xc3\xa9", new LuaFloat(2), true);
  const { effect } = steps.next().value as EffectWait<unknown, unknown>;
  expect([effect.kind, effect.request]).toEqual([
    "store",
    { operation: "write", arguments: ["a", "é", 2, null] },
  ]);
});

test("a run without a store gets one of its own, in memory (STO-02)", async () => {
  const [first, second] = [sectionVM(), sectionVM()];
  await runner(first)("write", "a", "x");
  expect([await runner(first)("exists", "a"), await runner(second)("exists", "a")]).toEqual([true, false]);
});

test("an effect that the host drops is no failure of the store (HOST-12)", async () => {
  const dropping = (backend: StoreBackend): StoreBackend => ({
    ...promising(backend),
    read: () => Promise.reject(new EffectDropped()),
  });
  const { run, vm } = stocked({}, dropping);
  await expect(run("read", "a")).rejects.toBeInstanceOf(EffectDropped);
  expect(reports(vm)).toEqual([]);
});
