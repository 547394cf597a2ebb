import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { minifyLua } from "../../bench/lua-minifier.mjs";
import { parseLua } from "../../src/parse/lua/parse.ts";
import { tokenize } from "../../src/parse/lua/tokens.ts";

const folder = join(import.meta.dirname, "../../bench/lua");
const programs = readdirSync(folder).map(
  (name) => [name, readFileSync(join(folder, name), "latin1")] as const,
);

interface Named {
  readonly start: number;
  readonly name: string;
  readonly variable?: { readonly start: number };
}

/** What each name in a source refers to: a local by its place among all declarations, anything else by its name. */
function referents(source: string): (string | number)[] {
  const parsed = parseLua(source, "source", { dialect: "5.5" });
  if ("error" in parsed) throw parsed.error;
  const names: Named[] = [];
  const collect = (key: string, value: unknown) => {
    if (key === "owner") return undefined;
    if ((value as { kind?: string } | null)?.kind === "Name") names.push(value as Named);
    return typeof value === "bigint" ? String(value) : value;
  };
  JSON.stringify(parsed.chunk, collect);
  const { tokens } = tokenize(source);
  const place = (start: number) => tokens.findIndex((token) => token.start === start);
  return names.map(({ name, variable }) => (variable === undefined ? name : place(variable.start)));
}

describe("the Lua minifier", () => {
  it.each([
    ["x = 1 -- comment\n--[[ long\ncomment ]] y = 2", "x=1 y=2"],
    ["a = 1 - -1 b = 1 .. 2 c = d .. .5", "a=1- -1 b=1 ..2 c=d.. .5"],
    ["t[ [[k]] ] = 'a  b' .. 'c'", "t[ [[k]]]='a  b'..'c'"],
    ["local limit <const> = 1", "local a<const> =1"],
    ["local first, second = first, third", "local a,b=first,third"],
    ["local a = b", "local a=b"],
    ["local value = a", "local b=a"],
    ["function object:method(one) return self, one end", "function object:method(a)return self,a end"],
    ["function object.method(self) return self end", "function object.method(a)return a end"],
    ["local _ENV = other x = 1", "local _ENV=other x=1"],
    ["do local one end do local two end local three", "do local a end do local a end local a"],
    [
      "repeat local one until test(function(two) return one, two end)",
      "repeat local a until test(function(b)return a,b end)",
    ],
    ["for key, value in pairs(t) do t.key = key end", "for a,b in pairs(t)do t.key=a end"],
    [
      "for index = 1, f(function(x) return x end) do g(index) end",
      "for a=1,f(function(a)return a end)do g(a)end",
    ],
    ["goto done ::done::", "goto done::done::"],
  ])("%s", (source, minified) => {
    expect(minifyLua(source)).toBe(minified);
  });

  it("does not use a keyword as a name", () => {
    // Locals beyond the 53 names of one letter and through those of two up to `or`, few enough in each function.
    const parameters = (level: number) => Array.from({ length: 100 }, (_, place) => `name${level}_${place}`);
    const functions = Array.from({ length: 9 }, (_, level) => `function f(${parameters(level).join(", ")})`);
    const nested = `${functions.join(" ")}${" end".repeat(9)}`;
    const { fault } = tokenize(minifyLua(nested));
    expect(fault).toBeUndefined();
    expect(minifyLua(nested)).toMatch(/,dn,dp,.*,oq,os,/);
  });

  it.each(programs)("keeps what every name of %s refers to", (_, source) => {
    const minified = minifyLua(source);
    expect(minified.length).toBeLessThan(source.length);
    expect(referents(minified)).toEqual(referents(source));
  });

  it("refuses a source that does not compile", () => {
    expect(() => minifyLua("x = = 1")).toThrow("unexpected symbol near '='");
  });
});
