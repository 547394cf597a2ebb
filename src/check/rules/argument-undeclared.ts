import { nearestToLong } from "../../diagnostics/nearest.ts";
import type { Context } from "../context.ts";
import { filledPlaceholders } from "../filled.ts";
import { accessFrom, isTarget } from "../mention.ts";
import { pathMistake } from "../placeholder.ts";

/**
 * Callers may give more than `args:` declares (ARG-20), but a field whose name is almost a declared one is a slip, in Lua and in a placeholder.
 */
export function argumentUndeclared(context: Context): void {
  const { isDefault, args } = context.prompt.frontmatter.args;
  const mentions = context.mentions.of("argv");
  if (isDefault || mentions.some(({ spot }) => isTarget(accessFrom(spot).spot))) return;
  const declared = args.map(({ name }) => name);
  for (const mention of mentions) {
    const [field] = accessFrom(mention.spot).keys;
    const detail = mistakeIn(field, declared, (name) => `argv.${name}`);
    if (detail !== undefined)
      context.reportNode("argument-undeclared", mention, mention.spot.up!.node, detail);
  }
  for (const { piece, span, room, block } of context.fact(filledPlaceholders)) {
    if (piece.kind !== "placeholder" || pathMistake(piece.path, { room, block, context })) continue;
    const [root, field] = piece.path.split(".");
    const detail = root === "argv" && mistakeIn(field, declared, (name) => `{{ argv.${name} }}`);
    if (detail) context.report("argument-undeclared", span, detail);
  }
}

function mistakeIn(
  field: string | undefined,
  declared: readonly string[],
  written: (name: string) => string,
): { message: string; help: string } | undefined {
  if (field === undefined || declared.includes(field)) return undefined;
  const meant = nearestToLong(field, declared);
  if (meant === undefined) return undefined;
  return {
    message: `\`args:\` declares no argument \`${field}\``,
    help: `Did you mean \`${written(meant)}\`?`,
  };
}
