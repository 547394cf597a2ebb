import { describe, expect, test } from "vitest";
import type { FunctionBody, Name, Variable } from "../../../src/parse/lua/tree.ts";
import { chunkOf, errorOf, statementOf, walk } from "./harness.ts";

/**
 * What each use of `name` refers to: the offset of the local's declaration, `global`, or `global in {offset of the local _ENV}`.
 */
function usesOf(source: string, name = "x"): (number | string)[] {
  return walk(chunkOf(source))
    .map(({ node }) => node as unknown as Name)
    .filter((node) => node.kind === "Name" && node.name === name)
    .sort((a, b) => a.start - b.start)
    .map(({ variable, environment }) => {
      if (variable !== undefined) return variable.start;
      return environment === undefined ? "global" : `global in ${environment.start}`;
    });
}

describe("scopes of locals (Lua 5.5 manual §3.5)", () => {
  test.each([
    ["x = 1", ["global"]],
    ["local x = x", ["global"]],
    ["local x; x = x", [6, 6]],
    ["local x; local x = x", [6]],
    ["do local x end x = 1", ["global"]],
    ["local x; do local x; x = 1 end x = 2", [18, 6]],
    ["local function x() x() end", [15]],
    ["local x = function() x() end", ["global"]],
    ["for x = x, 1 do f(x) end f(x)", ["global", 4, "global"]],
    ["for x, y in x do f(x) end f(x)", ["global", 4, "global"]],
    ["for x = 1, 2 do local x = x; f(x) end", [4, 22]],
    ["function f(x) x = 1 end x = 2", [11, "global"]],
    ["function x.y(x) x = 1 end", ["global", 13]],
    ["repeat local x until x", [13]],
    ["while x do local x end", ["global"]],
    ["if x then local x elseif x then f(x) end", ["global", "global", "global"]],
    ["local x; function f() return function() return x end end", [6]],
    ["y = ({ x = x, [x] = 1 }).x", ["global", "global"]],
    ["local x; ::x:: x:x()", [6]],
  ])("%s", (source, uses) => {
    expect(usesOf(source)).toEqual(uses);
  });

  test("a method has the parameter self first, declared at the method's name", () => {
    expect(usesOf("function a:m(b) self = b end", "self")).toEqual([11]);
    const declaration = statementOf("function a:m(b) end");
    if (declaration.kind !== "FunctionDeclaration") throw new Error(declaration.kind);
    expect(declaration.function.parameters.map((p) => p.name)).toEqual(["self", "b"]);
  });

  test("every variable is owned by the function that declares it", () => {
    const chunk = chunkOf("local a; function f(b, ...t) for c = 1, 2 do local d end end");
    const declaration = chunk.body[1];
    if (declaration?.kind !== "FunctionDeclaration") throw new Error(declaration?.kind);
    const owners = new Map<string, FunctionBody>();
    const note = (variable: Variable | undefined): void => void owners.set(variable!.name, variable!.owner);
    for (const { node } of walk(chunk)) {
      for (const variable of (node["variables"] ?? []) as Variable[]) note(variable);
      if (node["variable"] !== undefined) note(node["variable"] as Variable);
    }
    for (const variable of declaration.function.parameters) note(variable);
    note(declaration.function.varargTable);
    expect(owners.get("a")).toBe(chunk);
    for (const name of ["b", "t", "c", "d"]) expect(owners.get(name)).toBe(declaration.function);
  });

  test("a name of Object.prototype is an ordinary name", () => {
    expect(usesOf("constructor = 1; local __proto__; constructor = __proto__", "constructor")).toEqual([
      "global",
      "global",
    ]);
    expect(usesOf("local __proto__; f(__proto__, toString)", "__proto__")).toEqual([6]);
  });
});

describe("_ENV (LUA-05)", () => {
  test.each([
    ["local _ENV = {}; x = 1", ["global in 6"]],
    ["local _ENV = { x }; x = 1", ["global", "global in 6"]],
    ["function f(_ENV) x = 1 end x = 2", ["global in 11", "global"]],
    ["local _ENV; function f() return function() return x end end", ["global in 6"]],
    ["local x; local _ENV; x = 1", [6]],
    ["_ENV = {}; x = 1", ["global"]],
    ["_ENV.x = x", ["global"]],
    ["local _ENV; global function x() end", ["global in 6"]],
    ["local _ENV; global x = 1", ["global in 6"]],
  ])("%s", (source, uses) => {
    expect(usesOf(source)).toEqual(uses);
  });

  test("the name _ENV itself is the local, or the chunk's own when there is none", () => {
    expect(usesOf("_ENV = _ENV", "_ENV")).toEqual(["global", "global"]);
    expect(usesOf("local _ENV = _ENV; f(_ENV)", "_ENV")).toEqual(["global", 6]);
    expect(usesOf("global x; x = _ENV", "_ENV")).toEqual(["global"]);
  });

  test("a global _ENV holds no globals", () => {
    expect(errorOf("global _ENV, x; x = 1")).toBe("1: _ENV is global when accessing variable 'x'");
    expect(errorOf("global _ENV; global x")).toBe("ok");
    expect(errorOf("global _ENV; global x = 1")).toBe("1: _ENV is global when accessing variable 'x'");
  });
});

describe("read-only variables (LUA-04)", () => {
  test.each([
    ["local a, x <const> = 1, 2; x = 3", "x"],
    ["local <const> x, y = 1, 2; y = 3", "y"],
    ["local x <close> = nil; x = 3", "x"],
    ["local <close> x = nil; x = 3", "x"],
    ["local x <const> = 1; local function f() x = 2 end", "x"],
    ["local x <const> = 1; y, x = 2, 3", "x"],
    ["local x <const> = 1; function x() end", "x"],
    ["for x = 1, 2 do x = 3 end", "x"],
    ["for x = 1, 2 do local function f() x = 3 end end", "x"],
    ["function f(...x) x = 1 end", "x"],
    ["global x <const>; x = 1", "x"],
    ["global <const> x, y; y = 1", "y"],
    ["global <const> *; x = 1", "x"],
    ["global x <const>; function x() end", "x"],
  ])("%s", (source, name) => {
    expect(errorOf(source)).toBe(`1: attempt to assign to const variable '${name}'`);
  });

  test.each([
    "local x <const> = {}; x.y = 1; function x.f() end",
    "function f(...t) t.n = 1; t[1] = 2 end",
    "local <const> x, y = 1; local x; x = 2",
    "for i = 1, 2 do local i = i; i = 3 end",
    "global x <const> = 1",
    "global x <const>; _ENV.x = 1",
    "global <const> *; global x; x = 1",
  ])("%s is legal", (source) => {
    expect(errorOf(source)).toBe("ok");
  });

  test.each([
    ["local x <const>, y <close>, z = 1", ["const", "close", undefined]],
    ["local <const> x, y <close>, z = 1", ["const", "close", "const"]],
    ["local <close> x, y <const> = 1", ["close", "const"]],
    ["for i = 1, 2 do end", ["loop"]],
    ["for k, v in x do end", ["loop", "loop"]],
  ])("attributes of %s", (source, attributes) => {
    const statement = statementOf(source);
    const variables =
      statement.kind === "NumericFor"
        ? [statement.variable]
        : (statement as unknown as { variables: Variable[] }).variables;
    expect(variables.map((v) => v.attribute)).toEqual(attributes);
  });

  test("in 5.4 loop variables have no attribute", () => {
    expect(statementOf("for i = 1, 2 do i = 1 end", "5.4")).toMatchObject({
      variable: { attribute: undefined },
    });
  });
});

describe("global declarations (LUA-04)", () => {
  test.each([
    ["global x; x = 1", "ok"],
    ["global x; y = 1", "1: variable 'y' not declared"],
    ["global x; f(x)", "1: variable 'f' not declared"],
    ["global x = y", "ok"],
    ["global x = 1, y", "ok"],
    ["do global x; x = 1 end y = 1", "ok"],
    ["global x; function f() end", "1: variable 'f' not declared"],
    ["global x; global function f() f(x) end", "ok"],
    ["global *; global x; y = 1", "ok"],
    ["global x; global *; y = 1", "ok"],
    ["global x; local y; y = x", "ok"],
    ["global x; local function f() return y end", "1: variable 'y' not declared"],
    ["local x; global x; x = 1", "ok"],
    ["global <const> *; global x; y = 1", "1: attempt to assign to const variable 'y'"],
    ["global x <close>", "1: global variables cannot be to-be-closed"],
    ["global <close> *", "1: global variables cannot be to-be-closed"],
    ["global x <foo>", "1: unknown attribute 'foo'"],
    ["global x,", "1: <name> expected near <eof>"],
    ["global <const> function f() end", "1: <name> expected near 'function'"],
    ["global function f.g() end", "1: '(' expected near '.'"],
  ])("%s", (source, error) => {
    expect(errorOf(source)).toBe(error);
  });

  test("a declared name hides a local of an outer scope", () => {
    expect(usesOf("local x; do global x; x = 1 end x = 2")).toEqual(["global", "global", 6]);
  });

  test.each([
    "global = 5",
    "local global = 1; global = global + 1",
    "global.x = 1",
    "global()",
    "global 'text'",
    "global { 1 }",
    "global:m()",
    "t = { global = global }",
    "global, x = 1, 2",
    "goto global ::global::",
    "function global() end",
  ])("in %s it is an ordinary name", (source) => {
    expect(chunkOf(source).body.map((s) => s.kind)).not.toContain("GlobalDeclaration");
  });
});
