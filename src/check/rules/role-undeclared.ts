import { nearest } from "../../diagnostics/nearest.ts";
import { writtenAliases } from "../alias.ts";
import type { Context } from "../context.ts";

/** `models.use` and `models.default` take a declared label (MOD-23). */
export function roleUndeclared(context: Context): void {
  const labels = context.prompt.frontmatter.models.map(({ label }) => label);
  for (const name of ["models.use", "models.default"]) {
    for (const call of context.callsOf(name)) {
      const [written] = writtenAliases(call.call.node);
      if (written === undefined || labels.includes(written.value) || context.isTried(call.call)) continue;
      const meant = nearest(written.value, labels);
      const help = meant && `Did you mean \`${meant}\`?`;
      const message = `\`models:\` declares no role \`${written.value}\``;
      context.reportNode("role-undeclared", call, written, { message, ...(help && { help }) });
    }
  }
}
