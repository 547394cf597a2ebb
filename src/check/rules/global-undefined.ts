import { nearestToLong } from "../../diagnostics/nearest.ts";
import type { LuaRegion } from "../../parse/prompt.ts";
import { fromBytes } from "../../source.ts";
import type { Context } from "../context.ts";
import { headingOf } from "../heading.ts";
import { isTarget, type Mention } from "../mention.ts";
import { localNames } from "../names.ts";
import { isAsked, needOf } from "../use.ts";

/**
 * A global that nothing defines is nil (ENV-13). It is reported where nil fails, and where a name in reach is so near that it is meant; not
 * where the Lua asks whether it is there.
 */
export function globalUndefined(context: Context): void {
  for (const name of context.mentions.names()) {
    // Long Lua may name one in thousands of places.
    const byRegion = new Map<LuaRegion, Advice>();
    for (const mention of context.mentions.of(name)) {
      const { spot, room, region } = mention;
      if (name.startsWith("_") || spot.node.kind !== "Name" || isTarget(spot)) continue;
      if (context.isDefined(name, room) || context.isTried(spot)) continue;
      const need = needOf(spot);
      const { meant, help } = byRegion.get(region) ?? adviceFor(mention, context);
      byRegion.set(region, { meant, help });
      if (need === undefined && (meant === undefined || isAsked(spot))) continue;
      const message = need
        ? `nothing defines \`${name}\`, which is ${need} here`
        : `nothing defines \`${name}\``;
      context.reportNode("global-undefined", mention, spot.node, { message, ...(help && { help }) });
    }
  }
}

/** The name in reach that is meant, as it seems, and what to do. */
interface Advice {
  readonly meant: string | undefined;
  readonly help: string | undefined;
}

function adviceFor(mention: Mention, context: Context): Advice {
  const meant = nearName(mention, context);
  return { meant, help: helpFor(mention, context, meant) };
}

function nearName({ name, region, room }: Mention, context: Context): string | undefined {
  const { installed } = context.traced;
  const defined = context
    .fact(writtenNames)
    .filter((other) => other !== name && context.isDefined(other, room));
  return nearestToLong(name, [...localNames(region.chunk), ...defined, ...installed.names()]);
}

/** The globals that some Lua of the prompt sets. */
function writtenNames({ mentions }: Context): readonly string[] {
  return [...mentions.names()].filter((name) => mentions.of(name).some(({ spot }) => isTarget(spot)));
}

function helpFor(mention: Mention, context: Context, meant: string | undefined): string | undefined {
  const { name, region } = mention;
  const replacement = Object.hasOwn(context.words.replacements, name)
    ? context.words.replacements[name]
    : undefined;
  if (replacement !== undefined) return replacement;
  const elsewhere = context.mentions.of(name).find(({ spot }) => isTarget(spot));
  if (elsewhere !== undefined) {
    const place = elsewhere.room.section ? `\`${headingOf(elsewhere.room.section)}\`` : "the H1 body";
    return `It is set in ${place}, and globals end with their section: keep it as \`var.${name}\`.`;
  }
  if (localNames(region.chunk).has(name)) return `The local \`${fromBytes(name)}\` is not in scope here.`;
  return meant && `Did you mean \`${meant}\`?`;
}
