import { describe, expect, test } from "vitest";
import { hostSys, instantText } from "../../../runtime/host/sys.ts";
import { index, setIndex } from "../../../runtime/lua/index.ts";
import { border } from "../../../runtime/lua/table-write.ts";
import type { Value } from "../../../runtime/lua/value.ts";
import { refusal, sectionModule, sectionVM } from "./section.ts";

test("reads the fields of the entry (SYS-01)", () => {
  const vm = sectionVM({ options: { execution: "löp" }, sections: [sectionModule("A"), sectionModule("B")] });
  const sys = hostSys(vm);
  const read = (key: string): Value => index(vm, sys, key);
  expect(["when", "id", "taskid", "section_name", "execution", "section_count"].map(read)).toEqual([
    "1970-01-01T00:00:00Z",
    "0.1",
    "0",
    "A",
    "l\xc3\xb6p",
    2,
  ]);
});

test("has index and model only where they are present (SYS-01, MOD-60)", async () => {
  const plain = sectionVM();
  for (const name of ["index", "model", "nope", "toString", "__proto__"]) {
    const message = `runtime error: unknown sys field '${name}'`;
    expect(await refusal(() => index(plain, hostSys(plain), name))).toBe(message);
  }
  const seeded = sectionVM({ seed: { index: 3 } });
  seeded.entry.model = "m";
  expect(["index", "model"].map((name) => index(seeded, hostSys(seeded), name))).toEqual([3, "m"]);
});

describe("refusals (SYS-02)", () => {
  test("a key that is no string", async () => {
    const vm = sectionVM();
    expect(await refusal(() => index(vm, hostSys(vm), 1))).toBe(
      "runtime error: sys fields must be accessed by string key",
    );
  });

  test.each<[Value, string]>([
    ["id", "id"],
    ["new", "new"],
    [1, "Integer(1)"],
  ])("assigning %s", async (key, shown) => {
    const vm = sectionVM();
    const message = `runtime error: sys is read-only; cannot set '${shown}'`;
    expect(await refusal(() => setIndex(vm, hostSys(vm), key, 1))).toBe(message);
  });
});

test("is empty to walks and shows a string for a metatable (SYS-03, META-03)", () => {
  const sys = hostSys(sectionVM());
  expect([border(sys), sys.hash, sys.mt!.getString("__metatable")]).toEqual([0, undefined, "sys is sealed"]);
});

test.each<[number, string]>([
  [0, "1970-01-01T00:00:00Z"],
  [1709210096789, "2024-02-29T12:34:56.789Z"],
  [1709210096780, "2024-02-29T12:34:56.78Z"],
  [1709210096700, "2024-02-29T12:34:56.7Z"],
  [1709210096000, "2024-02-29T12:34:56Z"],
  [1709210090000, "2024-02-29T12:34:50Z"],
  [-1, "1969-12-31T23:59:59.999Z"],
  [-62167219200000, "0000-01-01T00:00:00Z"],
  [253402300799999, "9999-12-31T23:59:59.999Z"],
])("writes the instant %d as %s (SYS-04)", (milliseconds, text) => {
  expect(instantText(milliseconds)).toBe(text);
});
