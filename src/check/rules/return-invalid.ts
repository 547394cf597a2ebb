import type { LuaRegion } from "../../parse/prompt.ts";
import type { Context } from "../context.ts";
import { isAtTop } from "../spot.ts";

/** A block returns nothing, a string, a number or a boolean (RET-01), and so does the shared library (ENV-32); but for a jump, which wins (JUMP-02). */
export function returnInvalid(context: Context): void {
  for (const { spot, region } of context.mentions.returns) {
    const [value] = spot.node.values;
    const what = value?.kind === "Table" ? "a table" : value?.kind === "Function" ? "a function" : undefined;
    if (what === undefined || !isAtTop(spot) || jumps(context, region)) continue;
    context.reportNode("return-invalid", { region }, value!, {
      message: `a block cannot return ${what} as its result`,
    });
  }
}

function jumps({ mentions }: Context, region: LuaRegion): boolean {
  return mentions.of("jump").some((mention) => mention.region === region);
}
