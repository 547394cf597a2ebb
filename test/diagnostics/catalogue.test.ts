import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { globSync } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { type Code, catalogue } from "../../src/diagnostics/catalogue.ts";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { decodeFile } from "../../src/diagnostics/text-file.ts";
import { check } from "../../src/index.ts";

const root = join(import.meta.dirname, "../../fixtures/diagnostics");
const fixtures = globSync("*/*.prompt.md", { cwd: root }).sort();
const codes = Object.keys(catalogue) as Code[];
/** What no file of a sensible size can show: its path is at fault, or its length. */
const withoutFile: Code[] = ["file-is-directory", "file-too-large", "file-unreadable"];

const codeOf = (fixture: string) => basename(dirname(fixture)) as Code;

function diagnose(fixture: string): readonly Diagnostic[] {
  const read = decodeFile(fixture, readFileSync(join(root, fixture)));
  return "diagnostic" in read ? [read.diagnostic] : check({ path: fixture, text: read.text });
}

describe("the catalogue", () => {
  it("is in alphabetical order", () => expect(codes).toEqual([...codes].sort()));

  it.each(codes)("%s is kebab-case, with a message and a help that is a sentence", (code) => {
    const { message, help } = catalogue[code];
    expect(code).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
    expect(message).not.toMatch(/\.$|^$/);
    expect(help).toMatch(/^[A-Z].*\.$/);
  });

  it("every code that a file can have has a fixture", () => {
    const shown = new Set(fixtures.map(codeOf));
    expect(codes.filter((c) => !withoutFile.includes(c) && !shown.has(c))).toEqual([]);
  });

  it("every fixture is for a code", () => {
    expect(fixtures.filter((f) => !codes.includes(codeOf(f)))).toEqual([]);
  });

  it.each(fixtures)("%s has exactly its code", (fixture) => {
    expect(diagnose(fixture).map((d) => d.code)).toEqual([codeOf(fixture)]);
  });
});
