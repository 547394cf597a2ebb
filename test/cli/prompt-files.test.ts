import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { promptOf, Workplace } from "../shipped/workplace.ts";
import { pfc } from "./run-process.ts";

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.make();
  for (const name of ["[a]/p/x", "b/p/x", "b/p/deep/y", "b/node_modules/n/z"])
    place.write(`packages/${name}.prompt.md`, promptOf("return args"));
}, 120_000);
afterAll(() => place?.remove());

let count = 0;

/** What `pfc build` makes of patterns in a folder, without its ending. */
async function built(folder: string, ...patterns: readonly string[]): Promise<readonly string[]> {
  const out = place.path(`out${++count}`);
  const { status, stderr } = await pfc(place.path(folder), [
    "build",
    ...patterns,
    "--out",
    out,
    "--no-types",
  ]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return readdirSync(out, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".prompt.js"))
    .map((name) => name.replace(/\.prompt\.js$/, "").replaceAll("\\", "/"))
    .sort();
}

it.each([
  ["", "packages/*/p/*.prompt.md"],
  ["packages", "*/p/*.prompt.md"],
  ["packages/b", "../*/p/*.prompt.md"],
  ["packages/[a]", "../*/p/*.prompt.md"],
  ["packages/[a]/p", "../../*/p/*.prompt.md"],
])("finds the same prompts from %j with %j", async (folder, pattern) => {
  expect(await built(folder, pattern)).toEqual(["[a]/p/x", "b/p/x"]);
});

it.each([
  ["packages/b", ["../**/*.prompt.md"], ["[a]/p/x", "b/p/deep/y", "b/p/x"]],
  ["packages/b", ["../**/*.prompt.md", "!p/deep/**"], ["[a]/p/x", "b/p/x"]],
  ["packages/b", ["../**/*.prompt.md", "!../b/**"], ["[a]/p/x"]],
  ["packages/[a]", ["../**/*.prompt.md", "!p/**"], ["b/p/deep/y", "b/p/x"]],
  ["packages/b", ["../**/*.prompt.md", "!**/x.prompt.md"], ["b/p/deep/y"]],
])(
  "finds from %j with %j what there is, without packages that are installed",
  async (folder, patterns, found) => {
    expect(await built(folder, ...patterns)).toEqual(found);
  },
);
