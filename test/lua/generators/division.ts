import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { anyFloat, anyInteger, edge } from "./numbers.ts";
import { either, lines, lua, one, several } from "./template.ts";

const small = fc.integer({ min: -40, max: 40 }).map(String);
const wide = fc
  .tuple(fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }), fc.integer({ min: 0, max: 62 }))
  .map(([value, shift]) => String(value >> BigInt(shift)));
const near = fc
  .tuple(
    fc.constantFrom(31n, 32n, 33n, 52n, 53n, 54n, 61n, 62n),
    fc.bigInt({ min: -3n, max: 3n }),
    fc.boolean(),
  )
  .map(([power, by, negative]) => String((negative ? -1n : 1n) * (2n ** power + by)));
const integer = either(small, wide, near, near, anyInteger);
const float = either(
  anyFloat,
  small.map((text) => `${text}.0`),
  fc.integer({ min: -99, max: 99 }).map((n) => `${n / 8}`),
  near.map((text) => `${text}.0`),
);
const operand = fc.oneof(
  { weight: 4, arbitrary: integer },
  { weight: 2, arbitrary: float },
  { weight: 1, arbitrary: edge },
);
const list = several(operand, { min: 1, max: 5, by: ", " });

const looped = lua`for _, a in ipairs{${list}} do for _, b in ipairs{${list}} do
  print(a, b, pcall(function() return a // b, a % b end))
  print(pcall(function() return math.fmod(a, b) end))
end end`;
/** A literal divisor takes a shorter way. */
const literal = lua`for _, a in ipairs{${list}} do print(pcall(function() local n = 0 for i = 1, 1 do n = a ${one("//", "%", "/", "*", "-", "+")} ${operand} end return n end)) end`;
const constant = lua`print(pcall(function() return ${operand} // ${operand}, ${operand} % ${operand} end))`;
/** The law that binds both, for integers. */
const law = lua`for _, a in ipairs{${several(integer, { max: 4, by: ", " })}} do for _, b in ipairs{${several(integer, { max: 4, by: ", " })}} do
  if b ~= 0 then print(a // b, a % b, (a // b) * b + a % b == a, (a % b == 0 or (a % b > 0) == (b > 0))) end
end end`;

/** Floor division and modulo (manual §3.4.1): signs, the range of integers, floats and infinities. */
export const division: Generator = {
  name: "division",
  programs: lines(either(looped, literal, constant, law), 4),
  differences: ["nan-text", "float-text"],
};
