import { describe, expect, it } from "vitest";
import { closesBlock, isReturn, programMessage, syntaxMessage, wrapProgram } from "./program.ts";

const first = wrapProgram("").split("\n").indexOf("```lua") + 2;

describe("a Lua program as a prompt", () => {
  it("is the only block, without a line for the shell", () => {
    expect(wrapProgram("#!/usr/bin/lua\nreturn 1")).toContain("```lua\n\nreturn 1\n```\n");
  });

  it("is refused when a line would end the block", () => {
    expect(closesBlock("x = [[\n```\n]]")).toBe(true);
    expect(closesBlock("x = [[\n```lua\n]] -- ```")).toBe(false);
  });

  it("has its own positions in messages (ERR-50)", () => {
    const marker = '[string "section `Main` prologue"]';
    const report = `section \`Main\` prologue:${first + 2}: ${marker}:${first + 2}: boom ${marker}:${first}: again`;
    expect(programMessage(`${report}\nstack traceback:\n\tx`, "a.lua")).toBe("a.lua:3: boom a.lua:1: again");
    expect(programMessage(`section \`Main\` prologue:${first}: x`, "a.lua")).toBe("x");
    expect(programMessage("not enough memory", "a.lua")).toBe("not enough memory");
  });

  it("may return what a block may not (RET-04)", () => {
    expect(isReturn("cannot return a table as a result")).toBe(true);
    expect(isReturn(`section \`Main\` prologue:${first}: cannot return a table as a result`)).toBe(false);
  });

  it("has its own lines in the compiler's messages (FMT-41)", () => {
    const text = `lua compilation error at section \`Main\` prologue (line ${first}): [string "section \`Main\` prologue"]:2: unexpected symbol near '='`;
    expect(syntaxMessage(text, "a.lua")).toBe("a.lua:2: unexpected symbol near '='");
  });
});
