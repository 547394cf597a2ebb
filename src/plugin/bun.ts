import { createRequire } from "node:module";
import { pretty } from "../diagnostics/formats/pretty.ts";
import { writeDeclaration } from "./declaration-file.ts";
import type { PluginOptions } from "./options.ts";
import { PROMPT_ID, promptPath } from "./prompt-id.ts";
import { readModule } from "./prompt-module.ts";

export type { DeclarationStyle, PluginOptions } from "./options.ts";

/** What a plugin of Bun is set up with, as far as it is used here. */
export interface BunBuilder {
  onResolve(
    only: { filter: RegExp },
    resolve: (found: { path: string; importer: string }) => { path: string } | undefined,
  ): unknown;
  onLoad(
    only: { filter: RegExp },
    load: (found: { path: string }) => Promise<{ contents: string; loader: "js" }>,
  ): unknown;
}

/** The plugin for Bun's bundler and, with `Bun.plugin`, for what Bun runs. Bun takes no maps from plugins. */
export default function promptforge(options: PluginOptions = {}): {
  name: string;
  setup(builder: BunBuilder): void;
} {
  return {
    name: "promptforge",
    setup(builder) {
      builder.onResolve({ filter: /\.md\?/ }, ({ path, importer }) => resolveQuery(path, importer));
      builder.onLoad({ filter: PROMPT_ID }, ({ path }) => load(promptPath(path) ?? path, options));
    },
  };
}

/** Bun alone does not find `notes.md?prompt` by itself. */
function resolveQuery(id: string, importer: string): { path: string } | undefined {
  const path = promptPath(id);
  if (path === undefined) return undefined;
  return { path: createRequire(importer).resolve(path) + id.slice(path.length) };
}

async function load(path: string, options: PluginOptions): Promise<{ contents: string; loader: "js" }> {
  const module = await readModule(path, options);
  const complaint = await writeDeclaration(path, module, options);
  // Plugins of Bun have no other way to warn.
  if (module.warnings.length > 0) console.warn(pretty(module.warnings, module.source, { color: false }));
  if (complaint !== undefined) console.warn(complaint);
  return { contents: module.code, loader: "js" };
}
