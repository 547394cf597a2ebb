import fc from "fast-check";
import { expect, test } from "vitest";
import { countCodePoints, decodeUtf8, encodeUtf8, isUtf8 } from "../../runtime/utf8.ts";

const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (b) => String.fromCharCode(b)).join("");
const bytes = fc.array(
  fc.oneof(fc.constantFrom(0x41, 0x80, 0xbf, 0xc2, 0xe0, 0xed, 0xa0, 0xf0, 0xf4, 0x90, 0x8f), fc.nat(255)),
);

test("encodes every text as TextEncoder does, lone surrogates included", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.nat(0xffff).map((c) => String.fromCharCode(c)) }), (text) => {
      expect(encodeUtf8(text)).toBe(latin1(new TextEncoder().encode(text)));
    }),
  );
});

test("decodes any bytes as TextDecoder does: one U+FFFD for each maximal invalid subpart (RET-01)", () => {
  fc.assert(
    fc.property(bytes, (codes) => {
      const array = Uint8Array.from(codes);
      expect(decodeUtf8(latin1(array))).toBe(new TextDecoder("utf-8", { ignoreBOM: true }).decode(array));
    }),
    { numRuns: 1000 },
  );
});

test("accepts exactly what a fatal TextDecoder accepts", () => {
  const accepts = (array: Uint8Array): boolean => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(array);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(bytes, (codes) => {
      expect(isUtf8(latin1(Uint8Array.from(codes)))).toBe(accepts(Uint8Array.from(codes)));
    }),
    { numRuns: 1000 },
  );
});

test("gets texts longer than one chunk back, pairs across its border included", () => {
  const text = `${"x".repeat(7999)}😀${"é".repeat(20_000)}`;
  expect(decodeUtf8(encodeUtf8(text))).toBe(text);
  expect(countCodePoints(encodeUtf8(text))).toBe(28_000);
});
