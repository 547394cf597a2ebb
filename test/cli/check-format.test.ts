import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Workplace } from "../shipped/workplace.ts";
import { pfc } from "./run-process.ts";

let place: Workplace;

beforeAll(async () => {
  (await Workplace.make()).remove();
}, 120_000);
beforeEach(async () => {
  place = await Workplace.make();
  place.write("good.prompt.md", prompt);
  place.write("bad.prompt.md", prompt.replace("name:", "nome:"));
});
afterEach(() => place.remove());

const prompt =
  "---\nname: p\ndescription: Says nothing\npromptforge: 0\n---\n\n# P\n\n## Say\n\n```lua\nreturn 1\n```\n";
/** It assigns to `prose`, which is a warning. */
const warned = prompt.replace("return 1", 'prose = "x"\nreturn 1');

const check = (...args: string[]) => pfc(place.folder, ["check", ...args]);

describe("pfc check --format", () => {
  it("json is one document and nothing else", async () => {
    const { status, stdout, stderr } = await check("*.prompt.md", "--format", "json");
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      files: 2,
      errors: 1,
      diagnostics: [{ file: "bad.prompt.md", code: "frontmatter-unknown-key", region: { startLine: 2 } }],
    });
  });

  it("sarif is one log and nothing else", async () => {
    const { status, stdout, stderr } = await check("*.prompt.md", "--format=sarif");
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ version: "2.1.0", runs: [{ results: [{ level: "error" }] }] });
  });

  it("github is commands and a summary", async () => {
    const { status, stdout } = await check("*.prompt.md", "--format", "github");
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^::error file=bad\.prompt\.md,line=2,.*::.*\n1 error, 0 warnings in 2 prompts\n$/,
    );
    expect((await check("good.prompt.md", "--format", "github")).stdout).toBe(
      "0 errors, 0 warnings in 1 prompt\n",
    );
  });

  it("refuses others", async () => {
    const { status, stderr } = await check("good.prompt.md", "--format", "xml");
    expect(status).toBe(2);
    expect(stderr).toContain("--format takes one of pretty, json, sarif, github, not `xml`");
  });
});

describe("pfc check --max-warnings", () => {
  it("allows so many warnings and no more", async () => {
    place.write("warned.prompt.md", warned);
    expect((await check("warned.prompt.md")).stdout).toMatch(
      /^warning\[.*0 errors, 1 warning in 1 prompt\n$/s,
    );
    expect((await check("warned.prompt.md", "--max-warnings", "1")).status).toBe(0);
    expect(await check("warned.prompt.md", "--max-warnings", "0", "--format", "json")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('"warnings": 1'),
      stderr: "error: 1 warning, and --max-warnings is 0\n",
    });
    expect((await check("good.prompt.md", "--max-warnings", "0")).status).toBe(0);
  });

  it("takes a number", async () => {
    const { status, stderr } = await check("good.prompt.md", "--max-warnings", "few");
    expect(status).toBe(2);
    expect(stderr).toContain("--max-warnings takes a number, not `few`");
  });
});
