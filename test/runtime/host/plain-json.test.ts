import { expect, test } from "vitest";
import type { JsonValue } from "../../../runtime/events.ts";
import { luaFromJson } from "../../../runtime/host/json-to-lua.ts";
import { jsonFromHost, jsonFromPlain, plainJson } from "../../../runtime/host/plain-json.ts";
import { Weight } from "../../../runtime/host/weight.ts";
import type { Json } from "../../../runtime/json.ts";
import { MemoryError } from "../../../runtime/lua/memory.ts";
import { LuaFloat } from "../../../runtime/lua/number.ts";
import { LuaTable } from "../../../runtime/lua/table.ts";
import { sectionVM } from "./section.ts";

test("run data becomes fresh host data: UTF-16, doubles, no key special", () => {
  const json: Json = new Map<string, Json>([
    ["__proto__", [1, new LuaFloat(2), null, true]],
    ["\xc3\xa9", "\xe2\x82\xac"],
    ["big", 2n ** 60n],
  ]);
  const plain = plainJson(json) as { [key: string]: unknown };
  expect(Object.entries(plain)).toEqual([
    ["__proto__", [1, 2, null, true]],
    ["big", 2 ** 60],
    ["é", "€"],
  ]);
  expect(plainJson(json)).not.toBe(plain);
});

test("host data becomes run data: integers and floats apart; what JSON does not have is undefined", () => {
  expect(jsonFromHost({ é: [1, 1.5, undefined] })).toEqual(new Map([["\xc3\xa9", [1, 1.5, null]]]));
  expect(jsonFromHost(undefined)).toBeUndefined();
});

test("plain data keeps its integers to 64 bits, is well-formed and may be deeper than the stack", () => {
  expect(jsonFromPlain([2 ** 53, 2 ** 63, -0, 0.5])).toEqual([2n ** 53n, 2 ** 63, 0, 0.5]);
  expect(jsonFromPlain({ "\ud800": "\udc00" })).toEqual(new Map([["\xef\xbf\xbd", "\xef\xbf\xbd"]]));
  let deep: JsonValue = null;
  for (let depth = 0; depth < 20_000; depth++) deep = depth % 2 === 0 ? [deep] : { k: deep };
  let table: unknown = luaFromJson(jsonFromPlain(deep));
  let levels = 0;
  for (; table instanceof LuaTable; levels++) table = table.get(1) ?? table.get("k");
  expect(levels).toBe(20_000);
});

test("plain data over the memory ceiling is refused (LIM-02a)", () => {
  const vm = sectionVM({ options: { limits: { luaMemoryBytes: 1000 } } });
  expect(jsonFromPlain(["x".repeat(500)], new Weight(vm))).toHaveLength(1);
  expect(() => jsonFromPlain(["x".repeat(500), "x".repeat(500)], new Weight(vm))).toThrow(MemoryError);
  expect(() => jsonFromPlain({ ["x".repeat(1000)]: 1 }, new Weight(vm))).toThrow(MemoryError);
});
