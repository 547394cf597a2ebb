import { addLoader, loaderPath } from "./loader-rule.ts";
import type { PluginOptions } from "./options.ts";
import { PROMPT_FILE, PROMPT_QUERY } from "./prompt-id.ts";

export type { DeclarationStyle, PluginOptions } from "./options.ts";

/** The parts of a configuration of Next that are read and added to. */
interface Configuration {
  readonly turbopack?: { readonly rules?: { readonly [glob: string]: unknown } };
  readonly webpack?: unknown;
}

type Webpack = (configuration: WebpackConfiguration, context: unknown) => unknown;

interface WebpackConfiguration {
  readonly module: { readonly rules: unknown[] };
}

/**
 * The configuration of Next in which prompts are modules, with Turbopack and with webpack. A configuration that is a function
 * gives a function.
 */
export function withPromptforge<Config>(config?: Config, options: PluginOptions = {}): Config {
  if (typeof config !== "function") return extended(config ?? {}, options) as Config;
  return (async (...phase: unknown[]) => extended(await config(...phase), options)) as Config;
}

function extended(config: Configuration, options: PluginOptions): Configuration {
  const webpack = config.webpack as Webpack | null | undefined;
  return {
    ...config,
    turbopack: { ...config.turbopack, rules: withRules(config.turbopack?.rules ?? {}, options) },
    webpack: (configuration: WebpackConfiguration, context: unknown) => {
      // Rules that the configuration adds are there when prompts are kept from those for Markdown.
      const extended = (webpack?.(configuration, context) ?? configuration) as WebpackConfiguration;
      addLoader(extended.module.rules, options);
      return extended;
    },
  };
}

/**
 * One rule for both kinds of prompts, before those that the configuration has for Markdown: of rules with one pattern the first that fits is taken,
 * of patterns any. A rule sees queries in its condition alone.
 */
function withRules(rules: { readonly [glob: string]: unknown }, options: PluginOptions) {
  const condition = { any: [{ path: PROMPT_FILE }, { query: PROMPT_QUERY }] };
  const rule = { loaders: [{ loader: loaderPath(), options }], as: "*.js", condition };
  return { ...rules, "*.md": [rule, ...list(rules["*.md"])] };
}

function list(rules: unknown): unknown[] {
  return rules === undefined ? [] : Array.isArray(rules) ? rules : [rules];
}
