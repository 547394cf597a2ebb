import { describe, expect, test } from "vitest";
import { tokenize } from "../../../src/parse/lua/tokens.ts";

const typesOf = (source: string): string[] => tokenize(source).tokens.map((t) => t.type);

describe("tokens (Lua 5.5 manual §3.1)", () => {
  test.each<[string, string[]]>([
    ["", ["<eof>"]],
    ["and andy _1 global", ["and", "<name>", "<name>", "<name>", "<eof>"]],
    ["a.b..c...", ["<name>", ".", "<name>", "..", "<name>", "...", "<eof>"]],
    ["....", ["...", ".", "<eof>"]],
    ["..", ["..", "<eof>"]],
    ["a==b=c~=d~e", ["<name>", "==", "<name>", "=", "<name>", "~=", "<name>", "~", "<name>", "<eof>"]],
    ["<<<=<>>>=>", ["<<", "<=", "<", ">>", ">=", ">", "<eof>"]],
    [":::://///", ["::", "::", "//", "//", "/", "<eof>"]],
    ["a[b[=[c]=]]", ["<name>", "[", "<name>", "<string>", "]", "<eof>"]],
    ["3 .5 0x.8 ..5", ["<integer>", "<number>", "<number>", "..", "<integer>", "<eof>"]],
    [
      "a --b\nc --[[d\n]]e --[=d\nf --[==[ ]]]==]g",
      ["<name>", "<name>", "<name>", "<name>", "<name>", "<eof>"],
    ],
    ["a\f\v\t b", ["<name>", "<name>", "<eof>"]],
    ["\xe9\x7f\0~", ["<\\233>", "<\\127>", "<\\0>", "~", "<eof>"]],
    ["--", ["<eof>"]],
    ["a 3x b", ["<name>", "<fault>"]],
  ])("%j", (source, types) => {
    expect(typesOf(source)).toEqual(types);
  });

  test("offsets are exact and lines are those of the end", () => {
    const { tokens } = tokenize("a\r\n 'b\\\nc' [[\n\n]]\n\r>=");
    expect(tokens.map(({ start, end, line }) => [start, end, line])).toEqual([
      [0, 1, 1],
      [4, 10, 3],
      [11, 17, 5],
      [19, 21, 6],
      [21, 21, 6],
    ]);
  });
});
