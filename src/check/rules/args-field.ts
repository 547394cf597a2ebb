import { nearest } from "../../diagnostics/nearest.ts";
import type { Index } from "../../parse/lua/tree.ts";
import type { Context } from "../context.ts";
import { isSpotOf, isTarget } from "../mention.ts";
import type { Spot } from "../spot.ts";

/** `args` is a text: its fields are the functions of `string`, and any other is nil (ARG-02). */
export function argsField(context: Context): void {
  const methods = context.traced.installed.fieldsOf("string");
  if (!context.isKept("args") || !context.isKept("string.*")) return;
  for (const mention of context.mentions.of("args")) {
    const access = mention.spot.up;
    if (!isSpotOf(access, "Index") || access.node.object !== mention.spot.node || isTarget(access)) continue;
    const key = constantKey(access);
    if (key === undefined || methods?.has(key)) continue;
    const meant = nearest(key, methods ?? []);
    const help = context.traced.installed.has("argv")
      ? `The arguments' fields are in \`argv\`: \`argv.${key}\`.`
      : meant && `Did you mean \`args.${meant}\`?`;
    const message = `\`args\` is a text, and \`args.${key}\` is always nil`;
    context.reportNode("args-field", mention, access.node, { message, ...(help && { help }) });
  }
}

function constantKey({ node: { key } }: Spot<Index>): string | undefined {
  if (key.kind === "Integer") return String(key.value);
  return key.kind === "String" ? key.value : undefined;
}
