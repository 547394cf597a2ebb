import { expect, test } from "vitest";
import { jsonFromHost, plainJson } from "../../../runtime/host/plain-json.ts";
import type { Json } from "../../../runtime/json.ts";
import { LuaFloat } from "../../../runtime/lua/number.ts";

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
