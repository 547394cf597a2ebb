import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { anyFloat, anyInteger, edge, number, shortNumber } from "./numbers.ts";
import { either, guarded, lines, lua, one, quote, several } from "./template.ts";

const flags = several(one("-", "+", " ", "#", "0"), { min: 0, max: 3 });
const upTo = (most: number) => fc.integer({ min: 0, max: most }).map(String);
const plainFlags = several(one("-", "+", " ", "0"), { min: 0, max: 3 });
const width = either(one("", ""), upTo(24), one("99", "100"));
const precision = either(
  one("", ""),
  upTo(24).map((places) => `.${places}`),
  one(".", ".50", ".99", ".100", ".-1"),
);

/** Halves at some decimal place, where C rounds to even and JavaScript does not. */
const tie = fc
  .tuple(
    fc.integer({ min: -9999, max: 9999 }),
    fc.integer({ min: 0, max: 12 }),
    fc.constantFrom(0, 1, 3, 10, 15),
  )
  .map(([odd, places, scale]) => String(((2 * odd + 1) / 2 ** (places + 1)) * 10 ** scale))
  .map((text) => (/[.e]/.test(text) ? text : `${text}.0`));
const float = either(
  tie,
  tie,
  anyFloat,
  edge.filter((text) => text !== "(-(0/0))"),
  one("9.995", "0.05", "99.95", "1e22", "1e23", "0.1", "999999.5"),
);
const bytes = fc.string({ unit: fc.constantFrom(...'ab \\"\n\r\0\t\x7f\x80\xff01%'), maxLength: 12 });
const string = bytes.map(quote);
const stringLike = either(
  string,
  shortNumber,
  one("nil", "true", "setmetatable({}, {__tostring = function() return 'object' end})"),
);

const single = guarded(
  either(
    lua`string.format("[%${flags}${width}${precision}${one(..."eEfaA")}]", ${float})`,
    lua`string.format("[%${plainFlags}${width}${precision}${one(..."gG")}]", ${float})`,
    // Where rounding adds a digit, the C library of the oracle forgets the zeros that # keeps.
    lua`string.format("[%#${plainFlags}${width}${precision}${one(..."gG")}]", ${one("1.5", "0.0", "-0.0", "100.0", "0.001", "123456.0", "1e20", "2.25", "1e-5", "(1/0)")})`,
    lua`string.format("[%${flags}${width}${precision}${one(..."dixXo")}]", ${either(anyInteger, edge)})`,
    lua`string.format("[%${flags}${width}${precision}s]", ${stringLike})`,
    lua`string.format("[%${flags}${width}${precision}c]", ${either(upTo(300), anyInteger)})`,
    lua`string.format("%${one("", "", "", "", "5", "-", "#")}q", ${either(string, number, one("nil", "true", "{}", "print"))})`,
  ),
);
/** The whole range of precisions for one number. */
const sweep = lua`do local x = ${float} for p = 0, 20 do print(string.format("%." .. p .. "${one(..."eEfgGa")}", x)) end end`;
/** Zero and another integer with precisions around their lengths. */
const integerSweep = lua`for _, x in ipairs{0, ${either(anyInteger, edge)}} do
  for p = 0, 3 do print(pcall(string.format, "[%${flags}${width}." .. p .. "${one(..."dixXo")}]", x)) end
end`;
/** Any letters in any order. */
const soup = guarded(
  lua`string.format("${several(one(..."%%%%sdgx5.-0q c%".split(""), "%d", "%s", "%5.2f", "%%"), { max: 8 })}"${several(
    lua`, ${either(shortNumber, string, one("nil"))}`,
    { min: 0, max: 4 },
  )})`,
);

/** string.format: every flag, width, precision, conversion, and ties (LIB-14). */
export const format: Generator = {
  name: "format",
  programs: lines(
    fc.oneof(
      { weight: 6, arbitrary: single },
      { weight: 2, arbitrary: sweep },
      { weight: 1, arbitrary: integerSweep },
      { weight: 1, arbitrary: soup },
    ),
    10,
  ),
  differences: ["nan-text", "float-text", "addresses"],
};
