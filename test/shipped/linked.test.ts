import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { build } from "../../scripts/build.mjs";
import { bundle } from "../../src/cli/bundle.ts";
import { compile } from "../../src/index.ts";
import { root } from "./workplace.ts";

beforeAll(async () => {
  await build();
}, 120_000);

/** A text of each part of the runtime that only those should carry who use it. */
const MARKS = {
  fanout: "fanout over an empty collection",
  tasks: "tasks.spawn opts",
  waits: "requires at least one task",
  "built-ins": "await_tasks",
  claims: "store determinism violation",
  store: "store backend failure",
  effects: "interrupted by Ctrl-C",
  timer: "give the `timer` option",
  chains: "chain ended with author tasks still live",
};

async function marksOf(name: string): Promise<string[]> {
  const path = join(root, `fixtures/sizes/${name}.prompt.md`);
  const { code } = await compile({ path, text: readFileSync(path, "utf8") }, { types: false });
  const target = path.replace(/\.md$/, ".js");
  const bundled = await bundle({ code: code!, map: undefined, path, target, minify: true });
  return Object.entries(MARKS).flatMap(([part, text]) => (bundled.code.includes(text) ? [part] : []));
}

describe("a module carries what it uses and nothing else", () => {
  it.each([
    ["nothing", []],
    ["walk", []],
    ["store", ["store", "effects"]],
    ["infer", ["effects"]],
    ["fanout", ["fanout"]],
    ["tasks", ["tasks", "waits", "effects", "timer", "chains"]],
  ])("%s", async (name, parts) => {
    expect(await marksOf(name)).toEqual(parts);
  });
});
