import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { compile } from "../../src/index.ts";
import { root } from "./workplace.ts";

/** A module with all that it links, not minified, and the files of `runtime/` that something of it comes from. */
export interface Linked {
  readonly code: string;
  /** Relative to `runtime/`, sorted. */
  readonly files: readonly string[];
}

/** Bundles the module of a prompt with the sources of the runtime, so that it shows which of them are linked. */
export async function linked(path: string): Promise<Linked> {
  const { code, diagnostics } = await compile({ path, text: readFileSync(path, "utf8") }, { types: false });
  if (code === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const { outputFiles, metafile } = await build({
    absWorkingDir: join(root, "runtime"),
    stdin: { contents: code, resolveDir: root },
    alias: { "promptforge-runtime/internal": join(root, "runtime/internal.ts") },
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
  });
  const inputs = Object.entries(Object.values(metafile.outputs)[0]!.inputs);
  const files = inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []));
  return { code: outputFiles[0]!.text, files: files.sort() };
}
