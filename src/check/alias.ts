import { nearest } from "../diagnostics/nearest.ts";
import type { Call, Expression } from "../parse/lua/tree.ts";
import type { Context } from "./context.ts";
import type { HostCall } from "./mention.ts";

/** The functions that take an alias or a label, first or in a list. */
export const TOOL_FUNCTIONS = ["tools.always", "tools.add", "tools.call"];
export const ROLE_FUNCTIONS = ["models.use", "models.default", "models.get"];

/** True when the Lua names an alias or label: as a text, or as its global. */
export function isNamed(alias: string, { mentions }: Context): boolean {
  return mentions.strings.has(alias) || mentions.of(alias).length > 0;
}

/** True when the Lua may use aliases that it does not name: by a function that is handed on, or a text that is made at run time. */
export function usesOthers(context: Context, functions: readonly string[]): boolean {
  return functions.some(
    (name) =>
      context.mentions.escapes(name) ||
      context
        .callsOf(name)
        .some(({ call }) => call.node.arguments.slice(0, 1).some((given) => isMade(given, context))),
  );
}

/** The aliases that are written out in a call, each with its place. */
export function writtenAliases(call: Call): Extract<Expression, { kind: "String" }>[] {
  const [first] = call.arguments;
  const given = first?.kind === "Table" ? first.items.map(({ value }) => value) : first ? [first] : [];
  return given.flatMap((value) => (value.kind === "String" ? [value] : []));
}

/** An alias or a label in a call that the frontmatter does not declare. */
export interface Undeclared {
  readonly call: HostCall;
  readonly written: Extract<Expression, { kind: "String" }>;
  /** The declared one that it most likely means. */
  readonly meant: string | undefined;
}

/** What the calls of a function name that is not declared, but for calls that may fail. */
export function undeclaredIn(name: string, declared: readonly string[], context: Context): Undeclared[] {
  return context.callsOf(name).flatMap((call) => {
    if (context.isTried(call.call)) return [];
    const unknown = writtenAliases(call.call.node).filter(({ value }) => !declared.includes(value));
    return unknown.map((written) => ({ call, written, meant: nearest(written.value, declared) }));
  });
}

function isMade(value: Expression, context: Context): boolean {
  if (value.kind === "Table") return value.items.some((item) => isMade(item.value, context));
  return value.kind !== "String" && !isDeclared(value, context);
}

/** The global of a slot or a role. */
function isDeclared(value: Expression, { prompt }: Context): boolean {
  if (value.kind !== "Name" || value.variable !== undefined) return false;
  const { tools, models } = prompt.frontmatter;
  return tools.some(({ alias }) => alias === value.name) || models.some(({ label }) => label === value.name);
}
