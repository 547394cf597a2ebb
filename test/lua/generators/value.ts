import { number, shortNumber } from "./numbers.ts";
import { either, lua, one } from "./template.ts";

/** A value of any type, as Lua source: every type, callable and not. */
export const anyValue = either(
  number,
  one(
    "nil",
    "true",
    "false",
    '"text"',
    '"10"',
    '""',
    "{}",
    "{1, 2, 3}",
    "{x = 1}",
    "print",
    "function() end",
    "function(...) return ... end",
  ),
);

/** A value whose text needs no more digits than 5.4 gives. */
export const shortValue = either(
  shortNumber,
  one("nil", "true", "false", '"text"', '"10"', '""', "{}", "print"),
);

/** A literal that is no number. */
export const odd = one("nil", "true", "false", "{}", "print", '"x"');

/** The value of an expression, or the error that it raises. */
export const guarded = (expression: Parameters<typeof lua>[1]) =>
  lua`print(pcall(function() return ${expression} end))`;
