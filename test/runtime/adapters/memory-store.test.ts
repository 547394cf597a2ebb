import { expect, test } from "vitest";
import { memoryStore } from "../../../runtime/adapters/memory-store.ts";
import { findFiles } from "../../../runtime/host/store-find.ts";

test("holds the files it is given, and their parents (STO-02, STO-45)", () => {
  const store = memoryStore({ "a/b/c.txt": "x", __proto__x: "y" });
  expect([store.read("a/b/c.txt"), store.read("__proto__x"), store.exists("a"), store.exists("a/b")]).toEqual(
    ["x", "y", true, true],
  );
});

test.each([
  ['invalid path "/a": path is absolute', "/a"],
  ['invalid path "a/../b": path contains a traversal segment', "a/../b"],
])("refuses to be stocked: %s", (message, path) => {
  expect(() => memoryStore({ [path]: "" })).toThrow(new Error(message));
});

test("a directory stays when its last file goes, and goes itself only when it is empty (STO-45, STO-46)", () => {
  const store = memoryStore({ "a/b/c": "" });
  expect(() => store.delete("a/b")).toThrow();
  store.delete("a/b/c");
  expect(() => store.delete("a")).toThrow();
  store.delete("a/b");
  store.delete("a");
  expect([store.exists("a"), store.list("")]).toEqual([false, []]);
});

test("writing a file twice counts it once", () => {
  const store = memoryStore({ "a/b": "1" });
  store.write("a/b", "2");
  store.append("a/b", "3");
  store.delete("a/b");
  store.delete("a");
  expect(store.exists("a")).toBe(false);
});

test("a refused write makes no directories (STO-16)", () => {
  const store = memoryStore({ f: "x" });
  expect(() => store.write("f/d/e/g", "")).toThrow();
  expect([store.exists("f/d"), store.list("")]).toEqual([false, ["f"]]);
});

test("lists the files beneath a directory only", () => {
  const store = memoryStore({ "a/b": "", "ab/c": "", "a/d/e": "" });
  expect(store.list("a")).toEqual(["a/b", "a/d/e"]);
});

test("the host finds files by pattern after the run (STO-04)", async () => {
  expect(await findFiles(memoryStore({ "b.md": "", "a.md": "", "c.txt": "" }), "*.md")).toEqual([
    "a.md",
    "b.md",
  ]);
});
