import { describe, expect, test } from "vitest";
import { errorOf } from "./harness.ts";

const names = (count: number, prefix = "a"): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe("at most 200 locals a function (LUA-06)", () => {
  const message = "too many local variables (limit is 200) in";

  test("one a statement", () => {
    const locals = (count: number): string =>
      names(count)
        .map((name) => `local ${name}`)
        .join("\n");
    expect(errorOf(locals(200))).toBe("ok");
    expect(errorOf(locals(201))).toBe(`201: ${message} main function near <eof>`);
    expect(errorOf(locals(200), "5.4")).toBe("ok");
    expect(errorOf(locals(201), "5.4")).toBe(`201: ${message} main function near <eof>`);
    expect(errorOf(`do ${locals(150)} end ${locals(150)}`)).toBe("ok");
    expect(errorOf(`${locals(150)} local function f() ${locals(150)} end`)).toBe("ok");
  });

  test("5.5 counts when the declaration ends, 5.4 at the name", () => {
    const source = `function f()\nlocal ${names(201).join(", ")} = 1\nend`;
    expect(errorOf(source)).toBe(`3: ${message} function at line 1 near 'end'`);
    expect(errorOf(source, "5.4")).toBe(`2: ${message} function at line 1 near '='`);
  });

  test("parameters and loop variables count, with the loop's own registers", () => {
    expect(errorOf(`function f(${names(200).join(", ")}) end`)).toBe("ok");
    expect(errorOf(`function f(${names(201).join(", ")}) end`)).toBe(
      `1: ${message} function at line 1 near ')'`,
    );
    const localsThen = (count: number): string => `local ${names(count).join(", ")} `;
    expect(errorOf(`${localsThen(197)} for i = 1, 2 do end`)).toBe("ok");
    expect(errorOf(`${localsThen(198)} for i = 1, 2 do end`)).toBe(`1: ${message} main function near 'end'`);
    expect(errorOf(`${localsThen(195)} for k, v in x do end`)).toBe("ok");
    expect(errorOf(`${localsThen(196)} for k, v in x do end`)).toBe(`1: ${message} main function near 'end'`);
  });

  test("in 5.5 globals and literal constants take no register", () => {
    expect(errorOf(`global ${names(300).join(", ")}`)).toBe("ok");
    expect(
      errorOf(
        names(300)
          .map((name) => `local ${name} <const> = 1`)
          .join("\n"),
      ),
    ).toBe("ok");
    expect(
      errorOf(
        names(201)
          .map((name) => `local ${name} <const> = {}`)
          .join("\n"),
      ),
    ).toContain(message);
  });
});

describe("at most 255 upvalues a function (LUA-06)", () => {
  const source = (count: number, use: string, attribute = "", value = "f()"): string => {
    const declare = (list: string[]): string =>
      list.map((name) => `local ${name} ${attribute} = ${value}`).join("\n");
    const all = names(count);
    return `local f ${declare(all.slice(0, 150))}
      local function outer() ${declare(all.slice(150))}
      return function() ${use} return {${all.join(", ")}} end end`;
  };

  test("outer locals count, and _ENV when a global is used", () => {
    expect(errorOf(source(255, ""))).toBe("ok");
    expect(errorOf(source(256, ""))).toMatch(
      /: too many upvalues \(limit is 255\) in function at line \d+ near '}'$/,
    );
    expect(errorOf(source(254, "x = 1"))).toBe("ok");
    expect(errorOf(source(255, "x = 1"))).toMatch(
      /: too many upvalues \(limit is 255\) in function at line \d+ near '}'$/,
    );
  });

  test("literal constants are no upvalues", () => {
    expect(errorOf(source(320, "", "<const>", "1"))).toBe("ok");
  });
});

describe("nesting is limited as by C Lua", () => {
  test.each<[string, (depth: number) => string, number]>([
    ["blocks", (n) => "do ".repeat(n) + "end ".repeat(n), 197],
    ["parentheses", (n) => `x = ${"(".repeat(n)}1${")".repeat(n)}`, 195],
    ["tables", (n) => `x = ${"{".repeat(n)}${"}".repeat(n)}`, 196],
    ["concatenations", (n) => `x = ${"a .. ".repeat(n)}a`, 195],
    ["unary operators", (n) => `x = ${"- ".repeat(n)}a`, 195],
    ["functions", (n) => `x = ${"function() return ".repeat(n)}1${" end".repeat(n)}`, 97],
    ["targets", (n) => `${"a, ".repeat(n)}a = 1`, 195],
  ])("%s", (_, source, deepest) => {
    for (const dialect of ["5.5", "5.4"] as const) {
      expect(errorOf(source(deepest), dialect)).toBe("ok");
      expect(errorOf(source(deepest + 1), dialect)).toBe("1: C stack overflow");
    }
  });

  test("what C Lua reads in a loop is not nesting", () => {
    expect(errorOf(`x = ${"1 + ".repeat(20_000)}1`)).toBe("ok");
    expect(errorOf(`x = a${".b".repeat(20_000)}`)).toBe("ok");
    expect(errorOf(`a${"()".repeat(20_000)}`)).toBe("ok");
    expect(errorOf(`x = ${"a and ".repeat(20_000)}a`)).toBe("ok");
    expect(errorOf(`if a then ${"elseif a then ".repeat(1000)} end`)).toBe("ok");
    expect(errorOf("do end ".repeat(1000))).toBe("ok");
  });

  test("a JavaScript stack that is nearly used up is an error, not an exception", () => {
    const source = `x = ${"(".repeat(150)}1${")".repeat(150)}`;
    // The innermost call that has room to begin finds too little to end.
    const innermost = (): string => {
      try {
        return innermost();
      } catch {
        return errorOf(source);
      }
    };
    expect(innermost()).toBe("1: C stack overflow");
    expect(errorOf(source)).toBe("ok");
  });
});
