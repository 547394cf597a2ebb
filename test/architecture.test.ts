import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile } from "../src/index.ts";

const root = join(import.meta.dirname, "..");
const read = (name: string) => readFileSync(join(root, name), "utf8");

/** The paths that a document names in code spans. */
function pathsOf(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\s]+)`/g)].map(([, span]) => span!);
  return spans.filter((span) => /^(src|runtime|test|scripts|fixtures|bench|\.ci)\/[\w./*-]*$/.test(span));
}

describe("the documents", () => {
  it.each(["ARCHITECTURE.md", "README.md"])("%s names paths that exist", (name) => {
    const paths = pathsOf(read(name));
    expect(paths.length).toBeGreaterThan(1);
    expect(paths.filter((path) => !path.includes("*") && !existsSync(join(root, path)))).toEqual([]);
  });

  it("the README names scripts that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = [...read("README.md").matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script!);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  it("GLOSSARY.md has each term once, in order", () => {
    const terms = [...read("GLOSSARY.md").matchAll(/^\| \*\*(.+?)\*\* +\|/gm)].map(([, term]) => term!);
    expect(terms.length).toBeGreaterThan(20);
    expect(terms).toEqual([...new Set(terms)].sort((left, right) => left.localeCompare(right, "en")));
  });

  it("ARCHITECTURE.md shows the code that its example compiles to", async () => {
    const text = read("ARCHITECTURE.md");
    const [, source] = /^````markdown\n([\s\S]*?)^````$/m.exec(text)!;
    const [, shown] = /^```js\n([\s\S]*?)^```$/m.exec(text)!;
    const { code } = await compile({ path: "tally.prompt.md", text: source! });
    expect(shown).toBe(code);
  });

  it("the README example is the demo prompt", () => {
    const [, source] = /^````markdown\n([\s\S]*?)^````$/m.exec(read("README.md"))!;
    expect(source).toBe(read("fixtures/demo/greeting.prompt.md"));
  });
});
