import type { Context } from "../context.ts";
import { isTarget } from "../mention.ts";

/** `prose` cannot be assigned (SUB-12, ENV-12). */
export function proseAssignment(context: Context): void {
  for (const mention of context.mentions.of("prose")) {
    if (!isTarget(mention.spot) || context.isTried(mention.spot)) continue;
    context.reportNode("prose-assignment", mention, mention.spot.node, {
      message: "`prose` is read-only: this assignment fails",
    });
  }
}
