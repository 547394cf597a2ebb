import { nearest } from "../diagnostics/nearest.ts";
import type { Section } from "../parse/prompt.ts";
import { trim } from "../parse/whitespace.ts";
import { fromBytes } from "../source.ts";
import type { Context } from "./context.ts";
import type { HostCall } from "./mention.ts";
import { isSection, isVisible, type Room, type SectionRoom } from "./room.ts";

/** A heading as Lua names one: `## Review` (HEAD-01). Texts are UTF-16. */
export interface Heading {
  /** All of it, trimmed. */
  readonly text: string;
  readonly markers: string;
  /** Empty when there is none. */
  readonly title: string;
  /** False when the title follows the markers at once. */
  readonly isSpaced: boolean;
}

/** A constant heading that Lua hands to a function which looks it up. */
export interface HeadingReference extends HostCall, Heading {
  /** `tasks.spawn` */
  readonly caller: string;
}

/** The constant headings of a prompt's Lua; `areAll` is false when there may be others. */
export function headingReferences(context: Context): { found: readonly HeadingReference[]; areAll: boolean } {
  const { headingFunctions } = context.words;
  const calls = headingFunctions.flatMap((caller) =>
    context.callsOf(caller).map((call) => ({ ...call, caller })),
  );
  const found = calls.flatMap((call) => {
    const [target] = call.call.node.arguments;
    return target?.kind === "String" ? [{ ...call, ...readHeading(fromBytes(target.value)) }] : [];
  });
  const escapes = headingFunctions.some((caller) => context.mentions.escapes(caller));
  return { found, areAll: found.length === calls.length && !escapes };
}

/** The headings that a model may start tasks at (MTK-1), by the rooms that allow it; undefined when they are not all known. */
export function allowedHeadings(context: Context): readonly (Heading & { room: Room })[] | undefined {
  const found: (Heading & { room: Room })[] = [];
  for (const { call, room } of context.callsOf("tools.allow_tasks")) {
    const [targets] = call.node.arguments;
    if (targets?.kind !== "Table") return undefined;
    for (const { value } of targets.items) {
      if (value.kind !== "String") return undefined;
      found.push({ ...readHeading(fromBytes(value.value)), room });
    }
  }
  return context.mentions.escapes("tools.allow_tasks") ? undefined : found;
}

/** The sections that a heading names, in reach or not. */
export function sectionsNamed(
  { markers, title, isSpaced }: Heading,
  context: Context,
): readonly SectionRoom[] {
  if (!isSpaced || title === "") return [];
  return context.fact(sectionsByHeading).get(`${markers} ${title}`) ?? [];
}

/** True when a heading names a section that its room can reach (HEAD-02), `one` if it is given; in version 1 arms reach further (V1-43). */
export function isFoundFrom(heading: Heading, room: Room, context: Context, one?: Section): boolean {
  const named = sectionsNamed(heading, context).filter(({ section }) => one === undefined || section === one);
  const reachesAll = context.words.armsReachFurther && context.mentions.of("fanout").length > 0;
  return reachesAll ? named.length > 0 : named.some((section) => isVisible(section, room));
}

/** The sections that a heading in a room can name. */
export function sectionsFrom(room: Room, { rooms }: Context): readonly Section[] {
  return rooms.flatMap((other) => (isSection(other) && isVisible(other, room) ? [other.section] : []));
}

/** `## Review` */
export function headingOf({ level, name }: Section): string {
  return `${"#".repeat(level)} ${name}`;
}

/** The heading of one of the sections that a wrong title most likely means. */
export function nearestHeading(title: string, sections: readonly Section[]): string | undefined {
  const name = nearest(
    title,
    sections.map((section) => section.name),
  );
  const section = sections.find((candidate) => candidate.name === name);
  return section && headingOf(section);
}

function sectionsByHeading({ rooms }: Context): ReadonlyMap<string, readonly SectionRoom[]> {
  const found = new Map<string, SectionRoom[]>();
  for (const room of rooms) {
    if (!isSection(room)) continue;
    const text = headingOf(room.section);
    found.set(text, [...(found.get(text) ?? []), room]);
  }
  return found;
}

function readHeading(written: string): Heading {
  const text = trim(written);
  const markers = /^#*/.exec(text)![0];
  const rest = text.slice(markers.length);
  const title = trim(rest);
  return { text, markers, title, isSpaced: title === "" || title.length < rest.length };
}
