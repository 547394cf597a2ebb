import { expect, test } from "vitest";
import { hostUi } from "../../../runtime/host/ui.ts";
import type { LuaTable } from "../../../runtime/lua/table.ts";
import { set } from "../../../runtime/lua/table-write.ts";
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
