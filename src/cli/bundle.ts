import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildFailure, build, type Plugin } from "esbuild";
import type { SourceMap } from "../index.ts";
import { BundleError } from "./bundle-error.ts";
import { sourceUrl } from "./mapped-file.ts";

/** A module with its map. */
interface Module {
  readonly code: string;
  readonly map: SourceMap | undefined;
}

/** What to bundle: the module of the prompt at `path`, to be written to `target`. */
interface Bundle extends Module {
  readonly path: string;
  readonly target: string;
  readonly minify: boolean;
  /** What runs the bundle, as esbuild names it; nothing: any engine that knows ES2022. */
  readonly engines?: readonly string[];
}

/**
 * The module with everything it imports from the runtime, as one ES module for any platform. The sources of its map are
 * relative to the folder of `target`. Throws `BundleError`, for example when the engines lack what cannot be put in other words.
 */
export async function bundle({
  path,
  target,
  minify,
  engines = ["es2022"],
  ...module
}: Bundle): Promise<Module> {
  const result = await build({
    stdin: {
      contents: withMap(module, path),
      sourcefile: basename(path),
      resolveDir: resolve(dirname(path)),
    },
    outfile: resolve(target),
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    target: [...engines],
    sourcemap: module.map === undefined ? false : "external",
    legalComments: "none",
    minify,
    plugins: [ownRuntime],
    logLevel: "silent",
  }).catch((error: BuildFailure) => {
    throw new BundleError(`cannot bundle \`${path}\`: ${error.errors?.[0]?.text ?? error.message}`);
  });
  const text = (suffix: string) => result.outputFiles.find((file) => file.path.endsWith(suffix))?.text;
  const map = text(".js.map");
  return { code: text(".js")!, map: map === undefined ? undefined : (JSON.parse(map) as SourceMap) };
}

/** The runtime that belongs to this compiler, wherever the prompt lies: emitted code and runtime are of one generation. */
const ownRuntime: Plugin = {
  name: "own-runtime",
  setup(context) {
    context.onResolve({ filter: /^promptforge-runtime(\/|$)/ }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
      sideEffects: false,
    }));
  },
};

function withMap({ code, map }: Module, path: string): string {
  if (map === undefined) return code;
  // A source of the map is found from the file that the map belongs to.
  const encoded = Buffer.from(JSON.stringify({ ...map, sources: [sourceUrl(basename(path))] })).toString(
    "base64",
  );
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
}
