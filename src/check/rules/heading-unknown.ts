import type { Section } from "../../parse/prompt.ts";
import type { Context } from "../context.ts";
import {
  type HeadingReference,
  headingOf,
  headingReferences,
  isHeadingOf,
  nearestHeading,
} from "../heading.ts";
import type { Room } from "../room.ts";

/** A constant heading names a section that the caller can reach: a sibling, or a child of its own (HEAD-02). */
export function headingUnknown(context: Context): void {
  const sections = context.rooms.flatMap(({ section }) => (section ? [section] : []));
  for (const reference of headingReferences(context).found) {
    if (reference.title === "" || reference.markers === "" || !reference.isSpaced) continue;
    const reachable = reach(context, reference.room, sections);
    if (reachable.some((section) => isHeadingOf(reference, section)) || context.isTried(reference.spot))
      continue;
    const message = `\`${reference.caller}\` names \`${reference.text}\`, and no section in reach has that heading`;
    const help = adviceFor(reference, context.rooms);
    context.reportNode("heading-unknown", reference, reference.call.node.arguments[0]!, { message, help });
  }
}

function reach({ words, mentions }: Context, room: Room, all: readonly Section[]): readonly Section[] {
  return words.armsReachFurther && mentions.of("fanout").length > 0 ? all : room.visible;
}

function adviceFor(reference: HeadingReference, rooms: readonly Room[]): string {
  const { room, title } = reference;
  if (room.section && isHeadingOf(reference, room.section))
    return "A section cannot name itself: only its siblings and its own children.";
  const elsewhere = rooms.find(({ section }) => section && isHeadingOf(reference, section));
  if (elsewhere?.parent)
    return `It stands below \`${headingOf(elsewhere.parent)}\`, and only that section and its children can name it.`;
  if (elsewhere) return "It stands outside; a section can name only its siblings and its own children.";
  const meant = nearestHeading(title, room.visible);
  if (meant !== undefined) return `Did you mean \`${meant}\`?`;
  const list = room.visible.map((section) => `\`${headingOf(section)}\``).slice(0, MOST_LISTED);
  return list.length === 0 ? "There is none." : `In reach: ${list.join(", ")}.`;
}

const MOST_LISTED = 8;
