import { describe, expect, test } from "vitest";
import type { Goto, Label } from "../../../src/parse/lua/tree.ts";
import { chunkOf, errorOf, walk } from "./harness.ts";

/** `{offset of goto}>{offset of label}` for every goto of a source. */
function jumpsOf(source: string): string[] {
  const nodes = walk(chunkOf(source)).map(({ node }) => node as unknown as Goto | Label);
  const labels = new Set(nodes.filter((node) => node.kind === "Label"));
  return nodes
    .filter((node) => node.kind === "Goto")
    .map((goto) => {
      expect(labels.has(goto.label)).toBe(true);
      return `${goto.start}>${goto.label.start}`;
    });
}

describe("legal jumps (Lua 5.5 manual §3.3.4)", () => {
  test.each([
    ["goto a ::a::", ["0>7"]],
    ["::a:: goto a", ["6>0"]],
    ["::a:: do do goto a end end", ["12>0"]],
    ["do do goto a end end ::a::", ["6>21"]],
    ["do goto a ::a:: end ::a:: goto a", ["3>10", "26>20"]],
    ["do ::a:: end do ::a:: goto a end", ["22>16"]],
    ["goto a; local x; ::a::", ["0>17"]],
    ["goto a; local x; ::a:: ; ::b:: ;", ["0>17"]],
    ["do goto a; local x; ::a:: end f()", ["3>20"]],
    ["while x do goto next; local y = 1; ::next:: end", ["11>35"]],
    ["::a:: local x; goto a", ["15>0"]],
    ["repeat goto a; ::a:: local x until x", ["7>15"]],
    ["function f() goto a ::a:: end goto a ::a::", ["13>20", "30>37"]],
    ["::__proto__:: goto __proto__", ["14>0"]],
    ["x = f goto a (g)() ::a:: (g)()", ["6>19"]],
    ["goto --[[ here ]] a; :: --[[ there ]]\n a :: f()", ["0>21"]],
  ])("%s", (source, jumps) => {
    expect(jumpsOf(source)).toEqual(jumps);
  });

  test("a label or goto separates the statements around it", () => {
    expect(chunkOf("x = f ::a:: (g)()").body.map((s) => s.kind)).toEqual([
      "Assignment",
      "Label",
      "CallStatement",
    ]);
    expect(chunkOf("local x ::a:: (g)()").body.map((s) => s.kind)).toEqual([
      "Local",
      "Label",
      "CallStatement",
    ]);
    expect(chunkOf("x = f goto a ::a::").body.map((s) => s.kind)).toEqual(["Assignment", "Goto", "Label"]);
  });

  test("ranges cover the whole statement", () => {
    const [label, goto] = chunkOf(" :: a :: goto  a ").body;
    expect(label).toMatchObject({ kind: "Label", name: "a", start: 1, end: 8 });
    expect(goto).toMatchObject({ kind: "Goto", start: 9, end: 16 });
  });
});

describe("illegal jumps", () => {
  test.each([
    ["goto a\nlocal x\n::a:: f(x)", "3: <goto a> at line 1 jumps into the scope of 'x'"],
    ["do goto a end\nlocal x, y\n::a:: f(x)", "3: <goto a> at line 1 jumps into the scope of 'x'"],
    ["goto a; local function g() end ::a:: f()", "1: <goto a> at line 1 jumps into the scope of 'g'"],
    ["goto a; global g; ::a:: f()", "1: variable 'f' not declared"],
    ["goto a; global f; ::a:: f()", "1: <goto a> at line 1 jumps into the scope of 'f'"],
    ["goto a; global *; ::a:: f()", "1: <goto a> at line 1 jumps into the scope of '*'"],
    ["repeat goto a; local x; ::a:: until x", "1: <goto a> at line 1 jumps into the scope of 'x'"],
    ["goto a; local x; ::a:: return", "1: <goto a> at line 1 jumps into the scope of 'x'"],
    ["goto a do ::a:: end", "1: no visible label 'a' for <goto> at line 1"],
    ["::a:: function f() goto a end", "1: no visible label 'a' for <goto> at line 1"],
    ["goto\n\na", "3: no visible label 'a' for <goto> at line 1"],
    ["goto a goto b", "1: no visible label 'a' for <goto> at line 1"],
    ["::a::\ndo ::a:: end", "2: label 'a' already defined on line 1"],
    ["::a:: ::a::", "1: label 'a' already defined on line 1"],
    ["do ::a:: end ::a::", "ok"],
    ["::a:: function f() ::a:: end", "ok"],
  ])("%j", (source, error) => {
    expect(errorOf(source)).toBe(error);
  });
});

describe("break", () => {
  test.each([
    ["while x do break end", "ok"],
    ["repeat if x then break end until y", "ok"],
    ["for i = 1, 2 do break; f() end", "ok"],
    ["for k in x do do break end end", "ok"],
    ["while x do function f() break end end", "1: break outside loop near 'break'"],
    ["if x then\nbreak end", "2: break outside loop near 'break'"],
    ["while x do end break", "1: break outside loop near 'break'"],
  ])("%j", (source, error) => {
    expect(errorOf(source)).toBe(error);
  });
});
