import type { Context } from "./context.ts";
import { accessFrom, isTarget } from "./mention.ts";

/** The fields that the Lua gives `var`, which begins empty (H1-03); undefined when there may be others. */
export function varFields(context: Context): ReadonlySet<string> | undefined {
  if (!context.isKept("var")) return undefined;
  const fields = new Set<string>();
  for (const { spot } of context.mentions.of("var")) {
    const access = accessFrom(spot);
    const [field] = access.keys;
    if (field === undefined) return undefined;
    if (isTarget(access.spot) && access.keys.length === 1) fields.add(field);
  }
  return fields;
}
