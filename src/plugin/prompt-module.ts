import { relative } from "node:path";
import { readPrompt } from "../cli/read-prompt.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type CompileOptions, compile, type SourceMap } from "../index.ts";
import { Source } from "../source.ts";
import { BrokenPrompt } from "./broken-prompt.ts";
import { cached } from "./module-cache.ts";
import type { PluginOptions } from "./options.ts";

/** A prompt file as a bundler takes it. */
export interface PromptModule {
  readonly code: string;
  /** Its one source is the absolute path of the prompt. */
  readonly map: SourceMap;
  /** Absent where no declarations are wanted. */
  readonly declaration?: string;
  readonly declarationMap?: SourceMap;
  readonly warnings: readonly Diagnostic[];
  readonly source: Source;
}

/** Reads and compiles the prompt file at an absolute path. Throws `BrokenPrompt`. */
export async function readModule(path: string, options: PluginOptions): Promise<PromptModule> {
  const read = await readPrompt(path);
  if ("text" in read) return moduleOf(path, read.text, options);
  throw new BrokenPrompt([read.diagnostic], new Source(path, ""));
}

/** Compiles the text of the prompt file at an absolute path, or takes it from the cache. Throws `BrokenPrompt`. */
export async function moduleOf(path: string, text: string, options: PluginOptions): Promise<PromptModule> {
  const { declarations, hostNames = {} } = options;
  const source = new Source(relative(process.cwd(), path), text);
  const settings = { types: declarations !== false, hostNames };
  const facts = [source.path, text, JSON.stringify(hostNames)];
  const name = [String(settings.types)];
  const module = await cached(path, name, facts, () => emit(source, settings));
  return { ...module, map: { ...module.map, sources: [path] }, source };
}

async function emit(source: Source, settings: CompileOptions) {
  const file = { path: source.path, text: source.original };
  const { code, map, diagnostics, declaration, declarationMap } = await compile(file, settings);
  const found = (severity: Diagnostic["severity"]) => diagnostics.filter((d) => d.severity === severity);
  if (code === undefined || map === undefined) throw new BrokenPrompt(found("error"), source);
  return {
    code,
    map,
    ...(declaration !== undefined && { declaration }),
    ...(declarationMap !== undefined && { declarationMap }),
    warnings: found("warning"),
  };
}
