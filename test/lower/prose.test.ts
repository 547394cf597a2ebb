import type * as ES from "estree";
import { describe, expect, it } from "vitest";
import { id } from "../../src/lower/es.ts";
import type { ModuleContext } from "../../src/lower/module-context.ts";
import { lowerTemplate } from "../../src/lower/prose.ts";
import type { Piece } from "../../src/parse/prompt.ts";
import { toBytes } from "../../src/source.ts";

const module = { use: id } as unknown as ModuleContext;

/** An emitted array as data: runtime functions by name. */
function data(node: ES.Node | null): unknown {
  if (node?.type === "ArrayExpression") return node.elements.map(data);
  if (node?.type === "Identifier") return node.name;
  return (node as ES.Literal).value;
}

const lowered = (...pieces: Piece[]): unknown => data(lowerTemplate(module, { pieces }));
const placeholder = (path: string): unknown => {
  const [piece] = lowered({ kind: "placeholder", path, offset: 7 }) as [unknown];
  return piece;
};

describe("a template", () => {
  it("is its texts as byte strings and its placeholders in order", () => {
    const pieces: Piece[] = [
      { kind: "text", text: "é " },
      { kind: "placeholder", path: "args", offset: 3 },
      { kind: "unclosed", offset: 13 },
    ];
    expect(lowered(...pieces)).toEqual([
      "\xc3\xa9 ",
      ["proseArgs", 3],
      ["proseFailure", 13, "Unclosed", "unclosed '{{' in prose"],
    ]);
  });
});

describe("a placeholder names its resolver and what that needs", () => {
  it.each<[string, unknown[]]>([
    ["args", ["proseArgs", 7]],
    ["item", ["proseItem", 7]],
    ["argv", ["proseArgv", 7, "{{ argv }}"]],
    ["argv.a.b", ["proseArgv", 7, "{{ argv.a.b }}", "a", "b"]],
    ["var.k", ["proseVar", 7, "{{ var.k }}", "k"]],
    ["sys.when", ["proseSys", 7, "{{ sys.when }}", "when"]],
    ["name.a b", ["proseGlobal", 7, "{{ name.a b }}", "name", "name", "a b"]],
    ["{ args", ["proseGlobal", 7, "{{ { args }}", "{ args", "{ args"]],
    ["toString.x", ["proseGlobal", 7, "{{ toString.x }}", "toString", "toString", "x"]],
    ["é", ["proseGlobal", 7, "{{ \xc3\xa9 }}", "\xc3\xa9", "\xc3\xa9"]],
  ])("{{ %s }} (SUB-20 to SUB-34)", (path, expected) => {
    expect(placeholder(path)).toEqual(expected);
  });

  it("shows a path cut to 80 characters, then escaped (SUB-71)", () => {
    const name = `\u001b\n\t${"😀".repeat(76)}é…`;
    const shown = toBytes(`\\u{001b}\\n\\t${"😀".repeat(76)}é...`);
    expect(placeholder(name)).toEqual(["proseGlobal", 7, `{{ ${shown} }}`, shown, toBytes(name)]);
  });
});

describe("a placeholder that can only fail is its failure", () => {
  it.each<[string, string, string]>([
    ["EmptySegment", "", "empty or padded path segment in {{  }}"],
    ["EmptySegment", "args.", "empty or padded path segment in {{ args. }}"],
    ["EmptySegment", "argv..x", "empty or padded path segment in {{ argv..x }}"],
    ["EmptySegment", "var .k", "empty or padded path segment in {{ var .k }}"],
    ["EmptySegment", "var.\u0085k", "empty or padded path segment in {{ var.\\u{0085}k }}"],
    ["EmptySegment", "prose.", "empty or padded path segment in {{ prose. }}"],
    ["BadPath", "var", "bad path: {{ var }}"],
    ["BadPath", "sys", "bad path: {{ sys }}"],
    ["NotATable", "args.x", "args is a string, not a table"],
    ["NotATable", "item.x", "item is a string, not a table"],
    ["Serialize", "prose", "global 'prose' in {{ prose }} is not JSON data"],
    ["Serialize", "prose.x", "global 'prose' in {{ prose.x }} is not JSON data"],
  ])("%s: {{ %s }} (SUB-37, SUB-61 to SUB-70)", (kind, path, message) => {
    expect(placeholder(path)).toEqual(["proseFailure", 7, kind, message]);
  });
});
