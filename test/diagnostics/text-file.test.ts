import { describe, expect, it } from "vitest";
import { decodeFile, diagnoseSize, maximumBytes } from "../../src/diagnostics/text-file.ts";
import { Source } from "../../src/source.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);

describe("decodeFile", () => {
  it("reads UTF-8 and leaves a BOM to the source", () => {
    expect(decodeFile("p", new TextEncoder().encode("\uFEFF# é😀"))).toEqual({ text: "\uFEFF# é😀" });
    expect(decodeFile("p", bytes())).toEqual({ text: "" });
  });

  it.each([
    ["a NUL byte", bytes(0x23, 0)],
    ["a stray continuation", bytes(0x80)],
    ["a cut sequence", bytes(0x23, 0xe2, 0x82)],
    ["UTF-16", bytes(0xff, 0xfe, 0x23, 0)],
  ])("refuses %s", (_, value) => {
    expect(decodeFile("p.md", value)).toMatchObject({
      diagnostic: { code: "file-not-text", file: "p.md", line: 1 },
    });
  });

  it("refuses more than 1 MiB, naming the size", () => {
    expect(decodeFile("p", new Uint8Array(maximumBytes + 1))).toMatchObject({
      diagnostic: {
        code: "file-too-large",
        message: "the file has 1048577 bytes; a prompt has at most 1048576",
      },
    });
    expect(decodeFile("p", new Uint8Array(maximumBytes).fill(0x20))).toHaveProperty("text");
  });
});

describe("diagnoseSize", () => {
  it("counts bytes, not characters", () => {
    expect(diagnoseSize(new Source("p", "é".repeat(524_288)))).toBeUndefined();
    expect(diagnoseSize(new Source("p", "é".repeat(524_289)))?.code).toBe("file-too-large");
  });
});
