import type { Context } from "../context.ts";
import {
  type HeadingReference,
  headingOf,
  headingReferences,
  isFoundFrom,
  nearestHeading,
  sectionsFrom,
  sectionsNamed,
} from "../heading.ts";

/** A constant heading names a section that the caller can reach: a sibling, or a child of its own (HEAD-02). */
export function headingUnknown(context: Context): void {
  for (const reference of context.fact(headingReferences).found) {
    const isWellFormed = reference.title !== "" && reference.markers !== "" && reference.isSpaced;
    if (!isWellFormed || isFoundFrom(reference, reference.room, context) || context.isTried(reference.spot))
      continue;
    const message = `\`${reference.caller}\` names \`${reference.text}\`, and no section in reach has that heading`;
    const help = adviceFor(reference, context);
    context.reportNode("heading-unknown", reference, reference.call.node.arguments[0]!, { message, help });
  }
}

function adviceFor(reference: HeadingReference, context: Context): string {
  const named = sectionsNamed(reference, context);
  if (named.some(({ section }) => section === reference.room.section))
    return "A section cannot name itself: only its siblings and its own children.";
  const [elsewhere] = named;
  if (elsewhere?.parent)
    return `It stands below \`${headingOf(elsewhere.parent)}\`, and only that section and its children can name it.`;
  if (elsewhere) return "It stands outside; a section can name only its siblings and its own children.";
  const reachable = sectionsFrom(reference.room, context);
  const meant = nearestHeading(reference.title, reachable);
  if (meant !== undefined) return `Did you mean \`${meant}\`?`;
  const list = reachable.slice(0, MOST_LISTED).map((section) => `\`${headingOf(section)}\``);
  return list.length === 0 ? "There is none." : `In reach: ${list.join(", ")}.`;
}

const MOST_LISTED = 8;
