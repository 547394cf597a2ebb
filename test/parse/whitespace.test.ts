import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBlank, trim, trimSpan } from "../../src/parse/whitespace.ts";
import { fromBytes, toBytes } from "../../src/source.ts";

const spaces = "\t\n\v\f\r \u0085\u00A0\u1680\u2000\u200A\u2028\u2029\u202F\u205F\u3000";

describe("white space is Unicode's White_Space (FMT-44, SUB-16)", () => {
  it("trims exactly that", () => {
    expect(trim(`${spaces}a b${spaces}`)).toBe("a b");
    expect(trim("\uFEFFa\u200B")).toBe("\uFEFFa\u200B");
    expect(isBlank(toBytes(spaces))).toBe(true);
    expect(isBlank(toBytes("\uFEFF"))).toBe(false);
  });

  it("trims spans of bytes", () => {
    const unit = fc.constantFrom(" ", "\n", "\u0085", "\u3000", "a", "é", "😀");
    fc.assert(
      fc.property(fc.string({ unit }), fc.string({ unit }), (before, text) => {
        const bytes = toBytes(before + text);
        const { start, end } = trimSpan(bytes, { start: toBytes(before).length, end: bytes.length });
        expect(fromBytes(bytes.slice(start, end))).toBe(trim(text));
        expect(start).toBeGreaterThanOrEqual(toBytes(before).length);
      }),
    );
  });
});
