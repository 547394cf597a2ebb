import { expect, it } from "vitest";
import { catalogue } from "../../../src/diagnostics/catalogue.ts";
import { github } from "../../../src/diagnostics/formats/github.ts";
import { exampleReports } from "./example.ts";

it("writes a workflow command a finding, escaped", () => {
  expect(github(exampleReports()).split("\n")).toEqual([
    `::error file=my prompts/ä%2C1.prompt.md,line=2,col=3,endLine=2,endColumn=7,title=frontmatter-unknown-key::no \`name\`%0A${catalogue["frontmatter-unknown-key"].help}`,
    "::warning file=my prompts/ä%2C1.prompt.md,line=3,col=1,endLine=4,endColumn=1,title=title-missing::100 %25,%0D%0A a: b%0Ahelp",
    `::error file=/srv/bin.md,title=file-not-text::${catalogue["file-not-text"].message}%0A${catalogue["file-not-text"].help}`,
  ]);
});

it("has nothing to say about no findings", () => {
  expect(github([])).toBe("");
});
