import fc from "fast-check";
import { lua, one } from "./template.ts";

/** Numbers at which arithmetic changes its ways, as Lua source: small ones, powers of two and their neighbours, both subtypes. */
const edges: readonly string[] = [
  ..."0 1 -1 2 -2 3 -3 5 7 -7 10 31 32 33 53 62 63 64 65 -63 -64 255 256 1000".split(" "),
  ..."2147483647 2147483648 -2147483648 -2147483649 4294967295 4294967296 3037000500".split(" "),
  ..."4503599627370496 9007199254740990 9007199254740991 9007199254740992 9007199254740993".split(" "),
  ..."-9007199254740991 -9007199254740992 -9007199254740993 4611686018427387904 -4611686018427387905".split(
    " ",
  ),
  ..."0x7ffffffffffffffe 0x7fffffffffffffff math.mininteger (math.mininteger+1)".split(" "),
  ..."0.0 -0.0 1.0 -1.0 2.0 3.0 -3.0 7.0 0.5 -0.5 1.5 2.5 -2.5 0.1 0.3 1e15 1e16 -1e16 1e100 1e-7".split(" "),
  ..."4503599627370495.5 9007199254740991.0 2.0^53 -2.0^53 2.0^62 2.0^63 -2.0^63 2.0^64 9.2233720368547748e18".split(
    " ",
  ),
  ..."1e308 -1e308 5e-324 -5e-324 2.2250738585072014e-308 (1/3) 123456789.125 (1/0) (-1/0) (-(0/0))".split(
    " ",
  ),
];

/** One of the edge numbers. */
export const edge = one(...edges);

const integers = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }),
);
const digits = (value: number) =>
  Number.isNaN(value)
    ? "(-(0/0))"
    : Number.isFinite(value)
      ? floatSource(value)
      : value > 0
        ? "(1/0)"
        : "(-1/0)";

/** Any integer, as Lua source. */
export const anyInteger = integers.map((value) => String(value));

/** Any float, as Lua source. */
export const anyFloat = fc
  .oneof(fc.double(), fc.double({ min: -100, max: 100 }), fc.integer({ min: -99, max: 99 }))
  .map(digits);

/** A number of any kind, edges more often than not. */
export const number = fc.oneof(
  { weight: 3, arbitrary: edge },
  { weight: 1, arbitrary: anyInteger },
  { weight: 1, arbitrary: anyFloat },
);

/** A number whose text is the same with 14 digits as with as many as it needs. */
export const shortNumber = fc.oneof(
  anyInteger,
  one(
    "0.0",
    "-0.0",
    "1.0",
    "-3.0",
    "0.5",
    "-2.5",
    "0.1",
    "1e15",
    "1e16",
    "1e100",
    "1e-7",
    "123456789.125",
    "1e308",
    "(1/0)",
    "(-1/0)",
    "(-(0/0))",
  ),
);

/** A string that spells a number, or nearly. */
export const numeral = lua`${one("", "", " ", "-", "+", "\\t")}${number.map(plain)}${one("", "", " ", "x", "\\n", ".", "e", "e1")}`;

function plain(source: string): string {
  return source.replaceAll(/[()]|math\./g, "");
}

function floatSource(value: number): string {
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
