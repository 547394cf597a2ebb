import { isNamed, ROLE_FUNCTIONS, usesOthers } from "../alias.ts";
import type { Context } from "../context.ts";

/** A role that no Lua names takes part in no round (MOD-20). */
export function roleUnused(context: Context): void {
  const unused = context.prompt.frontmatter.models.filter(({ label }) => !isNamed(label, context));
  if (unused.length === 0 || usesOthers(context, ROLE_FUNCTIONS)) return;
  for (const { label } of unused) {
    const message = `the model role \`${label}\` is never used`;
    context.report("role-unused", context.prompt.places.models.get(label)!, { message });
  }
}
