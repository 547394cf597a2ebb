import { nearest } from "../../diagnostics/nearest.ts";
import { usesOthers, writtenAliases } from "../alias.ts";
import type { Context } from "../context.ts";

/** `tools.add` and `tools.always` take a slot's alias (TOOL-21), `tools.call` one of those or of a local tool (TOOL-30). */
export function toolUndeclared(context: Context): void {
  const slots = context.prompt.frontmatter.tools.map(({ alias }) => alias);
  const locals = context.callsOf("tools.add_local").flatMap(({ call }) => writtenAliases(call.node));
  const callable = [...slots, ...locals.map(({ value }) => value)];
  const report = (name: string, aliases: readonly string[]) => {
    for (const call of context.callsOf(name)) {
      for (const written of writtenAliases(call.call.node)) {
        if (aliases.includes(written.value) || context.isTried(call.call)) continue;
        const meant = nearest(written.value, aliases);
        const help = meant && `Did you mean \`${meant}\`?`;
        const message = `\`tools:\` declares no slot \`${written.value}\``;
        context.reportNode("tool-undeclared", call, written, { message, ...(help && { help }) });
      }
    }
  };
  report("tools.add", slots);
  report("tools.always", slots);
  if (!usesOthers(context, ["tools.add_local"])) report("tools.call", callable);
}
