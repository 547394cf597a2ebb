import type { Context } from "../context.ts";

/** The first two parts of a slot's path are the capability that must supply it; without it the run is refused (CAP-11, CAP-30). */
export function capabilityUndeclared(context: Context): void {
  const { tools, capabilities } = context.prompt.frontmatter;
  if (tools.length === 0) return;
  const declared = new Set(capabilities.map(({ ref }) => ref));
  for (const { alias, path } of tools) {
    const capability = path.split("/").slice(0, 2).join("/");
    if (declared.has(capability)) continue;
    const message = `the slot \`${alias}\` needs the capability \`${capability}\`, which is not declared: every run is refused`;
    const help = `Add \`- ${capability}\` to \`capabilities:\`.`;
    context.report("capability-undeclared", context.prompt.places.tools.get(alias)!, { message, help });
  }
}
