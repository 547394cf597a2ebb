import { type Undeclared, undeclaredIn } from "../alias.ts";
import type { Context } from "../context.ts";

/** `models.use` and `models.default` take a declared label (MOD-23). */
export function roleUndeclared(context: Context): void {
  for (const { call, written, meant } of context.fact(undeclaredRoles)) {
    const help = meant && `Did you mean \`${meant}\`?`;
    const message = `\`models:\` declares no role \`${written.value}\``;
    context.reportNode("role-undeclared", call, written, { message, ...(help && { help }) });
  }
}

/** The labels that are not declared, each with its call. */
export function undeclaredRoles(context: Context): readonly Undeclared[] {
  const labels = context.prompt.frontmatter.models.map(({ label }) => label);
  return ["models.use", "models.default"].flatMap((name) => undeclaredIn(name, labels, context));
}
