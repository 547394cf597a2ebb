import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { either, lines, lua, one, quote, several } from "./template.ts";

const subject = fc
  .string({ unit: fc.constantFrom(..."aaabbc01 ().%-[]^$\n\0\xe9_XYZ="), maxLength: 24 })
  .map(quote);
const simple = one(
  "a",
  "b",
  "c",
  ".",
  "%a",
  "%d",
  "%s",
  "%w",
  "%p",
  "%u",
  "%l",
  "%x",
  "%c",
  "%g",
  "%A",
  "%S",
  "%W",
  "%D",
  "%(",
  "%)",
  "%.",
  "%%",
  "%-",
  "\\0",
  "\\xe9",
  "%\\0",
);
const inSet = either(simple, one("a-c", "0-9", "a-", "-", "]", "^", "%]", "b-a", "\\0-\\x20"));
const set = lua`[${one("", "", "^")}${several(inSet, { max: 4 })}]`;
const single = fc.oneof({ weight: 4, arbitrary: simple }, { weight: 1, arbitrary: set });
const { piece } = fc.letrec<{ piece: string }>((tie) => ({
  piece: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    lua`${single}${one("", "", "*", "+", "-", "?")}`,
    one("()", "%bab", "%b()", "%f[%w]", "%f[%a]", "%f[^%s]", "%f[%z]", "%f[\\0]", "%1", "%2"),
    lua`%f${set}`,
    lua`(${several(tie("piece"), { min: 0, max: 3 })})`,
  ),
}));
const wellFormed = lua`${one("", "", "", "^")}${several(piece, { min: 0, max: 5 })}${one("", "", "", "$")}`;
const soup = several(one(..."ab().%[]^$*+-?%f1", "%b", "%f[", "a"), { min: 0, max: 8 });
const pattern = fc
  .oneof({ weight: 8, arbitrary: wellFormed }, { weight: 1, arbitrary: soup })
  .map((text) => `"${text}"`);
const init = either(
  one("", ""),
  fc.integer({ min: -30, max: 30 }).map((n) => `, ${n}`),
);

const replacementText = several(one("x", "%0", "%1", "%2", "%%", "<", ">", "%a", "%", "%9", "\\0", "%%1"), {
  min: 0,
  max: 4,
}).map((text) => `"${text}"`);
const replacement = fc.oneof(
  { weight: 4, arbitrary: replacementText },
  {
    weight: 4,
    arbitrary: one(
      "function(...) return select('#', ...) end",
      "function(a, b) return b or a end",
      "function(a) return a and tostring(a):upper() end",
      "function(a) if a == 'a' then return false end return '<' end",
      "function() return nil end",
      "function(a) return 1 end",
      "{a = 'A', b = 1, c = false, [1] = 'one'}",
      "setmetatable({}, {__index = function(t, k) return '[' .. tostring(k) .. ']' end})",
      "string.upper",
    ),
  },
  {
    weight: 1,
    arbitrary: one(
      "1",
      "2.5",
      "true",
      "nil",
      "function() return {} end",
      "function() return true end",
      "{a = true}",
    ),
  },
);
const many = either(one("", "", "", ", 0", ", 1", ", 2", ", -1"));
const call = either(
  lua`string.find(s, p${init}${one("", "", ", true", ", false").map((plain) => plain)})`,
  lua`string.find(s, p${init})`,
  lua`s:find(p, ${fc.integer({ min: -9, max: 9 }).map(String)}, ${one("true", "false")})`,
  lua`s:match(p${init})`,
  lua`s:gsub(p, ${replacement}${many})`,
);
const each = lua`local n = 0 for a, b, c in s:gmatch(p${init}) do print(a, b, c) n = n + 1 if n > 40 then break end end return n`;
const statement = lua`do local s, p = ${subject}, ${pattern}
  ${several(either(lua`print(pcall(function() return ${call} end))`, lua`print(pcall(function() ${each} end))`), { max: 3, by: "\n  " })}
end`;
/** The pattern as a literal of the call, where it is compiled with the program. */
const literal = lua`do local s = ${subject}
  print(pcall(function() return s:${one("find", "match", "gmatch")}(${pattern}) end))
  print(pcall(function() return s:gsub(${pattern}, ${replacement}) end))
  print(pcall(function() for a, b in string.gmatch(s, ${pattern}) do print(a, b) end end))
end`;
/** Subjects too long for the quick way of matching; not so long that backtracking of the third order takes all steps. */
const long = lua`do local s = (${subject}):rep(${one("40", "90")}):sub(1, 160)
  print(pcall(function() return s:find(${pattern}${init}) end))
  print(pcall(function() local r, n = s:gsub(${pattern}, ${one('"<%0>"', '""', "{a = 'A'}", "function(c) return false end")}) return #r, n, r:sub(1, 60), r:sub(-60) end))
end`;
const shared = one(
  `local s, p = ("x"):rep(40), ("(x"):rep(33) .. (")"):rep(33) print(pcall(string.find, s, p))`,
  `print(pcall(string.find, ("a"):rep(250), ("a?"):rep(250) .. "b"))`,
  `print(("x"):rep(300):find((".-"):rep(20) .. "$"))`,
  `print(pcall(string.rep, "x", -1), ("ab"):rep(3, ","), ("a,b,,c"):gsub(",", ";", 2))`,
);

/** find, match, gmatch and gsub with patterns of every kind over random subjects (LIB-11 to LIB-13). */
export const patterns: Generator = {
  name: "pattern",
  programs: lines(
    fc.oneof(
      { weight: 12, arbitrary: statement },
      { weight: 6, arbitrary: literal },
      { weight: 2, arbitrary: long },
      { weight: 1, arbitrary: shared },
    ),
    5,
  ),
  differences: ["addresses", "pattern-steps"],
};
