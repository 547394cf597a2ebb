import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Prompt } from "../runtime/index.ts";
import { compile } from "../src/index.ts";

/** The folder of the repository; put in when the tool is bundled. */
declare const repositoryRoot: string;

/*
 * `npm run demo`: compiles each prompt of fixtures/demo, shows how large it is as one minified file with everything it
 * needs, runs it and prints the result.
 */
const folder = join(repositoryRoot, "fixtures/demo");
const cache = join(repositoryRoot, "node_modules/.cache/promptforge/demo");

mkdirSync(cache, { recursive: true });
for (const name of readdirSync(folder).filter((file) => file.endsWith(".prompt.md"))) await show(name);

async function show(name: string): Promise<void> {
  const text = readFileSync(join(folder, name), "utf8");
  const started = performance.now();
  const { code, diagnostics } = await compile({ path: `fixtures/demo/${name}`, text }, { types: false });
  const compiled = performance.now();
  if (code === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const path = join(cache, name.replace(/\.md$/, ".js"));
  writeFileSync(path, code);
  const { default: prompt } = (await import(pathToFileURL(path).href)) as {
    default: Prompt<object | string>;
  };
  const input = JSON.parse(
    readFileSync(join(folder, name.replace(/\.prompt\.md$/, ".input.json")), "utf8"),
  ) as object | string;
  const imported = performance.now();
  const result = await prompt.run(input);
  const ran = performance.now();
  const lines = [
    `fixtures/demo/${name}`,
    `  compiled in ${(compiled - started).toFixed(1)} ms, ran in ${(ran - imported).toFixed(1)} ms`,
    `  bundled and minified: ${await bundledSize(path)} gzipped, runtime included`,
    `  input:  ${JSON.stringify(input)}`,
    "  result:",
    ...result.split("\n").map((line) => `    ${line}`.trimEnd()),
  ];
  process.stdout.write(`${lines.join("\n")}\n\n`);
}

async function bundledSize(path: string): Promise<string> {
  // The built runtime imports some of its chunks for their order alone; none has side effects, so that leaving them out is right.
  const logOverride = { "ignored-bare-import": "silent" } as const;
  const options = {
    logOverride,
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "neutral",
  } as const;
  const { outputFiles } = await build({ ...options, entryPoints: [path] });
  return `${(gzipSync(outputFiles[0]!.contents).length / 1000).toFixed(1)} kB`;
}
