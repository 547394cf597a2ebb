import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diagnosticFiles } from "../../scripts/diagnostics-files.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "docs/diagnostics");
const files = diagnosticFiles(root);

describe("docs/diagnostics", () => {
  it("has a page for each code and nothing else", () => {
    expect(readdirSync(folder).sort()).toEqual([...files.keys()].sort());
  });

  it.each([...files])("%s is what `npm run diagnostics` writes", (name, text) => {
    expect(readFileSync(join(folder, name), "utf8")).toBe(text);
  });
});
