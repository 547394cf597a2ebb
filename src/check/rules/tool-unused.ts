import { isNamed, TOOL_FUNCTIONS, usesOthers } from "../alias.ts";
import type { Context } from "../context.ts";

/** A bound slot is shown to no model until the Lua offers it (TOOL-10), and nothing else calls it. */
export function toolUnused(context: Context): void {
  const unused = context.prompt.frontmatter.tools.filter(({ alias }) => !isNamed(alias, context));
  if (unused.length === 0 || usesOthers(context, TOOL_FUNCTIONS)) return;
  for (const { alias } of unused) {
    const message = `the tool slot \`${alias}\` is never used`;
    context.report("tool-unused", context.prompt.places.tools.get(alias)!, { message });
  }
}
