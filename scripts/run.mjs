// `node scripts/run.mjs ENTRY.ts ARGS…` runs a TypeScript tool of this repository against the built packages.

import { readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build as bundle } from "esbuild";
import { build, root } from "./build.mjs";

/** Bundles a tool into the cache and gives the file's path. What it imports from `src/` or `runtime/` comes from `dist`. */
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

/** The name of each export of the runtime by its source. */
const runtimeExports = new Map(
  Object.entries(JSON.parse(readFileSync(join(root, "runtime/package.json"), "utf8")).exports)
    .filter(([, { default: file }]) => file !== undefined)
    .map(([name, { default: file }]) => [
      join("runtime", relative("dist", file)).replace(/\.js$/, ".ts"),
      join("promptforge-runtime", name),
    ]),
);

const builtPackages = {
  name: "built-packages",
  setup(context) {
    context.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ importer, path }) => {
      const target = relative(root, resolve(dirname(importer), path));
      if (target.startsWith("src/")) {
        const built = join(root, "dist", target.slice("src/".length).replace(/\.ts$/, ".js"));
        return { path: pathToFileURL(built).href, external: true };
      }
      const name = runtimeExports.get(target);
      return name === undefined ? undefined : { path: name, external: true };
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
