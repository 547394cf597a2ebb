import { isNamed, ROLE_FUNCTIONS, usesOthers } from "../alias.ts";
import type { Context } from "../context.ts";
import { undeclaredRoles } from "./role-undeclared.ts";

/** A role that no Lua names takes part in no round (MOD-20); one whose label is misspelt is named, and `role-undeclared` says so. */
export function roleUnused(context: Context): void {
  const unused = context.prompt.frontmatter.models.filter(({ label }) => !isNamed(label, context));
  if (unused.length === 0 || usesOthers(context, ROLE_FUNCTIONS)) return;
  const misspelt = context.fact(undeclaredRoles).map(({ meant }) => meant);
  for (const { label } of unused) {
    if (misspelt.includes(label)) continue;
    const message = `the model role \`${label}\` is never used`;
    context.report("role-unused", context.prompt.places.models.get(label)!, { message });
  }
}
