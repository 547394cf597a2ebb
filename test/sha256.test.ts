import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "../src/sha256.ts";

const expected = (text: string) => createHash("sha256").update(text).digest("hex");

describe("sha256", () => {
  it("is that of any text, lone surrogates as U+FFFD", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(sha256(text)).toBe(expected(text));
      }),
    );
    expect(sha256("a\ud800b")).toBe(expected("a\ufffdb"));
  });

  it("pads texts of every length around the ends of blocks", () => {
    for (let length = 0; length < 200; length++) {
      const text = "x".repeat(length);
      expect(sha256(text)).toBe(expected(text));
    }
  });
});
