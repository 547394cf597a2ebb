import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../shipped/workplace.ts";
import { type Fence, page, pages } from "./page.ts";
import { Project } from "./project.ts";

let project: Project;

beforeAll(async () => {
  project = await Project.make();
}, 120_000);
afterAll(() => project?.remove());

const api = pages("docs/api/*.md");
const text = api.map((page) => page.text).join("\n");

/** Every entry of a package and its source. */
const entries = (folder: string): [string, string][] => {
  const { name, exports } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly exports: { readonly [entry: string]: string | { readonly types: string } };
  };
  return Object.entries(exports).flatMap(([entry, target]): [string, string][] =>
    typeof target === "string" || entry === "./internal"
      ? []
      : [
          [
            join(name, entry),
            join(
              folder,
              target.types.replace(/^\.\/dist\//, folder === "." ? "src/" : "").replace(/\.d\.ts$/, ".ts"),
            ),
          ],
        ],
  );
};

/** The names that the text of a module exports. */
function exportsOf(path: string): string[] {
  const source = readFileSync(join(root, path), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) =>
    list!.split(","),
  );
  const named = lists
    .map((name) =>
      name
        .replace(/^\s*type /, "")
        .replace(/^.* as /, "")
        .trim(),
    )
    .filter((name) => name !== "");
  const declared = [...source.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)];
  return [...named, ...declared.map(([, name]) => name!)];
}

describe("the API pages", () => {
  const all = [...entries("runtime"), ...entries(".")];

  it("find the entries", () => {
    expect(all.map(([entry]) => entry)).toContain("promptforge-runtime/openai");
    expect(all.flatMap(([, path]) => (path.endsWith("client.ts") ? [] : exportsOf(path)))).toEqual(
      expect.arrayContaining(["compile", "memoryStore", "withPromptforge", "PluginOptions"]),
    );
  });

  it.each(all)("name the entry %s", (entry) => {
    const [, last] = /(\/[^/]+)?$/.exec(entry.replace(/^promptforge-(esm|runtime)/, ""))!;
    expect(text.includes(`\`${entry}\``) || (last !== undefined && text.includes(`\`${last}\``))).toBe(true);
  });

  it.each(all.filter(([entry]) => !entry.endsWith("/client")))("name what %s exports", (_, path) => {
    expect(exportsOf(path).filter((name) => !new RegExp(`\`${name}\\b`).test(text))).toEqual([]);
  });

  it("are all in their index", () => {
    const index = api.find(({ path }) => path === "docs/api/README.md")!.text;
    const missing = api.filter(({ path }) => !index.includes(`(${path.replace("docs/api/", "")})`));
    expect(missing.map(({ path }) => path)).toEqual(["docs/api/README.md"]);
  });
});

describe("the table of limits", () => {
  const rows = [...page("docs/api/runtime.md").text.matchAll(/^\| `(\w+)` \| [^|]+ \| ([\d,]+|none) \|/gm)];
  const source = readFileSync(join(root, "runtime/options.ts"), "utf8");
  const [, body] = /export interface RunLimits \{\n([\s\S]*?)^\}/m.exec(source)!;

  it("has every limit", () => {
    const names = [...body!.matchAll(/^ {2}readonly (\w+):/gm)].map(([, name]) => name!);
    expect(rows.map(([, name]) => name!).sort()).toEqual(names.sort());
  });

  it("has their defaults", () => {
    const limits = body!.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}readonly (\w+):/g);
    const defaults = [...limits].map(([, comment, name]) => [
      name,
      /default ([\d,]*\d)/i.exec(comment!)?.[1] ?? (comment!.includes("off by default") ? "none" : undefined),
    ]);
    expect(defaults.length).toBe(rows.length);
    expect(Object.fromEntries(rows.map(([, name, value]) => [name, value]))).toEqual(
      Object.fromEntries(defaults),
    );
  });
});

describe("the examples of the API pages", () => {
  const programs = api
    .flatMap(({ fences }) => fences)
    .filter(({ language, text }) => language === "js" && !text.includes("document."))
    .map((fence): [string, Fence] => [fence.place, fence]);

  it("are many", () => expect(programs.length).toBeGreaterThan(8));

  it.each(programs)("%s prints what it says", async (place, { text }) => {
    const { status, stdout, stderr } = await project.run(`${place.replace(/\W+/g, "-")}.js`, text);
    const fences = api.flatMap((page) => page.fences);
    const next = fences[fences.findIndex((fence) => fence.place === place) + 1];
    const said = [...text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line!);
    const printed = next?.before.trim() === "prints" ? next.text : said.join("\n");
    expect(printed).not.toBe("");
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${printed}\n`, stderr: "" });
  });
});
