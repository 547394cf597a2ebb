import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { edge, number } from "./numbers.ts";
import { either, lines, lua, one } from "./template.ts";

const small = fc.integer({ min: -6, max: 6 }).map(String);
const near = (base: string) => fc.integer({ min: 0, max: 4 }).map((by) => `(${base}${by})`);
const extreme = either(
  near("math.maxinteger-"),
  near("math.mininteger+"),
  near("9007199254740992-"),
  near("9007199254740992+"),
  near("-9007199254740992+"),
  near("-9007199254740992-"),
  one("2^53", "-2^53", "2^63", "-2^63", "(1/0)", "(-1/0)", "(-(0/0))"),
);
const halves = fc
  .integer({ min: -12, max: 12 })
  .map((n) => `${n / 2}`)
  .map((text) => (text.includes(".") ? text : `${text}.0`));
const tenths = one("0.1", "0.3", "-0.1", "1e-3", "0.25");
const odd = one("nil", "'3'", "'x'", "{}", "true", "0", "0.0", "-0.0");
const bound = fc.oneof(
  { weight: 4, arbitrary: small },
  { weight: 3, arbitrary: extreme },
  { weight: 3, arbitrary: halves },
  { weight: 1, arbitrary: edge },
  { weight: 1, arbitrary: number },
  { weight: 1, arbitrary: odd },
);
const step = fc.oneof(
  { weight: 3, arbitrary: one("1", "-1", "2", "-2", "3") },
  { weight: 2, arbitrary: halves },
  { weight: 2, arbitrary: tenths },
  { weight: 2, arbitrary: extreme },
  { weight: 1, arbitrary: odd },
);
const range = lua`${bound}, ${bound}${either(one("", ""), lua`, ${step}`)}`;
const body = "n = n + 1 print(i) if n >= 8 then break end";
const literal = lua`print(pcall(function() local n = 0 for i = ${range} do ${body} end return n end))`;
const variables = lua`print(pcall(function() local n, a, b, c = 0, ${bound}, ${bound}, ${step} for i = a, b${one("", ", c", ", c")} do ${body} end return n end))`;
/** Integer loops with a limit between two integers. */
const between = lua`do local a, b, c = ${small}, ${halves}, ${one("1", "-1", "2", "-2")} for i = a, b, c do print(i) end end`;
const digit = one("0", "1", "2", "3");
const start = either(
  one("i", "i", "i + 0.5", "i * 2"),
  lua`i + ${digit}`,
  lua`i - ${digit}`,
  lua`${digit} + i`,
);
/** Loops that begin where another is, and read tables by both counters. */
const nested = lua`do
  local n, t = 0, { "a", "b", "c", [0] = "zero", [-1] = "below" }
  print(pcall(function()
    for i = ${small}, ${small}${one("", "", ", 2", ", -1")} do
      for j = ${start}, ${either(small, bound)}${either(one("", ""), one(", 2", ", -1"), lua`, ${step}`)} do
        n = n + 1
        print(i, j, t[i], t[j], t[j + 1], t[i + 1], t[i + j])
        t[j], t[i + 1] = n, j
        if n > 20 then goto out end
      end
    end
    ::out::
  end))
end`;
const captured = lua`do local fs = {} for i = ${small}, ${small} do fs[#fs + 1] = function() return i end end for _, f in ipairs(fs) do print(f()) end end`;
/** The body may use the variable as a number of its subtype. */
const used = lua`print(pcall(function() local n = 0 for i = ${range} do n = n + 1 print(i + 1, i * 2, i / 2, i // 1, math.type(i), -i, i % 3, i < 3) if n >= 4 then break end end end))`;

/** Numeric for with integer and float bounds and steps, at the ends of the ranges too (manual §3.3.5). */
export const numericFor: Generator = {
  name: "numeric-for",
  programs: lines(
    fc.oneof(
      { weight: 3, arbitrary: literal },
      { weight: 3, arbitrary: variables },
      { weight: 1, arbitrary: between },
      { weight: 3, arbitrary: nested },
      { weight: 1, arbitrary: captured },
      { weight: 2, arbitrary: used },
    ),
    8,
  ),
  differences: ["nan-text", "float-text"],
};
