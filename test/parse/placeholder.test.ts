import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPieces } from "../../src/parse/placeholder.ts";
import type { Piece } from "../../src/parse/prompt.ts";
import { toBytes } from "../../src/source.ts";

const pieces = (template: string) => readPieces(toBytes(template));
const text = (value: string): Piece => ({ kind: "text", text: value });
const hole = (path: string, offset: number): Piece => ({ kind: "placeholder", path, offset });

describe("readPieces (SUB-15 to SUB-19)", () => {
  it.each<[string, Piece[]]>([
    ["", []],
    ["plain { } }} \\n \\d+ C:\\temp", [text("plain { } }} \\n \\d+ C:\\temp")]],
    ["\\{{ a }}", [text("{{ a }}")]],
    ["\\}} \\\\ \\{ \\}", [text("}} \\ { }")]],
    ["\\\\{{a}}", [text("\\"), hole("a", 2)]],
    ["\\{{{a}}", [text("{"), hole("a", 2)]],
    ["ends with \\", [text("ends with \\")]],
    ["{{args}}{{ args }}{{\nargs\n}}", [hole("args", 0), hole("args", 8), hole("args", 18)]],
    ["{{{ args }}}", [hole("{ args", 0), text("}")]],
    ["{{}}", [hole("", 0)]],
    ["{{ a }", [{ kind: "unclosed", offset: 0 }]],
    ["x {{ a }} {{ b", [text("x "), hole("a", 2), text(" "), { kind: "unclosed", offset: 10 }]],
    ["{{ \\}} }}", [hole("\\", 0), text(" }}")]],
    ["é😀 {{ ü }}\\{ß", [text("é😀 "), hole("ü", 7), text("{ß")]],
    ["{{\u0085\u00A0a.b c\u2003}}", [hole("a.b c", 0)]],
    ["{{ \uFEFFa }}", [hole("\uFEFFa", 0)]],
  ])("%j", (template, expected) => expect(pieces(template)).toEqual(expected));

  it("a template without special characters is one text", () => {
    const plain = fc.string({ unit: "grapheme", minLength: 1 }).filter((s) => !/[\\{]/.test(s));
    fc.assert(
      fc.property(plain, (s) => {
        expect(pieces(s)).toEqual([text(s)]);
      }),
    );
  });

  it("escaping every brace and backslash gives the text back", () => {
    const any = fc.string({ unit: fc.constantFrom("{", "}", "\\", "a", "é"), minLength: 1 });
    fc.assert(
      fc.property(any, (s) => {
        expect(pieces(s.replace(/[{}\\]/g, "\\$&"))).toEqual([text(s)]);
      }),
    );
  });

  it("offsets point at `{{` in bytes, and no two texts are neighbours", () => {
    const any = fc.string({ unit: fc.constantFrom("{{", "}}", "\\", "{", "é", " ") });
    fc.assert(
      fc.property(any, (s) => {
        const found = pieces(s);
        const holes = found.filter((p) => p.kind !== "text");
        expect(holes.every((p) => toBytes(s).startsWith("{{", p.offset))).toBe(true);
        expect(found.some((p, at) => p.kind === "text" && found[at + 1]?.kind === "text")).toBe(false);
        expect(found.slice(0, -1).some((p) => p.kind === "unclosed")).toBe(false);
      }),
    );
  });
});
