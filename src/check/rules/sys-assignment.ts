import type { Context } from "../context.ts";
import { accessFrom, isTarget } from "../mention.ts";

/** No field of `sys` can be written (SYS-02). */
export function sysAssignment(context: Context): void {
  if (!context.isKept("sys")) return;
  for (const mention of context.mentions.of("sys")) {
    const { keys, spot } = accessFrom(mention.spot);
    if (keys.length !== 1 || !isTarget(spot) || context.isTried(spot)) continue;
    context.reportNode("sys-assignment", mention, spot.node, {
      message: "`sys` is read-only: this assignment fails",
    });
  }
}
