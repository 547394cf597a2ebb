import { expect, it } from "vitest";
import { catalogue } from "../../../src/diagnostics/catalogue.ts";
import { json } from "../../../src/diagnostics/formats/json.ts";
import { exampleReports } from "./example.ts";

it("counts, and gives every finding with its region in UTF-16 units", () => {
  const region = { startLine: 2, startColumn: 3, endLine: 2, endColumn: 7 };
  expect(JSON.parse(json(exampleReports()))).toEqual({
    files: 3,
    errors: 2,
    warnings: 1,
    diagnostics: [
      {
        code: "frontmatter-unknown-key",
        severity: "error",
        message: "no `name`",
        help: catalogue["frontmatter-unknown-key"].help,
        file: "my prompts/ä,1.prompt.md",
        region,
      },
      expect.objectContaining({ code: "title-missing", severity: "warning", message: "100 %,\r\n a: b" }),
      {
        code: "file-not-text",
        severity: "error",
        message: catalogue["file-not-text"].message,
        help: catalogue["file-not-text"].help,
        file: "/srv/bin.md",
      },
    ],
  });
});

it("is a document for no files too", () => {
  expect(JSON.parse(json([]))).toEqual({ files: 0, errors: 0, warnings: 0, diagnostics: [] });
});
