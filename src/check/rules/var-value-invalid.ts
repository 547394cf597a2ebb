import type { Expression } from "../../parse/lua/tree.ts";
import type { Context } from "../context.ts";
import { accessFrom, isTarget, valueFor } from "../mention.ts";

/** `var` refuses functions and what the host made, such as model handles (VAR-06). */
export function varValueInvalid(context: Context): void {
  if (!context.isKept("var")) return;
  for (const mention of context.mentions.of("var")) {
    const { keys, spot } = accessFrom(mention.spot);
    const value = keys.length > 0 && isTarget(spot) ? valueFor(spot) : undefined;
    if (
      value === undefined ||
      (value.kind !== "Function" && !context.fact(handlesOf).has(value)) ||
      context.isTried(spot)
    )
      continue;
    const what = value.kind === "Function" ? "a function" : "a model handle";
    context.reportNode("var-value-invalid", mention, value, {
      message: `\`var\` holds only JSON data, and this is ${what}`,
    });
  }
}

function handlesOf(context: Context): ReadonlySet<Expression> {
  return new Set(HANDLES.flatMap((name) => context.callsOf(name).map(({ call }) => call.node)));
}

/** What gives a model handle. */
const HANDLES = ["models.use", "models.default", "models.get", "models.need"];
