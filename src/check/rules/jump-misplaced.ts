import type { Context } from "../context.ts";
import { isSpotOf } from "../mention.ts";
import { around, isAtTop, type Spot } from "../spot.ts";

/** `jump` is refused while the shared library loads (JUMP-08) and in the handler of a local tool (JUMP-09). */
export function jumpMisplaced(context: Context): void {
  for (const jump of context.callsOf("jump")) {
    const message = refusal(jump.call, context.fact(handlersOf), jump.room.kind === "library");
    if (message === undefined || context.isTried(jump.call)) continue;
    context.reportNode("jump-misplaced", jump, jump.call.node, { message });
  }
}

function handlersOf(context: Context): ReadonlySet<unknown> {
  return new Set(context.callsOf("tools.add_local").map(({ call }) => call.node.arguments[3]));
}

function refusal(call: Spot, handlers: ReadonlySet<unknown>, isLibrary: boolean): string | undefined {
  if (isLibrary && isAtTop(call)) return "`jump` fails while the shared library loads";
  for (const outer of around(call)) {
    if (isSpotOf(outer, "Function") && handlers.has(outer.node))
      return "`jump` fails in the handler of a local tool";
  }
  return undefined;
}
