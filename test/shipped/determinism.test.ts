import { relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "../../src/index.ts";
import { featurePrompts } from "./feature-prompts.ts";
import { root, Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

/** Compiles all feature prompts and prints code, map and declaration as JSON; in reverse order when asked to. */
const program = (isReversed: boolean) => `
import { compile } from ${JSON.stringify(`${root}/dist/index.js`)};
import { readFileSync } from "node:fs";
const paths = ${JSON.stringify(featurePrompts.map(({ path }) => path))};
const results = {};
for (const path of ${isReversed ? "paths.reverse()" : "paths"}) {
  const { code, map, declaration } = await compile({ path, text: readFileSync(path, "utf8") }, { types: true });
  results[path] = { code, map, declaration };
}
process.stdout.write(JSON.stringify(Object.fromEntries(Object.entries(results).sort())));
`;

describe("the same prompt gives the same bytes", () => {
  it.each(featurePrompts.map(({ name, path, text }) => [name, path, text]))(
    "twice in one process (%s)",
    async (_, path, text) => {
      const first = await compile({ path, text }, { types: true });
      const second = await compile({ path, text }, { types: true });
      expect(first.code).toBeDefined();
      expect(second).toEqual(first);
    },
  );

  it("in two processes, whatever was compiled before", async () => {
    const forward = workplace.write("forward.mjs", program(false));
    const backward = workplace.write("backward.mjs", program(true));
    const first = await workplace.node([forward]);
    const second = await workplace.node(["--stack-size=2000", backward]);
    expect([first.status, second.status]).toEqual([0, 0]);
    expect(second.stdout).toBe(first.stdout);
    expect(Object.keys(JSON.parse(first.stdout)).length).toBe(featurePrompts.length);
  }, 120_000);

  it("bundled by `pfc build` in two folders beside each other", async () => {
    const paths = featurePrompts.map(({ path }) => relative(workplace.folder, path));
    for (const out of ["one", "two"]) {
      const { status } = await workplace.pfc(
        "build",
        ...paths,
        "--out",
        out,
        "--bundle",
        "--minify",
        "--no-types",
      );
      expect(status).toBe(0);
    }
    for (const { name } of featurePrompts) {
      expect(workplace.read(`two/${name}.prompt.js`)).toBe(workplace.read(`one/${name}.prompt.js`));
      expect(workplace.read(`two/${name}.prompt.js.map`)).toBe(workplace.read(`one/${name}.prompt.js.map`));
    }
    const again = await workplace.pfc(
      "build",
      ...paths,
      "--out",
      "one",
      "--bundle",
      "--minify",
      "--no-types",
    );
    expect(again.stdout).toBe(`${paths.length} prompts built; 0 files changed\n`);
  }, 120_000);

  it("wherever the file lies: the folder of the path is no part of the module", async () => {
    const { text, name } = featurePrompts[0]!;
    const [here, there] = await Promise.all(
      ["/a/b", "C:\\c"].map((folder) => compile({ path: `${folder}/${name}.prompt.md`, text })),
    );
    expect(there!.code).toBe(here!.code);
    expect(there!.map).toEqual(here!.map);
  });
});
