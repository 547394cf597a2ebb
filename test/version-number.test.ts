import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const sources = ["src", "runtime"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file).replaceAll(sep, "/"))
    .filter((file) => file.endsWith(".ts") && !file.includes("/dist/") && !file.includes("node_modules")),
);

/** Code without comments. */
const code = (file: string): string =>
  readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
const matching = (pattern: RegExp): string[] => sources.filter((file) => pattern.test(code(file))).sort();

/** The number of the language, by any of its names: of a prompt, a dialect, a frontmatter or a module. */
const NUMBER = String.raw`(?<![\w"])(?:version|promptforge)\b[!)]*`;

/** `prompt.version === 1`, `1 === prompt.version`, `version ? a : b`, `switch (version)`, `if (version)`. */
const COMPARED = new RegExp(
  [
    String.raw`${NUMBER}\s*(?:[=!]==?(?!=?\s*undefined)|[<>]=?|\?(?![.:?]))`,
    String.raw`[=!]==?\s*[\w.!]*${NUMBER}`,
    String.raw`(?:switch|if) \([\w.!]*${NUMBER}(?! [=!<>])`,
  ].join("|"),
);

describe("the version number of a prompt", () => {
  it("is compared where the dialect is chosen, and nowhere else", () => {
    expect(matching(COMPARED)).toEqual(["src/parse/dialect.ts"]);
  });

  it("chooses the language of a phase where the phase chooses it, and nothing else", () => {
    expect(matching(new RegExp(`\\[[\\w.]*${NUMBER}\\]`))).toEqual([
      "src/check/language.ts",
      "src/lower/language.ts",
      "src/print/declaration.ts",
    ]);
  });

  it("leads to the rooms of version 1, which nothing else imports", () => {
    const importing = matching(/^import (?!type )[^;]*\/version-1\//m).filter(
      (file) => !file.includes("/version-1/"),
    );
    expect(importing).toEqual(["src/check/language.ts", "src/lower/language.ts", "src/parse/dialect.ts"]);
    const exporting = matching(/^export [^;]*\/version-1\//m).filter((file) => !file.includes("/version-1/"));
    expect(exporting).toEqual(["runtime/internal.ts"]);
  });

  it("is found where it is compared", () => {
    for (const line of [
      "prompt.version === 1",
      "if (version)",
      "version ? a : b",
      "1 == module.promptforge",
      "switch (prompt.version)",
    ])
      expect(line).toMatch(COMPARED);
  });
});
