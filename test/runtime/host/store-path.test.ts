import { describe, expect, test } from "vitest";
import { escapeText } from "../../../runtime/host/quote.ts";
import { pathFault } from "../../../runtime/host/store-path.ts";

describe("pathFault (STO-20 to STO-22)", () => {
  test.each([
    ["path is empty", ""],
    ["path is too long", "x".repeat(1025)],
    ["path is too long", `/${"é".repeat(512)}`],
    ["path is absolute", "/a\nb"],
    ["path contains a control character", "a\\\nb"],
    ["path contains a control character", "a\x7f"],
    ["path contains a backslash", "..\\a"],
    ["path contains an empty segment", "a/"],
    ["path contains an empty segment", "a//b"],
    ["path contains a traversal segment", "."],
    ["path contains a traversal segment", "a/../b"],
    ["path contains a traversal segment", "../con"],
    ["path segment ends in an unsafe character", "a./b"],
    ["path segment ends in an unsafe character", "a "],
    ["path segment ends in an unsafe character", "con./x"],
    ["path segment ends in an unsafe character", "..."],
    ["path contains a reserved device name", "con/.."],
    ["path contains a reserved device name", "a/Nul.txt.gz"],
    ["path contains a reserved device name", "LPT9"],
  ])("%s: %j", (reason, path) => {
    expect(pathFault(path)).toBe(reason);
  });

  test.each([
    "a",
    "x".repeat(1024),
    "a b/c d.txt",
    ".config",
    "é/日本.md",
    "console.txt",
    "com10.txt",
    "com0",
    "a/..b",
    "\u0085",
  ])("allows %j", (path) => {
    expect(pathFault(path)).toBeUndefined();
  });
});

test("escapeText writes control characters, quotes and backslashes as STO-20 says", () => {
  expect(escapeText('a\\"\t\n\r\0\u0001\u007f\u0085é')).toBe('a\\\\\\"\\t\\n\\r\\0\\u{1}\\u{7f}\\u{85}é');
});
