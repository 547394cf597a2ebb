import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../shipped/workplace.ts";
import { page, pages } from "./page.ts";

/** The address of a heading, as GitHub makes it. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

const outsideFences = (text: string) => text.replace(/^(`{3,})[\s\S]*?^\1$/gm, "");
const all = pages("docs/**/*.md");

describe("links", () => {
  it.each([...all, page("README.md")].map(({ path }) => [path]))("of %s lead somewhere", (path) => {
    const text = outsideFences(readFileSync(join(root, path), "utf8"));
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [file, anchor] = link.split("#") as [string, string?];
      const target = file === "" ? join(root, path) : join(root, dirname(path), file);
      if (!existsSync(target)) return true;
      if (anchor === undefined) return false;
      const headings = outsideFences(readFileSync(target, "utf8")).matchAll(/^#+ (.*)$/gm);
      return ![...headings].some(([, heading]) => slug(heading!) === anchor);
    });
    expect(broken).toEqual([]);
  });

  it("reach every page from the index", () => {
    const reached = new Set<string>(["docs/README.md"]);
    for (const path of reached) {
      for (const [, link] of readFileSync(join(root, path), "utf8").matchAll(
        /\]\(([^)\s#]+)(?:#[^)]*)?\)/g,
      )) {
        const target = join(dirname(path), link!);
        if (target.startsWith("docs/") && target.endsWith(".md")) reached.add(target);
      }
    }
    const missed = all
      .map(({ path }) => path)
      .filter((path) => !reached.has(path) && !path.includes("/diagnostics/"));
    expect(missed).toEqual([]);
    expect(readFileSync(join(root, "README.md"), "utf8")).toContain("(docs/README.md)");
  });
});
