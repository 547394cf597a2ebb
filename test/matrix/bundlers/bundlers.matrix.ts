import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root, type Workplace } from "../../shipped/workplace.ts";
import { answer, appFolder, breakPrompt, placeOfError, written } from "./app-folder.ts";

const installed = (path: string) => join(import.meta.dirname, "../node_modules", path);

const bun = installed(`@oven/bun-${process.platform}-${process.arch}/bin/bun`);

/** What is run in the folder of the app, and how a place is written: esbuild counts columns from 0. */
const bundlers: readonly [name: string, args: readonly string[], place: RegExp][] = [
  ["vite", [join(root, "node_modules/vite/bin/vite.js"), "build"], /greet\.prompt\.md:2:1\b/],
  ["rollup", [installed("rollup/dist/bin/rollup"), "-c"], /greet\.prompt\.md \(2:1\)/],
  ["rolldown", [installed("rolldown/bin/cli.mjs"), "-c"], /greet\.prompt\.md:2:1\b/],
  ["esbuild", ["esbuild.mjs"], /greet\.prompt\.md:2:0\b/],
  ["webpack", ["webpack.mjs"], /greet\.prompt\.md:2:1\b/],
  ["rspack", ["rspack.mjs"], /greet\.prompt\.md:2:1\b/],
  ["bun", ["bun.mjs"], /greet\.prompt\.md:2:1\b/],
];

/** One app for all bundlers: copying what is installed takes longer than bundling. */
let app: Workplace;
beforeAll(async () => {
  app = await appFolder();
});
afterAll(() => app?.remove());

const run = (name: string, args: readonly string[]) =>
  app.execute(name === "bun" ? bun : process.execPath, args);

it.each(bundlers)("%s builds the app, with maps and declarations", async (name, args) => {
  for (const made of ["dist", "greet.prompt.d.md.ts", "node_modules/.cache"])
    rmSync(app.path(made), { recursive: true, force: true });
  const built = await run(name, args);
  expect(built, written(built)).toMatchObject({ status: 0 });
  const ran = await app.node(["dist/main.js"]);
  expect(ran, written(ran)).toMatchObject({ status: 0 });
  expect(JSON.parse(ran.stdout)).toEqual(answer);
  // Bun takes no maps from plugins; the stacks of prompts need none.
  if (name !== "bun") expectMap(app);
  expectDeclarations(app);
});

describe("a prompt with a mistake", () => {
  beforeAll(() => breakPrompt(app));

  it.each(bundlers)(
    "is shown by %s: what is wrong, where, and the lines around it",
    async (name, args, place) => {
      const built = await run(name, args);
      const text = written(built);
      expect(built.status, text).toBe(1);
      expect(text).toContain("invalid frontmatter: unknown field");
      expect(text).toMatch(place);
      expect(text).toMatch(/2 [|│] nam: greet/);
      expect(text).toMatch(/Did you mean `?name`?/);
      expect(text).not.toMatch(/ at .*promptforge-esm/);
    },
  );
});

function expectMap(app: Workplace) {
  const place = placeOfError(app.read("dist/main.js"), app.read("dist/main.js.map"));
  expect(place).toEqual({ source: "greet.prompt.md", line: 18 });
}

/** TypeScript has no name for the declaration of what is imported with a query. */
function expectDeclarations(app: Workplace) {
  expect(app.read("greet.prompt.d.md.ts")).toContain("name: string");
  expect(existsSync(app.path("notes.d.md.ts"))).toBe(false);
}
