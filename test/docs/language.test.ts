import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { host } from "../../src/check/host.ts";
import { check } from "../../src/index.ts";
import { Workplace } from "../shipped/workplace.ts";
import { aroundBlock, runPrompt } from "./example-prompt.ts";
import { type Fence, page, pages } from "./page.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

const language = pages("docs/language/*.md");
const fences = language.flatMap((page) => page.fences);
const of = (wanted: string): [string, Fence][] =>
  fences.filter((fence) => fence.language === wanted).map((fence) => [fence.place, fence]);

describe("blocks of the language pages", () => {
  /** `return x --> y` says what comes of it, `--> error: y` how it fails; `\n` is a line end. */
  const expectation = (lua: string) => /--> (?:(error): )?(.*)$/m.exec(lua);

  it.each(of("lua"))("%s does what it says", async (_, { text }) => {
    const said = expectation(text);
    const got = await runPrompt(workplace, aroundBlock(text), "hello");
    if (said === null) expect.fail("it does not say what comes of it");
    const [, error, expected] = said;
    if (error !== undefined) expect(got).toContain(expected);
    else expect(got).toBe(expected!.replaceAll("\\n", "\n"));
  });
});

describe("prompts of the language pages", () => {
  it.each(of("markdown"))("%s gives what it says", async (_, fence) => {
    const result = fences[fences.indexOf(fence) + 1];
    expect(result).toMatchObject({ language: "text", before: expect.stringMatching(/gives|with|result/) });
    const input = /[Ww]ith the input `([^`]*)`/.exec(result!.before)?.[1] ?? "";
    expect(check({ path: "p.prompt.md", text: fence.text })).toEqual([]);
    expect(await runPrompt(workplace, fence.text, input)).toBe(result!.text);
  });

  it.each(of("yaml"))("%s is frontmatter", (_, { text }) => {
    const found = check({ path: "p.prompt.md", text: `---\n${text}\n---\n\n# P\n` });
    expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("are enough to have been found", () => {
    expect(of("lua").length).toBeGreaterThan(15);
    expect(of("markdown").length).toBeGreaterThan(10);
  });
});

describe("the language pages", () => {
  it("name every global and every function of the host", () => {
    const text = language.map((page) => page.text).join("\n");
    const names = Object.entries(host).flatMap(([name, value]) =>
      typeof value === "string" ? [name] : Object.keys(value).map((field) => `${name}.${field}`),
    );
    expect(names.filter((name) => !new RegExp(`\`${name.replace(".", "\\.")}\\b`).test(text))).toEqual([]);
  });

  it("are all in their index", () => {
    const index = page("docs/language/README.md").text;
    const missing = language.filter(({ path }) => !index.includes(`(${path.replace("docs/language/", "")})`));
    expect(missing.map(({ path }) => path)).toEqual(["docs/language/README.md"]);
  });
});
