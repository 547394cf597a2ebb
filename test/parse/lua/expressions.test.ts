import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Expression } from "../../../src/parse/lua/tree.ts";
import { expressionOf, shape } from "./harness.ts";

/** An expression with parentheses around every operation. */
function explicit(node: Expression): string {
  switch (node.kind) {
    case "Binary":
    case "Logical":
      return `(${explicit(node.left)} ${node.operator} ${explicit(node.right)})`;
    case "Unary":
      return `(${node.operator} ${explicit(node.operand)})`;
    case "Name":
      return node.name;
    case "Index":
      return `${explicit(node.object)}[${explicit(node.key)}]`;
    case "Call":
      return `${explicit(node.callee)}(${node.arguments.map(explicit).join(", ")})`;
    case "MethodCall":
      return `${explicit(node.object)}:${node.name}(${node.arguments.map(explicit).join(", ")})`;
    case "Parenthesized":
      return `<${explicit(node.expression)}>`;
    case "String":
      return JSON.stringify(node.value);
    case "Integer":
    case "Float":
      return String(node.value);
    case "Table":
      return `{${node.items
        .map((item) =>
          item.kind === "Positional"
            ? explicit(item.value)
            : `[${explicit(item.key)}] = ${explicit(item.value)}`,
        )
        .join(", ")}}`;
    case "Vararg":
      return "...";
    default:
      return node.kind;
  }
}

describe("precedence and associativity (Lua 5.5 manual §3.4.8)", () => {
  test.each([
    ["a or b and c", "(a or (b and c))"],
    ["a and b or c", "((a and b) or c)"],
    ["a < b and c", "((a < b) and c)"],
    ["a < b == c", "((a < b) == c)"],
    ["a | b ~ c & d << e", "(a | (b ~ (c & (d << e))))"],
    ["a << b .. c", "(a << (b .. c))"],
    ["a .. b << c", "((a .. b) << c)"],
    ["a .. b .. c", "(a .. (b .. c))"],
    ["a .. b + c", "(a .. (b + c))"],
    ["a + b - c", "((a + b) - c)"],
    ["a + b * c // d % e", "(a + (((b * c) // d) % e))"],
    ["a ^ b ^ c", "(a ^ (b ^ c))"],
    ["-a ^ b", "(- (a ^ b))"],
    ["a ^ -b", "(a ^ (- b))"],
    ["a ^ -b ^ c", "(a ^ (- (b ^ c)))"],
    ["-a * b", "((- a) * b)"],
    ["not a == b", "((not a) == b)"],
    ["#a .. b", "((# a) .. b)"],
    ["~a ~ ~b", "((~ a) ~ (~ b))"],
    ["- - -a", "(- (- (- a)))"],
    ["not -#~a", "(not (- (# (~ a))))"],
    ["(a + b) * c", "((a + b) * c)"],
    ["a * (b + c)", "(a * (b + c))"],
    ["(a .. b) .. c", "((a .. b) .. c)"],
    ["2 ~= 3 == 4 >= 5", "(((2 ~= 3) == 4) >= 5)"],
  ])("%s", (source, expected) => {
    expect(explicit(expressionOf(source))).toBe(expected);
  });

  const powers: Record<string, [number, number]> = Object.fromEntries(
    [
      ["or"],
      ["and"],
      ["<", ">", "<=", ">=", "~=", "=="],
      ["|"],
      ["~"],
      ["&"],
      ["<<", ">>"],
      [".."],
      ["+", "-"],
      ["*", "/", "//", "%"],
      [],
      ["^"],
    ].flatMap((operators, level) =>
      operators.map((o) => [o, o === ".." || o === "^" ? [level + 0.5, level] : [level, level + 0.5]]),
    ),
  );
  const unaryPower = 10;
  type Tree = string | [string, Tree] | [Tree, string, Tree];
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom("a", "b", "c"),
      fc.tuple(fc.constantFrom("-", "not", "#", "~"), tie("tree")) as fc.Arbitrary<Tree>,
      fc.tuple(tie("tree"), fc.constantFrom(...Object.keys(powers)), tie("tree")) as fc.Arbitrary<Tree>,
    ),
  }));
  const full = (node: Tree): string => {
    if (typeof node === "string") return node;
    if (node.length === 2) return `(${node[0]} ${full(node[1])})`;
    return `(${full(node[0])} ${node[1]} ${full(node[2])})`;
  };
  /** Parentheses only where the manual's table asks for them; `least` is the weakest operator that may stand bare. */
  const sparse = (node: Tree, least: number): string => {
    if (typeof node === "string") return node;
    const [left, right] = node.length === 2 ? [unaryPower, unaryPower] : powers[node[1]]!;
    const text =
      node.length === 2
        ? `${node[0]} ${sparse(node[1], right)}`
        : `${sparse(node[0], left)} ${node[1]} ${sparse(node[2], right)}`;
    return (node.length === 2 ? unaryPower : Math.floor(left)) < least ? `(${text})` : text;
  };

  test("sparse and full parentheses give one tree", () => {
    fc.assert(
      fc.property(tree, (node) => {
        expect(explicit(expressionOf(sparse(node, 0)))).toBe(full(node));
        expect(explicit(expressionOf(full(node)))).toBe(full(node));
      }),
      { numRuns: 300 },
    );
  });
});

describe("prefix expressions and calls (Lua 5.5 manual §3.4.10)", () => {
  test.each([
    ["a.b.c", 'a["b"]["c"]'],
    ["a[b][1]", "a[b][1]"],
    ["a.b(c, d)", 'a["b"](c, d)'],
    ["f()()", "f()()"],
    ["f 'a'", 'f("a")'],
    ["f [[a]] 'b'", 'f("a")("b")'],
    ["f { 1 }", "f({1})"],
    ["o:m()", "o:m()"],
    ["o:m 'a':n { 2 }", 'o:m("a"):n({2})'],
    ["('a'):rep(2)", '"a":rep(2)'],
    ["(a)(b)", "a(b)"],
    ["f(...)", "f(...)"],
    ["f((g()))", "f(<g()>)"],
    ["f\n(a)", "f(a)"],
  ])("%s", (source, expected) => {
    expect(explicit(expressionOf(source))).toBe(expected);
  });
});

describe("parentheses cut to one value around calls and `...` only", () => {
  test.each([
    ["(f())", "<f()>"],
    ["((f()))", "<f()>"],
    ["(...)", "<...>"],
    ["(o:m())", "<o:m()>"],
    ["(f 'a')", '<f("a")>'],
    ["(f {})", "<f({})>"],
    ["(f())()", "<f()>()"],
    ["(f()).x", '<f()>["x"]'],
    ["(f().x)", 'f()["x"]'],
    ["(f() + 1)", "(f() + 1)"],
    ["(-f())", "(- f())"],
    ["(a)", "a"],
    ["((1))", "1"],
    ["(f(g()))", "<f(g())>"],
    ["(f((g())))", "<f(<g()>)>"],
    ["(function() return (...) end)", "Function"],
  ])("%s", (source, expected) => {
    expect(explicit(expressionOf(source.replace("function()", "function(...)")))).toBe(expected);
  });

  test("a parenthesized node covers its innermost parentheses", () => {
    expect(expressionOf("( ( f() ) )")).toMatchObject({
      start: 9,
      end: 16,
      expression: { start: 11, end: 14 },
    });
  });
});

describe("constructors (Lua 5.5 manual §3.4.9)", () => {
  test.each([
    ["{}", "{}"],
    ["{1, 2; 3,}", "{1, 2, 3}"],
    ["{x = 1, [y] = 2, z}", '{["x"] = 1, [y] = 2, z}'],
    ["{f(), (f())}", "{f(), <f()>}"],
    ["{{}, {[{}] = {}}}", "{{}, {[{}] = {}}}"],
    ["{x == 1, x}", "{(x == 1), x}"],
    ["{''; ''}", '{"", ""}'],
    ["{nil}", "{Nil}"],
  ])("%s", (source, expected) => {
    expect(explicit(expressionOf(source))).toBe(expected);
  });
});

test("simple expressions", () => {
  expect(shape(expressionOf("nil"))).toEqual({ kind: "Nil" });
  expect(shape(expressionOf("true"))).toEqual({ kind: "Boolean", value: true });
  expect(shape(expressionOf("false"))).toEqual({ kind: "Boolean", value: false });
  expect(shape(expressionOf("'a'"))).toEqual({ kind: "String", value: "a" });
  expect(shape(expressionOf("..."))).toEqual({ kind: "Vararg" });
  expect(shape(expressionOf("function(a, ...) end"))).toEqual({
    kind: "Function",
    parameters: [{ name: "a", attribute: undefined }],
    vararg: true,
    varargTable: undefined,
    body: [],
  });
});
