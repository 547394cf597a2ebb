import { describe, expect, test } from "vitest";
import { chunkOf, expressionOf, statementOf, walk } from "./harness.ts";

const source = `local a <const>, b <close> = 1, nil -- é
local function f(x, ...rest) return x, rest, ... end
function t.u.v:m(y) self.y = (y + 1) * --[[ + ]] (2) end
global *
do global h = 0x10, 'text' end
global function k() return k "s" , k { 1 ; 2 } , k [[
long ( ]] end
for i = 1, 10, 2 do if i > 3 then break elseif not ((i) == 2) then goto next else a.b:c((f())) end ::next:: end
for p, q in pairs({ x = 1, ['y'] = ( 2 ), f }) do p.q, t[ ( q ) ] = -p ^ - q, #q .. ( "a" .. 'b' ) end
while a and ( b or a ) do repeat local z = ~ a & 3 until z end
return ( ( f ) ( ... ) ) , ( t ) . x [ 1 ] : y ( ) , function ( ) end ;
`.replace("é", "\xc3\xa9");

describe("a program of all forms", () => {
  const nodes = walk(chunkOf(source));
  const textOf = (node: Record<string, unknown>): string =>
    source.slice(node["start"] as number, node["end"] as number);

  test("has every kind of node", () => {
    const kinds = new Set(nodes.map(({ node }) => node["kind"]));
    for (const kind of (
      "Chunk Local LocalFunction GlobalDeclaration GlobalFunction Assignment FunctionDeclaration CallStatement Do While Repeat " +
      "If NumericFor GenericFor Return Break Goto Label Integer String Vararg Function Name Index Call MethodCall Binary Logical " +
      "Unary Table Positional Keyed Parenthesized Nil"
    ).split(" ")) {
      expect(kinds).toContain(kind);
    }
  });

  test("each node lies in the node around it", () => {
    for (const { node, parent } of nodes.slice(1)) {
      const outer = parent as { start: number; end: number };
      expect(outer.start).toBeLessThanOrEqual(node["start"] as number);
      expect(outer.end).toBeGreaterThanOrEqual(node["end"] as number);
    }
  });

  test("no range begins or ends in blanks", () => {
    for (const { node } of nodes.slice(1)) expect(textOf(node)).toBe(textOf(node).trim());
  });

  test.each<[string, RegExp]>([
    ["Name", /^[a-z]+$/],
    ["Function", /^function\b[\s\S]*end$/],
    ["Integer", /^(\d+|0x10)$/],
    ["Vararg", /^\.\.\.$/],
    ["Table", /^\{[\s\S]*\}$/],
    ["Call", /[)}\]'"]$/],
    ["MethodCall", /\)$/],
    ["Parenthesized", /^\([\s\S]*\)$/],
    ["Local", /^local [\s\S]*(nil|3|>)$/],
    ["GlobalDeclaration", /^global [\s\S]*'text'$/],
    ["GlobalFunction", /^global function [\s\S]*end$/],
    ["Goto", /^goto next$/],
    ["Label", /^::next::$/],
    ["Break", /^break$/],
    ["If", /^if [\s\S]*end$/],
    ["Repeat", /^repeat [\s\S]*until z$/],
    ["Return", /^return [\s\S]*(;|\.\.\.|\}|\]\])$/],
  ])("the text of each %s", (kind, pattern) => {
    const found = nodes.filter(({ node }) => node["kind"] === kind);
    expect(found.length).toBeGreaterThan(0);
    for (const { node } of found) expect(textOf(node)).toMatch(pattern);
  });

  test("each operator stands at its position", () => {
    for (const { node } of nodes) {
      if (node["kind"] === "Binary" || node["kind"] === "Unary") {
        expect(source.startsWith(node["operator"] as string, node["position"] as number)).toBe(true);
      }
      if (node["kind"] === "Call" || node["kind"] === "MethodCall") {
        expect(source.charAt(node["position"] as number)).toMatch(/[({["']/);
      }
    }
  });
});

describe("exact offsets", () => {
  test.each<[string, object]>([
    ["a + b", { start: 7, end: 12, position: 9 }],
    [
      "(a) --[[+]] + (b)",
      { start: 7, end: 24, position: 19, left: { start: 8, end: 9 }, right: { start: 22, end: 23 } },
    ],
    ["-a", { start: 7, end: 9, position: 7 }],
    ["a.b.c", { start: 7, end: 12, position: 11, object: { start: 7, end: 10, position: 9 } }],
    ["a [b]", { start: 7, end: 12, position: 11 }],
    // A global or field is read when the token behind it has been consumed, if that is an operator, a comma or what closes a list.
    ["a.b * 2", { left: { position: 11 } }],
    ["a * 2", { left: { position: 9 } }],
    ["2 * a.b", { right: { position: 13 } }],
    ["(a.b ).c", { object: { position: 12 } }],
    ["f(a.b , c.d )", { arguments: [{ position: 13 }, { position: 19 }] }],
    ["{ a.b , c.d , }", { items: [{ value: { position: 13 } }, { value: { position: 21 } }] }],
    ["{ a.b ; x = c.d }", { items: [{ value: { position: 13 } }, { value: { position: 21 } }] }],
    ["o.p : m (a)", { position: 15, namePosition: 13, object: { position: 13 } }],
    ["f(a)(b)", { start: 7, end: 14, position: 11, callee: { start: 7, end: 11, position: 8 } }],
    ["(f)\n(a)", { start: 7, end: 14, position: 11 }],
    ["f 'a'", { start: 7, end: 12, position: 9 }],
    ["f [[a]]", { start: 7, end: 14, position: 9 }],
    ["f {}", { start: 7, end: 11, position: 9 }],
    ["o:m(a)", { start: 7, end: 13, position: 10, object: { start: 7, end: 8 } }],
    [
      "{ a, b = 1 }",
      {
        items: [
          { start: 9, end: 10 },
          { start: 12, end: 17, key: { start: 12, end: 13 } },
        ],
      },
    ],
    ["'\xc3\xa9' .. a", { start: 7, end: 16, position: 12 }],
  ])("%s", (text, expected) => {
    // The offsets count from the `return ` that stands before the text.
    expect(expressionOf(text)).toMatchObject(expected);
  });

  test("an attribute without values ends its declaration", () => {
    expect(statementOf("local a <const> ;")).toMatchObject({ start: 0, end: 15 });
    expect(statementOf("local <const> a ;")).toMatchObject({ start: 0, end: 15 });
    expect(statementOf("global a <const> ;")).toMatchObject({ start: 0, end: 16 });
    expect(statementOf("local a <const>, b <close> = 1, nil")).toMatchObject({
      variables: [{ start: 6 }, { start: 17 }],
    });
  });

  test("a loop has the places of its bounds and of its `do`", () => {
    expect(statementOf("for i = 1, (2) do end")).toMatchObject({ position: 15 });
    expect(statementOf("for k in (f) do end")).toMatchObject({ position: 9, doPosition: 13 });
  });

  test("a function expression begins at the word function", () => {
    expect(statementOf("local function f() end")).toMatchObject({
      start: 0,
      end: 22,
      function: { start: 6, end: 22 },
    });
    expect(statementOf("function a.b:c(...t) end")).toMatchObject({
      function: { start: 0, end: 24, parameters: [{ start: 13 }], varargTable: { start: 18 } },
      target: { start: 9, end: 14, position: 13 },
    });
  });
});
