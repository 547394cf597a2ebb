import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { one } from "./template.ts";

/** Programs that compile, in tokens. */
const programs: readonly string[] = [
  "local a , b = f ( 1 , 2 ) , { x = 1 ; [ 2 ] = 3 , 4 }",
  "function t . a . b : c ( self2 , ... ) return ... end",
  "if a == 1 then b ( ) elseif c then d . e = 2 else return end",
  "while not ( a and b ) do f ( ) end repeat local x = 1 until x > 0",
  "for i = 1 , 10 , 2 do print ( i ) end for k , v in pairs ( t ) do t [ k ] = nil end",
  "local function f ( n ) return n <= 1 and 1 or n * f ( n - 1 ) end",
  "a . b [ c ] ( 'x' ) : m { 1 } \"y\" [[z]]",
  "x , y . z , t [ 1 ] = 1 , 2 , ...",
  "local s = # t .. - 1 ^ 2 .. ~ 3 // 4 % 5 & 6 | 7 ~ 8 << 9 >> 10",
  "do local z ; end do end",
  "local c <const> , d <close> = 1 , nil",
  "return function ( ) return 1 , 2 end",
  "t = { f = function ( ... ) end , ... }",
  "local v = 0x1F + 1e3 + .5 + 3. + 0x.8p1 + 1//1",
  "f { } f '' f [==[ ]==] ( g ) ( )",
  "; ; local a = nil ; a = true ; a = false",
];
const extra = one(
  ..."and do else elseif end for function if in local nil not or repeat return then until while".split(" "),
  ..."( ) { } [ ] ; , . .. ... : :: = == ~= < <= + - * / // % ^ & | ~ # << >>".split(" "),
  ..."1 2.5 0x 3x 1e 'a' \"b\" 'open [[open --[[ -- \\ ! @ $ ? ` name x \xc3 '\\q' '\\300' '\\x1' '\\u{110000000}' '\\u{41' 1..2 0x1p 9999999999999999999".split(
    " ",
  ),
  "\n",
  "'a\n",
);

type Change = {
  readonly kind: "drop" | "double" | "swap" | "insert" | "replace";
  readonly at: number;
  readonly token: string;
};
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom("drop", "double", "swap", "insert", "replace"),
  at: fc.nat(60),
  token: extra,
});

function apply(tokens: readonly string[], { kind, at, token }: Change): readonly string[] {
  const place = at % Math.max(tokens.length, 1);
  const result = [...tokens];
  if (kind === "drop") result.splice(place, 1);
  else if (kind === "double") result.splice(place, 0, result[place] ?? "");
  else if (kind === "insert") result.splice(place, 0, token);
  else if (kind === "replace") result[place] = token;
  else result.splice(place, 2, ...result.slice(place, place + 2).reverse());
  return result;
}

const chunk = fc
  .tuple(
    fc.subarray([...programs], { minLength: 1, maxLength: 3 }),
    fc.array(change, { minLength: 0, maxLength: 3 }),
    fc.constantFrom(" ", " ", "\n"),
  )
  .map(([chosen, changes, separator]) => {
    const tokens = chosen.join("\n").split(/(?<=\n)|(?=\n)| /);
    return changes.reduce<readonly string[]>(apply, tokens).join(separator);
  })
  // 5.5 names the extra arguments, and has attributes before the first name of a list too.
  .filter((source) => !/\.\.\.\s+(?!end\b|and\b|or\b|then\b|do\b|until\b)[a-z]/.test(source))
  .filter((source) => !/\blocal\s+</.test(source));

/** A chunk that runs, on one line: 5.4.4 gives a call over several lines another one. */
const running = fc
  .tuple(
    fc.constantFrom(
      "",
      "local a, b, c, t, f, g, x = 1, 'two', nil, {}, print, tostring, 3",
      "a, b, c, t, f, g, x = 2, {}, 1.5, {a = {b = {}}, [2] = 1}, function(...) return ... end, type, 'x'",
    ),
    chunk,
  )
  .map(([head, source]) => `${head} ${source.replaceAll("\n", " ")}`);

/** What the compiler refuses, and in which words (LUA-21); and what becomes of odd programs that it takes. */
export const syntax: Generator = {
  name: "syntax",
  programs: fc.oneof(
    { weight: 2, arbitrary: chunk.map((source) => `if true then return end\n${source}`) },
    { weight: 1, arbitrary: running },
  ),
  differences: [
    "scope-messages",
    "loop-variables",
    "addresses",
    "nan-text",
    "stack-text",
    "key-order",
    "nil-error",
  ],
};
