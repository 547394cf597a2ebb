import { fromBytes } from "../../source.ts";
import type { Context } from "../context.ts";
import { type HeadingReference, headingReferences, nearestHeading, sectionsFrom } from "../heading.ts";

/** A heading reference begins with its markers, then white space, then a name (HEAD-01, HEAD-04). */
export function headingMalformed(context: Context): void {
  for (const reference of context.fact(headingReferences).found) {
    const message = mistakeIn(reference);
    if (message === undefined || context.isTried(reference.spot)) continue;
    const meant = nearestHeading(reference.title, sectionsFrom(reference.room, context));
    const help = meant === undefined ? undefined : `Write \`${meant}\`.`;
    context.reportNode("heading-malformed", reference, reference.call.node.arguments[0]!, {
      message,
      ...(help && { help }),
    });
  }
  reportSwapped(context);
}

/** `fanout({ … }, "### Each")` */
function reportSwapped(context: Context): void {
  for (const call of context.callsOf("fanout")) {
    const [list, heading] = call.call.node.arguments;
    if (list?.kind !== "Table" || heading?.kind !== "String" || context.isTried(call.call)) continue;
    const text = fromBytes(heading.value);
    if (!/^\s*#/.test(text)) continue;
    const message = "`fanout` takes the heading first, then the list";
    context.reportNode("heading-malformed", call, list, {
      message,
      help: `Write \`fanout("${text.trim()}", { … })\`.`,
    });
  }
}

function mistakeIn({ caller, text, markers, title, isSpaced }: HeadingReference): string | undefined {
  if (markers === "")
    return `\`${caller}\` needs a heading with its \`#\` markers, not the bare name \`${text}\``;
  if (title === "") return `\`${caller}\` needs a heading with a name, not only \`${text}\``;
  if (!isSpaced) return `\`${caller}\` needs a space after the markers of \`${text}\``;
  return undefined;
}
