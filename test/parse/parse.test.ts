import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialectOf } from "../../src/parse/dialect.ts";
import { parse } from "../../src/parse/parse.ts";
import { promptforgeVersion } from "../../src/parse/version.ts";
import { Source, toBytes } from "../../src/source.ts";
import { diagnostic, failure, message, prompt, sample } from "./sample.ts";

const badLua = "```lua\nlocal = 1\n```\n";
const library = "```lua shared\nx = 1\n```\n";

describe("the order of failures (FMT-05)", () => {
  const inOrder: [string, string][] = [
    ["file must begin with", "x: [\n---\n"],
    ["was not closed", "---\nx: [\n"],
    ["invalid frontmatter", `---\nname: p\nbogus: 1\n---\n## A\n${library}${library}${badLua}`],
    ["requires an H1 title", sample(`## A\n${library}${library}${badLua}`)],
    ["exactly one H1 title", sample(`#\n\n# B\n${library}${library}${badLua}`)],
    ["must not be empty", sample(`#\n${library}${library}${badLua}`)],
    ["at most one", sample(`# T\n${badLua}## A\n${library}${library}`)],
    ["only in H1", sample(`# T\n${badLua}## A\n${library}`)],
    ["prompt `lua shared` fence is not closed", sample(`# T\n${badLua}\n\`\`\`lua shared\nx\n`)],
    ["prompt shared library", sample(`# T\n${badLua}\n\`\`\`lua shared\nlocal\n\`\`\`\n\n\`\`\`lua\n`)],
    ["epilog `lua` fence is not closed", sample(`# T\n${badLua}\n\`\`\`lua\n`)],
    ["H1 `T` lua", sample(`# T\n${badLua}\n### A\n`)],
    ["orphan", sample("# T\n### \n```lua\n")],
    ["H2 section heading", sample("# T\n##\n```lua\n")],
    ["section `A` epilog `lua` fence", sample(`# T\n## A\n${badLua}\n\`\`\`lua\n`)],
    ["at section `A` prologue", sample(`# T\n## A\n${badLua}\n#### B\n`)],
    ["orphan", sample("# T\n## A\n-\n#### B\n")],
    ["list section `C`", sample("# T\n## A\n### B\n### C\n-\n## A\n")],
    ["list section `A`", sample("# T\n## A\n## A\n-\n")],
    ["duplicate", sample(`# T\n## A\n## A\n## B\n${badLua}`)],
  ];
  it.each(inOrder)("%s", (part, text) => expect(message(text)).toContain(part));
});

describe("Lua syntax errors (FMT-41, LUA-20, LUA-20a)", () => {
  const text = sample("# T\n\n## Größe\n\ntext\n\n```lua\nlocal ok = 1\nlocal é = 1\n```\n");

  it("count lines from the block in the message, and from the file in the diagnostic", () => {
    const { failure, code, line, column, span } = diagnostic(text);
    const label = "section `Größe` epilog";
    expect(failure).toMatchObject({ kind: "Lua" });
    expect(
      failure!.message.startsWith(`lua compilation error at ${label} (line 13): [string "${label}"]:2: `),
    ).toBe(true);
    expect(Object.keys(failure!)).toEqual(["kind", "message"]);
    expect({ code, line, column }).toEqual({ code: "lua-syntax", line: 14, column: 7 });
    expect(toBytes(text).slice(span.start)).toMatch(/^\u00C3/);
  });

  it("version 1 selects Lua 5.4 (FMT-14)", () => {
    const assigned = sample("# T\n\n```lua\nfor i = 1, 2 do i = 3 end\n```\n");
    expect(failure(assigned).kind).toBe("Lua");
    expect(prompt(assigned.replace("promptforge: 0", "promptforge: 1")).frontmatter.promptforge).toBe(1);
    expect(failure(assigned.replace("promptforge: 0", "promptforge: 2")).kind).toBe("Lua");
    expect(parse(new Source("p", assigned), { dialect: dialectOf(1) }).prompt).toBeDefined();
  });
});

describe("the version (FMT-16)", () => {
  it.each([
    ["---\npromptforge: 7\n---", 7],
    ["\uFEFF---\nbogus: [1]\npromptforge: 0x1\n---\n#\n", 1],
    ["---\npromptforge: 0\nname: 5\n---\n", 0],
    ["---\npromptforge: '0'\n---\n", undefined],
    ["---\npromptforge: -1\n---\n", undefined],
    ["---\npromptforge: 1.5\n---\n", undefined],
    ["---\npromptforge:\n---\n", undefined],
    ["---\npromptforge: 0\npromptforge: 1\n---\n", undefined],
    ["---\npromptforge: 0\n", undefined],
    ["---\npromptforge: 0\nx: [\n---\n", undefined],
    ["---\n- promptforge\n---\n", undefined],
    ["promptforge: 0", undefined],
    ["", undefined],
  ])("%j has %j", (text, version) => {
    expect(promptforgeVersion(text)).toBe(version);
    expect(parse(new Source("p", text)).version).toBe(version);
  });
});

describe("parse never throws for a bad prompt", () => {
  it("any text gives a prompt or one failure inside the file", () => {
    const unit = fc.constantFrom(
      ..."#-`>*_[]()!<&:{}\\ \t\n\r\u0085\uFEFFé😀a1".split(""),
      "---\n",
      "```lua\n",
      "```lua shared\n",
      "```\n",
      "\n# T\n",
      "\n## A\n",
      "- ",
      "\n\n",
      "{{ a }}",
    );
    const body = fc.array(unit, { maxLength: 40 }).map((parts) => sample(`# T\n${parts.join("")}`));
    const file = fc.array(unit, { maxLength: 20 }).map((parts) => `---\n${parts.join("")}`);
    fc.assert(
      fc.property(fc.oneof(body, file), (text) => {
        const source = new Source("p", text);
        const { prompt, diagnostics } = parse(source);
        expect(diagnostics).toHaveLength(prompt === undefined ? 1 : 0);
        for (const { span } of diagnostics) {
          expect(span.start).toBeLessThanOrEqual(span.end);
          expect(span.end).toBeLessThanOrEqual(source.bytes.length);
        }
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  it("a file above 1 MiB is not read", () => {
    const { prompt, diagnostics } = parse(new Source("p", sample(`# T\n${"é".repeat(524_288)}`)));
    expect([prompt, diagnostics.map((d) => d.code)]).toEqual([undefined, ["file-too-large"]]);
  });

  it("a heading in a hundred quotes is one", () => {
    expect(prompt(sample(`# T\n\n${"> ".repeat(100)}## A\n`)).sections[0]!.name).toBe("A");
  });
});
