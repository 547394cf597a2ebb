import { dirname, relative, resolve, sep } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { compile, type SourceMap } from "../index.ts";
import type { BuildSettings } from "./build-settings.ts";
import type { BuildItem } from "./build-target.ts";
import { mappedFile, sourceUrl } from "./mapped-file.ts";

/** What building one prompt gives. */
export interface BuildOutput {
  /** The texts to write by path; none when the prompt does not compile. */
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles the text of a prompt to the files that are written for it. Throws `BundleError` when it cannot be bundled. */
export async function buildOutput(
  { path, target }: BuildItem,
  text: string,
  settings: BuildSettings,
): Promise<BuildOutput> {
  const compiled = await compile({ path, text }, { types: settings.types });
  const { diagnostics, declaration, declarationMap } = compiled;
  if (compiled.code === undefined) return { files: new Map(), diagnostics };
  const { code, map } = await moduleOf(compiled.code, compiled.map, { path, target, settings });
  const files = new Map(map === undefined ? [[target, code]] : mappedFile(target, code, map));
  if (declaration !== undefined && declarationMap !== undefined) {
    const beside = { ...declarationMap, sources: [sourcePath(path, target)] };
    for (const [name, content] of mappedFile(target.replace(/\.js$/, ".d.ts"), declaration, beside))
      files.set(name, content);
  }
  return { files, diagnostics };
}

interface Place {
  readonly path: string;
  readonly target: string;
  readonly settings: BuildSettings;
}

/** The module, bundled when asked for, with a map that finds the prompt from beside the module. */
async function moduleOf(code: string, map: SourceMap | undefined, { path, target, settings }: Place) {
  if (!settings.bundle)
    return { code, map: map && { ...map, sources: [sourceUrl(sourcePath(path, target))] } };
  const { bundle } = await import("./bundle.ts");
  return bundle({ code, map, path, target, minify: settings.minify, engines: settings.target });
}

function sourcePath(path: string, target: string): string {
  return relative(dirname(resolve(target)), resolve(path))
    .split(sep)
    .join("/");
}
