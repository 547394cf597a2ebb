import { createUnplugin, type UnpluginContext, type UnpluginInstance, type UnpluginOptions } from "unplugin";
import { BrokenPrompt, located } from "./broken-prompt.ts";
import { writeDeclaration } from "./declaration-file.ts";
import esbuildPlugin from "./esbuild.ts";
import { hotModule } from "./hot-module.ts";
import { addLoader } from "./loader-rule.ts";
import type { PluginOptions } from "./options.ts";
import { PROMPT_ID, promptPath } from "./prompt-id.ts";
import { type PromptModule, readModule } from "./prompt-module.ts";

/** The plugin of each bundler that takes prompts through a `load` hook, and of webpack and Rspack, which have loaders. */
export const plugin: UnpluginInstance<PluginOptions | undefined, false> = createUnplugin(
  (options = {}, { framework }): UnpluginOptions =>
    framework === "webpack" || framework === "rspack" ? withLoader(options) : withHooks(options),
);

const name = "promptforge";

/** webpack and Rspack show no more of an error than its message; and their rules alone see the query of an import. */
function withLoader(options: PluginOptions): UnpluginOptions {
  const add = ({ options: { module } }: Compiler) => addLoader(module.rules, options);
  return {
    name,
    webpack: (compiler) => add(compiler as unknown as Compiler),
    rspack: (compiler) => add(compiler as unknown as Compiler),
  };
}

interface Compiler {
  readonly options: { readonly module: { readonly rules: unknown[] } };
}

function withHooks(options: PluginOptions): UnpluginOptions {
  let isHot = false;
  return {
    name,
    // Before plugins that take any Markdown file.
    enforce: "pre",
    load: {
      filter: { id: PROMPT_ID },
      async handler(id) {
        const path = promptPath(id);
        if (path === undefined) return null;
        this.addWatchFile(path);
        const { code, map } = await load(path, options, this);
        return { code: isHot ? hotModule(code) : code, map: { ...map, sources: [...map.sources] } as never };
      },
    },
    rollup: { resolveId: resolveQuery },
    vite: {
      config() {
        // Packages are bundled before they are served, by plugins of their own. Before Vite 7 the hook is called without a context.
        const meta = (this as { readonly meta?: object } | undefined)?.meta;
        const prebundled =
          meta !== undefined && "rolldownVersion" in meta
            ? { rolldownOptions: { plugins: [plugin.rolldown(options)] } }
            : { esbuildOptions: { plugins: [esbuildPlugin(options)] } };
        // An ES module without dependencies gains nothing from being bundled first, and is not found late, which reloads the page.
        return { optimizeDeps: { exclude: ["promptforge-runtime"], ...prebundled } };
      },
      configResolved({ command, server }) {
        isHot = command === "serve" && server.hmr !== false;
      },
    },
  };
}

/** The one resolver of a context of Rollup that is used here. */
interface Resolver {
  resolve(
    path: string,
    importer: string | undefined,
    options: object,
  ): Promise<{ readonly id: string; readonly external: unknown } | null>;
}

/** Rollup alone does not find `notes.md?prompt` by itself. */
async function resolveQuery(this: Resolver, id: string, importer: string | undefined, options: object) {
  const path = promptPath(id);
  if (path === undefined || path === id) return null;
  const found = await this.resolve(path, importer, options);
  return found === null || found.external !== false
    ? found
    : { ...found, id: found.id + id.slice(path.length) };
}

/** Always throws for a broken prompt: what `this.error` does differs from bundler to bundler. */
async function load(path: string, options: PluginOptions, context: UnpluginContext): Promise<PromptModule> {
  try {
    const module = await readModule(path, options);
    for (const warning of module.warnings) context.warn(located(warning, path, module.source) as never);
    const complaint = await writeDeclaration(path, module, options);
    if (complaint !== undefined) context.warn(complaint);
    return module;
  } catch (error) {
    throw error instanceof BrokenPrompt ? error.located(path) : error;
  }
}
