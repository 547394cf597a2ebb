import { expect, it } from "vitest";
import { sarif } from "../../../src/diagnostics/formats/sarif.ts";
import { Source } from "../../../src/source.ts";
import { exampleReports } from "./example.ts";

interface Log {
  readonly version: string;
  readonly runs: readonly {
    readonly columnKind: string;
    readonly tool: {
      readonly driver: { readonly name: string; readonly rules: readonly { readonly id: string }[] };
    };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region?: object;
        };
      }[];
    }[];
  }[];
}

const runOf = (text: string) => (JSON.parse(text) as Log).runs[0]!;

it("is a log of version 2.1.0 whose results name their rules", () => {
  expect(JSON.parse(sarif(exampleReports()))).toMatchObject({
    version: "2.1.0",
    runs: [{ columnKind: "utf16CodeUnits" }],
  });
  const { tool, results } = runOf(sarif(exampleReports()));
  expect(tool.driver.rules.map(({ id }) => id)).toEqual([
    "file-not-text",
    "frontmatter-unknown-key",
    "title-missing",
  ]);
  expect(results.map(({ ruleIndex }) => tool.driver.rules[ruleIndex]!.id)).toEqual(
    results.map(({ ruleId }) => ruleId),
  );
  expect(results.map(({ level }) => level)).toEqual(["error", "warning", "error"]);
});

it("places findings by URI and by region in UTF-16 units", () => {
  const places = runOf(sarif(exampleReports())).results.map(
    ({ locations }) => locations[0]!.physicalLocation,
  );
  expect(places).toEqual([
    {
      artifactLocation: { uri: "my%20prompts/%C3%A4%2C1.prompt.md" },
      region: { startLine: 2, startColumn: 3, endLine: 2, endColumn: 7 },
    },
    expect.objectContaining({ region: { startLine: 3, startColumn: 1, endLine: 4, endColumn: 1 } }),
    { artifactLocation: { uri: "file:///srv/bin.md" } },
  ]);
});

it.each([
  ["C:\\prompts\\a b.md", "file:///C:/prompts/a%20b.md"],
  ["..\\a:b.md", "../a%3Ab.md"],
])("names %s by a URI reference", (path, uri) => {
  const [report] = exampleReports();
  const diagnostics = [{ ...report!.diagnostics[0]!, file: path }];
  const [result] = runOf(sarif([{ source: new Source(path, report!.source.text), diagnostics }])).results;
  expect(result!.locations[0]!.physicalLocation.artifactLocation.uri).toBe(uri);
});
