import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteOffsets, fromBytes, Source, toBytes } from "../src/source.ts";

const text = fc.string({ unit: fc.constantFrom("a", "é", "€", "😀", "\n", "\uFEFF", "\r") });

describe("bytes", () => {
  it("go to text and back", () => {
    fc.assert(fc.property(text, (t) => fromBytes(toBytes(t)) === t));
    expect(toBytes("é")).toBe("\u00C3\u00A9");
    expect(fromBytes("\u00EF\u00BB\u00BFa")).toBe("\uFEFFa");
  });

  it("offsets of UTF-16 units are the lengths before them in UTF-8", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(byteOffsets(before + after)(before.length)).toBe(toBytes(before).length);
      }),
    );
    expect(byteOffsets("é")(99)).toBe(2);
    expect(byteOffsets("a")(99)).toBe(1);
    expect(byteOffsets("😀b")(1)).toBe(0);
  });
});

describe("Source (FMT-06, KND-15)", () => {
  const source = new Source("p", "\uFEFFaé\r\n€x\n\r\nz");

  it("drops one BOM and makes LF line ends", () => {
    expect(source.text).toBe("aé\n€x\n\nz");
    expect(new Source("p", "\uFEFF\uFEFF").text).toBe("\uFEFF");
    expect(new Source("p", "a\rb").text).toBe("a\rb");
  });

  it("gives 1-based lines and byte columns", () => {
    expect(source.position(0)).toEqual({ line: 1, column: 1 });
    expect(source.position(3)).toEqual({ line: 1, column: 4 });
    expect(source.position(7)).toEqual({ line: 2, column: 4 });
    expect(source.position(source.bytes.length)).toEqual({ line: 4, column: 2 });
    expect(source.utf16Column(7)).toBe(1);
    expect([1, 2, 3, 4, 9].map((l) => source.lineStart(l))).toEqual([0, 4, 9, 10, 11]);
  });

  it("byteOffset turns offsets of the text into offsets of the bytes", () => {
    fc.assert(
      fc.property(text, fc.nat(20), (t, offset) => {
        const any = new Source("p", t);
        const whole = any.text.codePointAt(offset - 1)! > 0xffff ? offset - 1 : offset;
        expect(any.byteOffset(offset)).toBe(toBytes(any.text.slice(0, whole)).length);
      }),
    );
  });
});
