import type { Context } from "../context.ts";
import { accessFrom, isSpotOf, isTarget, type Mention } from "../mention.ts";
import { isAtTop } from "../spot.ts";

/** `argv` and what is in it can be written in the H1 body only (ARG-60, ARG-61). */
export function argvAssignment(context: Context): void {
  for (const mention of context.mentions.of("argv")) {
    const { keys, spot } = accessFrom(mention.spot);
    const isWritten = isTarget(spot) || isInserted(context, spot);
    if (!isWritten || !isFrozen(mention, context) || context.isTried(spot)) continue;
    const message =
      keys.length === 0
        ? "`argv` is frozen outside the H1 body"
        : "the fields of `argv` are frozen outside the H1 body";
    context.reportNode("argv-assignment", mention, spot.node, { message });
  }
}

/** The library's own text runs in the H1 body and then in each section (ARG-64); its functions may be for the first alone. */
function isFrozen({ room, spot }: Mention, { prompt }: Context): boolean {
  if (room.kind === "library") return isAtTop(spot) && prompt.sections.length > 0;
  return room.kind === "section";
}

/** `table.insert(argv.list, x)` */
function isInserted(
  context: Context,
  { node, up }: Mention["spot"] | ReturnType<typeof accessFrom>["spot"],
): boolean {
  return (
    isSpotOf(up, "Call") &&
    up.node.arguments[0] === node &&
    context.callsOf("table.insert").some(({ call }) => call.node === up.node)
  );
}
