import type { Context } from "../context.ts";
import { isSpotOf } from "../mention.ts";
import type { Spot } from "../spot.ts";

/** The globals of tool slots and roles hold objects that cannot be called and have no methods (TOOL-01, MOD-40). */
export function aliasCalled(context: Context): void {
  const { tools, models } = context.prompt.frontmatter;
  const helps = [
    ...tools.map(({ alias }) => [alias, `Write \`tools.call("${alias}", { … })\`.`] as const),
    ...models.map(({ label }) => [label, `Write \`models.infer(${label}, text)\`.`] as const),
  ];
  for (const [name, help] of new Map(helps)) {
    if (!context.isKept(name)) continue;
    for (const mention of context.mentions.of(name)) {
      const call = mention.spot.up;
      if (!isCallOf(mention.spot, call) || context.isTried(mention.spot)) continue;
      const message = `\`${name}\` is an object of the host and cannot be called`;
      context.reportNode("alias-called", mention, call!.node, { message, help });
    }
  }
}

function isCallOf({ node }: Spot, call: Spot | undefined): boolean {
  if (isSpotOf(call, "Call")) return call.node.callee === node;
  return isSpotOf(call, "MethodCall") && call.node.object === node;
}
