import { nearest } from "../../diagnostics/nearest.ts";
import type { Context } from "../context.ts";
import { accessFrom, isTarget } from "../mention.ts";

/** Callers may give more than `args:` declares (ARG-20), but a field whose name is almost a declared one is a slip. */
export function argumentUndeclared(context: Context): void {
  const { isDefault, args } = context.prompt.frontmatter.args;
  const declared = args.map(({ name }) => name);
  const mentions = context.mentions.of("argv");
  if (isDefault || mentions.some(({ spot }) => isTarget(accessFrom(spot).spot))) return;
  for (const mention of mentions) {
    const { keys } = accessFrom(mention.spot);
    const [field] = keys;
    const meant = field === undefined || declared.includes(field) ? undefined : nearest(field, declared);
    if (meant === undefined || field!.length < SHORTEST_MISTAKE) continue;
    const message = `\`args:\` declares no argument \`${field}\``;
    context.reportNode("argument-undeclared", mention, mention.spot.up!.node, {
      message,
      help: `Did you mean \`argv.${meant}\`?`,
    });
  }
}

/** A shorter name has too many neighbours to tell which is meant. */
const SHORTEST_MISTAKE = 4;
