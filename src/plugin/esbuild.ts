import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { OnLoadResult, PartialMessage, Plugin } from "esbuild";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { fromBytes, type Source } from "../source.ts";
import { BrokenPrompt } from "./broken-prompt.ts";
import { writeDeclaration } from "./declaration-file.ts";
import { withInlineMap } from "./inline-map.ts";
import type { PluginOptions } from "./options.ts";
import { isPrompt } from "./prompt-id.ts";
import { readModule } from "./prompt-module.ts";

export type { DeclarationStyle, PluginOptions } from "./options.ts";

/** The plugin for esbuild: prompts become modules, findings are shown in the lines of the prompt with what to write instead. */
export default function promptforge(options: PluginOptions = {}): Plugin {
  return {
    name: "promptforge",
    setup(build) {
      build.onLoad({ filter: /\.md$/ }, async ({ path, suffix, with: attributes }) => {
        return isPrompt(path, suffix) && attributes["type"] === undefined ? load(path, options) : undefined;
      });
    },
  };
}

async function load(path: string, options: PluginOptions): Promise<OnLoadResult> {
  const watchFiles = [path];
  try {
    const module = await readModule(path, options);
    const complaint = await writeDeclaration(path, module, options);
    return {
      // esbuild reads sources of maps as URLs.
      contents: withInlineMap(module.code, { ...module.map, sources: [pathToFileURL(path).href] }),
      loader: "js",
      resolveDir: dirname(path),
      warnings: [
        ...messages(module.warnings, module.source),
        ...(complaint === undefined ? [] : [{ text: complaint }]),
      ],
      watchFiles,
    };
  } catch (error) {
    if (!(error instanceof BrokenPrompt)) throw error;
    return { errors: messages(error.diagnostics, error.source), watchFiles };
  }
}

function messages(diagnostics: readonly Diagnostic[], source: Source): PartialMessage[] {
  return diagnostics.map(({ code, message, help, file, line, column, span }) => {
    const start = source.lineStart(line);
    const end = source.bytes.indexOf("\n", start);
    const suggestion = /^Did you mean `([^`]+)`\?/.exec(help)?.[1];
    return {
      text: `${message} [${code}]`,
      location: {
        file,
        line,
        column: column - 1,
        length: Math.min(span.end, end === -1 ? source.bytes.length : end) - span.start,
        lineText: fromBytes(source.bytes.slice(start, end === -1 ? undefined : end)),
        ...(suggestion !== undefined && { suggestion }),
      },
      notes: [{ text: help }],
    };
  });
}
