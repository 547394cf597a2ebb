import { expect, test } from "vitest";
import { hostListFromSection } from "../../../runtime/host/list.ts";
import type { LuaTable } from "../../../runtime/lua/table.ts";
import { border, set } from "../../../runtime/lua/table-write.ts";
import { callHost, refusal, sectionModule, sectionVM } from "./section.ts";

const sections = [
  sectionModule("Only", {}),
  sectionModule("Items", { items: ["a", "b"] }),
  sectionModule("Prose", {}),
];

test("gives a fresh array of the items (HEAD-06)", async () => {
  const list = hostListFromSection(sectionVM({ sections }));
  const [first] = (await callHost(list, "## Items")) as [LuaTable];
  expect([border(first), first.get(1), first.get(2)]).toEqual([2, "a", "b"]);
  set(first, 1, "changed");
  const [second] = (await callHost(list, " ## Items")) as [LuaTable];
  expect(second.get(1)).toBe("a");
});

test.each([
  ["section `Prose` has no pre-parsed items", "## Prose"],
  ["section target must be a string, got nil", undefined],
  ["section heading must include ### markers, got bare name: Items", "Items"],
  ["section heading `## Nope` not found; available sections: ## Items, ## Prose", "## Nope"],
])("raises %s (HEAD-05, HEAD-06)", async (text, heading) => {
  expect(await refusal(() => callHost(hostListFromSection(sectionVM({ sections })), heading))).toBe(text);
});
