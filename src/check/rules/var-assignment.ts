import type { Context } from "../context.ts";
import { isTarget, type Mention, valueFor } from "../mention.ts";

/** A section whose `var` is not the run's own table fails when it ends (VARX-04, VAR-30). */
export function varAssignment(context: Context): void {
  const writes = context.mentions.of("var").filter(({ spot }) => isTarget(spot));
  for (const write of writes) {
    if (writes.some((other) => sharesGlobals(other, write) && mayRestore(other))) continue;
    context.reportNode("var-assignment", write, write.spot.node, {
      message: "`var` is assigned as a whole: the section fails when it ends",
    });
  }
}

/** `var = kept` may put the table back that was there. */
function mayRestore({ spot }: Mention): boolean {
  const value = valueFor(spot);
  return (
    value === undefined ||
    !["Table", "Nil", "String", "Integer", "Float", "Boolean", "Function"].includes(value.kind)
  );
}

function sharesGlobals({ room }: Mention, other: Mention): boolean {
  return room === other.room || room.kind === "library" || other.room.kind === "library";
}
