import { type Undeclared, undeclaredIn, usesOthers, writtenAliases } from "../alias.ts";
import type { Context } from "../context.ts";

/** `tools.add` and `tools.always` take a slot's alias (TOOL-21), `tools.call` one of those or of a local tool (TOOL-30). */
export function toolUndeclared(context: Context): void {
  for (const { call, written, meant } of context.fact(undeclaredTools)) {
    const help = meant && `Did you mean \`${meant}\`?`;
    const message = `\`tools:\` declares no slot \`${written.value}\``;
    context.reportNode("tool-undeclared", call, written, { message, ...(help && { help }) });
  }
}

/** The aliases that are not declared, each with its call. */
export function undeclaredTools(context: Context): readonly Undeclared[] {
  const slots = context.prompt.frontmatter.tools.map(({ alias }) => alias);
  const locals = context.callsOf("tools.add_local").flatMap(({ call }) => writtenAliases(call.node));
  const callable = [...slots, ...locals.map(({ value }) => value)];
  return [
    ...["tools.add", "tools.always"].flatMap((name) => undeclaredIn(name, slots, context)),
    ...(usesOthers(context, ["tools.add_local"]) ? [] : undeclaredIn("tools.call", callable, context)),
  ];
}
