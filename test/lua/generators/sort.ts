import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { either, lines, lua, one, several } from "./template.ts";

const integers = several(fc.integer({ min: -50, max: 50 }).map(String), { min: 0, max: 60, by: ", " });
const floats = several(
  fc.oneof(
    fc.integer({ min: -9, max: 9 }).map((n) => String(n / 4)),
    one(
      "1e300",
      "-1e300",
      "(1/0)",
      "2^53",
      "9007199254740993",
      "math.mininteger",
      "math.maxinteger",
      "-0.0",
      "0",
    ),
  ),
  { min: 0, max: 20, by: ", " },
);
const nans = several(one("1", "2", "3", "(-(0/0))"), { min: 0, max: 8, by: ", " });
const words = several(
  fc
    .string({ unit: fc.constantFrom(..."abcAB\0\xff1"), maxLength: 4 })
    .map((text) => JSON.stringify(text).replaceAll("\\u00", "\\x").replaceAll("\xff", "\\xff")),
  { min: 0, max: 20, by: ", " },
);
const mixed = several(one("1", "2", '"a"', '"1"', "true", "{}", "print"), { min: 0, max: 6, by: ", " });
const list = either(integers, floats, words, nans, mixed);
const comparator = fc.oneof(
  {
    weight: 4,
    arbitrary: one("", "", ", function(a, b) return a < b end", ", function(a, b) return a > b end"),
  },
  {
    weight: 3,
    arbitrary: one(
      ", function(a, b) n = n + 1 return a < b end",
      ", function(a, b) return tostring(a) < tostring(b) end",
      ", function(a, b) return #tostring(a) < #tostring(b) end",
      ", function(a, b) return a % 10 < b % 10 end",
      ", function(a, b) return (a < b) and 1 or nil end",
      ", setmetatable({}, {__call = function(_, a, b) return a < b end})",
    ),
  },
  {
    weight: 2,
    arbitrary: one(
      ", function(a, b) return a <= b end",
      ", function(a, b) return true end",
      ", function(a, b) return false end",
      ", function(a, b) n = n + 1 return n % 3 == 0 end",
      ", function(a, b) n = n + 1 if n > 5 then error('stop') end return a < b end",
      ", function(a, b) error({}) end",
      ", 1",
      ", nil",
      ", 'x'",
      ", math.max",
      ", rawequal",
    ),
  },
);
const plain = lua`do local t, n = {${list}}, 0
  print(pcall(function() table.sort(t${comparator}) end))
  for i = 1, #t do t[i] = type(t[i]) == "table" and "{}" or tostring(t[i]) end
  print(n, #t, table.concat(t, " "))
end`;
/** Records with equal keys: the order of equal ones is that of the stock quicksort (LIB-33). */
const records = lua`do local t = {}
  for i, v in ipairs{${integers}} do t[i] = {v % ${fc.integer({ min: 1, max: 20 }).map(String)}, i} end
  table.sort(t, function(a, b) return a[1] < b[1] end)
  for i, r in ipairs(t) do t[i] = r[1] .. ":" .. r[2] end
  print(table.concat(t, " "))
end`;
const objects = lua`do local mt mt = {__lt = function(a, b) return a.v < b.v end, __le = function(a, b) error("le") end}
  local t = {} for i, v in ipairs{${integers}} do t[i] = setmetatable({v = v}, mt) end
  table.sort(t) for i, o in ipairs(t) do t[i] = o.v end print(table.concat(t, " "))
end`;
const proxies = lua`do local d = {${integers}}
  local p = setmetatable({}, {__index = d, __newindex = d, __len = function() return #d end})
  table.sort(p) print(table.concat(d, " "), #p)
end`;
const head = "local rawequal";

/** table.sort with comparators that are right, wrong, inconsistent and failing (LIB-33). */
export const sorting: Generator = {
  name: "sort",
  programs: lua`${head}
${lines(fc.oneof({ weight: 6, arbitrary: plain }, { weight: 2, arbitrary: records }, { weight: 1, arbitrary: objects }, { weight: 1, arbitrary: proxies }), 4)}`,
  differences: ["addresses", "float-text", "nan-text"],
};
