import { join } from "node:path";
import { UsageError } from "./command-line.ts";
import type { PromptFile } from "./prompt-files.ts";

/** A prompt to build. */
export interface BuildItem {
  /** The prompt file. */
  readonly path: string;
  /** The module that it becomes; map and declaration lie beside it. */
  readonly target: string;
}

/** The prompts with their modules below `out`. Two that would be written to one file are a `UsageError`. */
export function buildItems(files: readonly PromptFile[], out: string): readonly BuildItem[] {
  const taken = new Map<string, string>();
  return files.map(({ path, place }) => {
    const target = join(out, `${place.replace(/\.md$/, "")}.js`);
    const other = taken.get(target);
    if (other !== undefined)
      throw new UsageError(`\`${other}\` and \`${path}\` would both be written to \`${target}\``);
    taken.set(target, path);
    return { path, target };
  });
}
