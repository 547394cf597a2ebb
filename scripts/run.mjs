// `node scripts/run.mjs ENTRY.ts ARGS…` runs a TypeScript tool of this repository against the built packages.

import { basename, dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build as bundle } from "esbuild";
import { build, entriesOf, root } from "./build.mjs";

/** Bundles a tool into the cache and gives the file's path. Entries of the packages that it imports come from `dist`. */
export async function bundleTool(entry) {
  const path = resolve(root, entry);
  const name = relative(root, path)
    .replaceAll(/[^\w]+/g, "-")
    .replace(/-ts$/, "");
  const outfile = join(root, "node_modules/.cache/promptforge/tools", `${name}.mjs`);
  await bundle({
    absWorkingDir: root,
    entryPoints: [path],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    define: { repositoryRoot: JSON.stringify(root) },
    plugins: [builtPackages],
    logLevel: "error",
  });
  return outfile;
}

/** What each entry is built to, by its source. */
const built = new Map(
  [
    ["src", "."],
    ["runtime", "runtime"],
  ].flatMap(([source, project]) =>
    entriesOf(join(root, project)).map((name) => [
      join(source, `${name}.ts`),
      pathToFileURL(join(root, project, "dist", `${name}.js`)).href,
    ]),
  ),
);

const builtPackages = {
  name: "built-packages",
  setup(context) {
    context.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ importer, path }) => {
      const output = built.get(relative(root, resolve(dirname(importer), path)));
      return output === undefined ? undefined : { path: output, external: true };
    });
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [entry, ...args] = process.argv.slice(2);
  if (entry === undefined) {
    process.stderr.write(`usage: node scripts/${basename(process.argv[1])} ENTRY.ts [ARGUMENT…]\n`);
    process.exit(2);
  }
  await build();
  const tool = await bundleTool(entry);
  process.argv = [process.argv[0], tool, ...args];
  await import(pathToFileURL(tool).href);
}
