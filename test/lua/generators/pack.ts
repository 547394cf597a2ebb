import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { anyInteger, edge, shortNumber } from "./numbers.ts";
import { either, lines, lua, one, quote, several } from "./template.ts";

const size = either(one("", ""), fc.integer({ min: 0, max: 17 }).map(String));
const option = fc.oneof(
  { weight: 6, arbitrary: one(..."bBhHlLjJTfdn", "z", "x", "s1", "s2", "s") },
  { weight: 4, arbitrary: lua`${one("i", "I")}${size}` },
  {
    weight: 3,
    arbitrary: one(
      "<",
      ">",
      "=",
      "!",
      "!1",
      "!2",
      "!4",
      "!8",
      "!16",
      "!3",
      " ",
      "Xi4",
      "Xd",
      "X",
      "Xs",
      "X1",
    ),
  },
  { weight: 1, arbitrary: lua`c${size}` },
  { weight: 1, arbitrary: one("y", "%", "i99999999999", "!17", "c99") },
);
const format = several(option, { max: 6 });
const bytes = fc.string({ unit: fc.constantFrom(..."ab\0\x01\x7f\x80\xff"), maxLength: 20 }).map(quote);
const small = fc.integer({ min: -300, max: 300 }).map(String);
// The sign of NaN is nowhere fixed, and a float given for a string has its text.
const integer = either(
  anyInteger,
  edge.filter((text) => !/[.e/]/.test(text)),
);
const float = shortNumber.filter((text) => text !== "(-(0/0))");
const value = fc.oneof(
  { weight: 3, arbitrary: small },
  { weight: 2, arbitrary: integer },
  { weight: 2, arbitrary: bytes },
  { weight: 1, arbitrary: float },
  { weight: 1, arbitrary: one("nil", "true", "'12'") },
);
const values = several(value, { min: 0, max: 6, by: ", " });

const statement = lua`do local f = "${format}"
  local ok, s = pcall(string.pack, f, ${values.map((text) => text || "nil")})
  if ok then show(s) print(pcall(string.unpack, f, s)) else print(s) end
  print(pcall(string.packsize, f))
  print(pcall(string.unpack, f, ${bytes}${either(one("", ""), lua`, ${fc.integer({ min: -5, max: 25 }).map(String)}`)}))
end`;
const round = lua`print(pcall(function() local x = ${value} return string.unpack("${one("<", ">")}${either(lua`${one("i", "I")}${size}`, one("d", "f", "n", "j", "z", "s1", "b", "B", "h", "H"))}", string.pack("${one("<", ">")}${one("d", "f", "j", "s1", "z", "i4", "i8", "i16", "h")}", x)) end))`;

/** string.pack, unpack and packsize (LIB-15, manual §6.4.2). */
export const pack: Generator = {
  name: "pack",
  programs: lua`local function show(s) print(#s, (s:gsub(".", function(c) return ("%02x"):format(c:byte()) end))) end
${lines(either(statement, statement, round), 6)}`,
  differences: ["nan-text", "float-text"],
};
