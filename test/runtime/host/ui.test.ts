import { expect, test } from "vitest";
import type { JsonValue } from "../../../runtime/events.ts";
import { hostUi, snapshotUi } from "../../../runtime/host/ui.ts";
import { MemoryError } from "../../../runtime/lua/memory.ts";
import type { LuaTable } from "../../../runtime/lua/table.ts";
import { set } from "../../../runtime/lua/table-write.ts";
import type { RunOptions } from "../../../runtime/options.ts";
import { callHost, sectionVM } from "./section.ts";

test("is nil without a snapshot (UI-01)", () => {
  expect(hostUi(sectionVM())).toBeUndefined();
});

test("gives a new table at each call, nulls as nil (UI-01)", async () => {
  const vm = sectionVM({ options: { ui: { tab: { name: "é", note: null }, list: [1, 2.5] } } });
  const ui = hostUi(vm);
  const [first] = (await callHost(ui)) as [LuaTable];
  const tab = first.get("tab") as LuaTable;
  expect([tab.get("name"), tab.get("note"), (first.get("list") as LuaTable).get(2)]).toEqual([
    "\xc3\xa9",
    undefined,
    2.5,
  ]);
  set(tab, "name", "changed");
  const [second] = (await callHost(ui, "ignored")) as [LuaTable];
  expect((second.get("tab") as LuaTable).get("name")).toBe("\xc3\xa9");
});

test("takes any snapshot that is JSON: lone surrogates as U+FFFD, deeper than JSON text may be (UI-01)", async () => {
  let deep: JsonValue = "\ud800";
  for (let depth = 0; depth < 1000; depth++) deep = [deep];
  const [table] = await callHost(hostUi(sectionVM({ options: { ui: { "k\udc00": deep } } })));
  let value = (table as LuaTable).get("k\xef\xbf\xbd");
  for (let depth = 0; depth < 1000; depth++) value = (value as LuaTable).get(1);
  expect(value).toBe("\xef\xbf\xbd");
});

test("refuses a snapshot that is not JSON, saying why", () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  let deep: unknown = 1;
  for (let depth = 0; depth < 200_000; depth++) deep = [deep];
  const refused = (ui: unknown) => () => snapshotUi({ ui } as RunOptions);
  expect(refused({ n: 1n })).toThrow(
    new TypeError("the option `ui` is not JSON data: `n` is a bigint, give a number or a string"),
  );
  for (const ui of [cycle, { deep }])
    expect(refused(ui)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^the option `ui` is not JSON data: /) }),
    );
});

test("is over the memory ceiling only when it is called (LIM-02a)", async () => {
  const ui = hostUi(
    sectionVM({ options: { ui: { x: "x".repeat(2000) }, limits: { luaMemoryBytes: 1000 } } }),
  );
  await expect(callHost(ui)).rejects.toBeInstanceOf(MemoryError);
});
