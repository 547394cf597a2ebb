import { join } from "node:path";
import { build } from "esbuild";
import { build as buildPackages } from "../../../scripts/build.mjs";
import promptforge from "../../../src/plugin/esbuild.ts";

/** One file of the app of `app/`, with its prompt compiled and everything it imports, as text. `iife` is a script, `esm` a module. */
export async function bundle(entry: string, format: "esm" | "iife" = "esm"): Promise<string> {
  await buildPackages();
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "app", entry)],
    bundle: true,
    write: false,
    format,
    platform: "neutral",
    target: "es2022",
    external: ["node:*"],
    plugins: [promptforge({ declarations: false })],
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}
