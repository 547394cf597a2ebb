import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { scripted } from "../../runtime/adapters/scripted.ts";
import type { Prompt } from "../../runtime/index.ts";
import promptforge from "../../src/plugin/esbuild.ts";
import { root, Workplace } from "../shipped/workplace.ts";

const older = `---
name: older
description: Greets
promptforge: 1
---

# Older

\`\`\`lua
models.default("writer", "a model that writes")
\`\`\`

## Greet

Greet {{ args }}.
`;

/** What uses it: a text as input, models and tools of any name; nothing else. */
const main = `import prompt from "./older.prompt.md";
import type { Model } from "promptforge-runtime";
declare const model: Model;
prompt.run("Ann", { models: { writer: model, other: model } }).then((text) => text.length);
prompt.start("Ann", { resolveModel: ({ alias, description }) => (alias === description ? model : "absent") });
prompt.run({ name: "Ann" });
prompt.run("Ann", { model: "gpt" });
export { prompt };
`;

it("a bundler takes a prompt of version 1, with its types", async () => {
  const place = await Workplace.make(join(root, "test/plugin/.cache"));
  try {
    place.write("older.prompt.md", older);
    place.write("main.ts", main);
    await build({
      absWorkingDir: place.folder,
      stdin: { contents: 'export { default } from "./older.prompt.md";', resolveDir: place.folder },
      outfile: "bundle.mjs",
      bundle: true,
      format: "esm",
      logLevel: "silent",
      plugins: [promptforge()],
    });
    const prompt = await place.load<Prompt>("bundle.mjs");
    expect(await prompt.run("Ann", { model: scripted(["Hello, Ann"]) })).toBe("Hello, Ann");

    const tsc = await place.node([
      join(root, "node_modules/typescript/lib/tsc.js"),
      ...["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--module", "esnext", "--target", "es2022"],
      ...["--moduleResolution", "bundler", "--allowArbitraryExtensions", "--skipLibCheck", "main.ts"],
    ]);
    const found = [...tsc.stdout.matchAll(/^main\.ts\((\d+),\d+\): error (TS\d+)/gm)].map((m) => m.slice(1));
    expect(found, tsc.stdout).toEqual([
      ["6", "TS2345"],
      ["7", "TS2322"],
    ]);
  } finally {
    place.remove();
  }
}, 60_000);
