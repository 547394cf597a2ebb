import { nearest } from "../../diagnostics/nearest.ts";
import type { Context } from "../context.ts";
import { constantField, isTarget, type Mention } from "../mention.ts";
import type { Spot } from "../spot.ts";
import { isAsked, needOf } from "../use.ts";

/** The tables of the libraries and of the host have only their own fields, and what the Lua adds; an unknown field of `sys` fails (SYS-01). */
export function fieldUndefined(context: Context): void {
  for (const table of context.mentions.names()) {
    const fields = fieldsOf(table, context);
    if (fields === undefined) continue;
    for (const mention of context.mentions.of(table)) {
      const field = constantField(mention.spot);
      if (field === undefined || fields.has(field) || context.isReplaced(table)) continue;
      if (!context.isKept(`${table}.${field}`)) continue;
      const access = mention.spot.up!;
      if (isTarget(access) || context.isTried(access)) continue;
      const meant = nearest(field, fields);
      if (!isMistake(table, access, meant)) continue;
      report(context, mention, { access, what: `${table}.${field}`, meant: meant && `${table}.${meant}` });
    }
  }
}

function fieldsOf(table: string, { traced, words }: Context): ReadonlySet<string> | undefined {
  return table === "sys" ? new Set(words.sysFields) : traced.installed.fieldsOf(table);
}

function isMistake(table: string, access: Spot, meant: string | undefined): boolean {
  if (table === "sys" || needOf(access) !== undefined) return true;
  return meant !== undefined && !isAsked(access);
}

function report(
  context: Context,
  mention: Mention,
  { access, what, meant }: { access: Spot; what: string; meant: string | undefined },
): void {
  const help = meant && `Did you mean \`${meant}\`?`;
  context.reportNode("field-undefined", mention, access.node, {
    message: `there is no \`${what}\``,
    ...(help && { help }),
  });
}
