import { isNamed, TOOL_FUNCTIONS, usesOthers } from "../alias.ts";
import type { Context } from "../context.ts";
import { undeclaredTools } from "./tool-undeclared.ts";

/**
 * A bound slot is shown to no model until the Lua offers it (TOOL-10), and nothing else calls it; one whose alias is misspelt is meant, and
 * `tool-undeclared` says so.
 */
export function toolUnused(context: Context): void {
  const unused = context.prompt.frontmatter.tools.filter(({ alias }) => !isNamed(alias, context));
  if (unused.length === 0 || usesOthers(context, TOOL_FUNCTIONS)) return;
  const misspelt = context.fact(undeclaredTools).map(({ meant }) => meant);
  for (const { alias } of unused) {
    if (misspelt.includes(alias)) continue;
    const message = `the tool slot \`${alias}\` is never used`;
    context.report("tool-unused", context.prompt.places.tools.get(alias)!, { message });
  }
}
