import type { Expression } from "../../parse/lua/tree.ts";
import type { Context } from "../context.ts";
import { accessFrom, isTarget, valueFor } from "../mention.ts";

/** `var` refuses functions and what the host made, such as model handles (VAR-06). */
export function varValueInvalid(context: Context): void {
  if (!context.isKept("var")) return;
  for (const mention of context.mentions.of("var")) {
    const { keys, spot } = accessFrom(mention.spot);
    const value = keys.length > 0 && isTarget(spot) ? valueFor(spot) : undefined;
    const what = value && refused(value, context);
    if (what === undefined || context.isTried(spot)) continue;
    context.reportNode("var-value-invalid", mention, value!, {
      message: `\`var\` holds only JSON data, and this is ${what}`,
    });
  }
}

function refused(value: Expression, context: Context): string | undefined {
  if (value.kind === "Function") return "a function";
  const gives = HANDLES.some((name) => context.callsOf(name).some(({ call }) => call.node === value));
  return gives ? "a model handle" : undefined;
}

const HANDLES = ["models.use", "models.default", "models.get", "models.need"];
