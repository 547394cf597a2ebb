import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { globSync } from "tinyglobby";
import { bundle } from "../src/cli/bundle.ts";
import { compile } from "../src/index.ts";

/** The size of a prompt's module with all that it needs, in bytes. */
export interface ModuleSize {
  readonly minified: number;
  readonly gzipped: number;
}

/** Where the sizes stand that were looked at last. */
export const recordPath = (root: string): string => join(root, "fixtures/sizes/sizes.json");

/** Sizes by the name of the prompt. */
export type SizeRecord = { readonly [name: string]: ModuleSize };

/** Builds each prompt of `fixtures/sizes/` as `pfc build --bundle --minify` does and weighs it. */
export async function moduleSizes(root: string): Promise<SizeRecord> {
  const paths = globSync("fixtures/sizes/*.prompt.md", { cwd: root, absolute: true }).sort();
  const sizes = await Promise.all(
    paths.map(async (path) => [basename(path, ".prompt.md"), await moduleSize(path)] as const),
  );
  return Object.fromEntries(sizes);
}

async function moduleSize(path: string): Promise<ModuleSize> {
  const { code, diagnostics } = await compile({ path, text: readFileSync(path, "utf8") });
  if (code === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const target = path.replace(/\.md$/, ".js");
  const bundled = await bundle({ code, map: undefined, path, target, minify: true });
  const bytes = Buffer.from(bundled.code);
  return { minified: bytes.length, gzipped: gzipSync(bytes).length };
}
