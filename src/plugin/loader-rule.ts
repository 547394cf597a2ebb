import { fileURLToPath } from "node:url";
import type { PluginOptions } from "./options.ts";
import { OTHER_QUERY, PROMPT_FILE, PROMPT_QUERY } from "./prompt-id.ts";

/** The absolute path of the loader for prompts. */
export function loaderPath(): string {
  return fileURLToPath(new URL("../plugin/loader.js", import.meta.url));
}

/**
 * Puts the rule for prompts before the others of a webpack or Rspack configuration. Those that are for Markdown take no prompts from here on;
 * all rules that match apply, so a prompt would be taken twice.
 */
export function addLoader(rules: unknown[], options: PluginOptions): void {
  const use = [{ loader: loaderPath(), options }];
  const others = rules.map((rule) => (isForMarkdown(rule) ? { oneOf: [...prompts, rule] } : rule));
  rules.splice(0, rules.length, { oneOf: prompts.map((prompt) => ({ ...prompt, use })) }, ...others);
}

/** Which modules are prompts. */
const prompts = [
  { test: PROMPT_FILE, resourceQuery: { not: OTHER_QUERY } },
  { test: /\.md$/, resourceQuery: { and: [PROMPT_QUERY, { not: OTHER_QUERY }] } },
];

/** True for `{ test: /\.mdx?$/, … }`, not for what takes any file. */
function isForMarkdown(rule: unknown): boolean {
  const tests = [(rule as { readonly test?: unknown } | null | undefined)?.test].flat();
  return tests.some(
    (test) => test instanceof RegExp && "x.prompt.md".search(test) !== -1 && "x.js".search(test) === -1,
  );
}
