import { fileURLToPath } from "node:url";
import type { PluginOptions } from "./options.ts";
import { OTHER_QUERY, PROMPT_FILE, PROMPT_QUERY } from "./prompt-id.ts";

/** The absolute path of the loader for prompts. */
export function loaderPath(): string {
  return fileURLToPath(new URL("../plugin/loader.js", import.meta.url));
}

/** Puts the rule for prompts before the others of a webpack or Rspack configuration. */
export function addLoader(rules: unknown[], options: PluginOptions): void {
  const use = [{ loader: loaderPath(), options }];
  rules.unshift({
    test: /\.md$/,
    resourceQuery: { not: OTHER_QUERY },
    oneOf: [
      { resource: PROMPT_FILE, use },
      { resourceQuery: PROMPT_QUERY, use },
    ],
  });
}
