import { nearest } from "../diagnostics/nearest.ts";
import type { Section } from "../parse/prompt.ts";
import { trim } from "../parse/whitespace.ts";
import { fromBytes } from "../source.ts";
import type { Context } from "./context.ts";
import type { HostCall } from "./mention.ts";
import type { Room } from "./room.ts";

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

/** True when a heading names the section. */
export function isHeadingOf({ markers, title, isSpaced }: Heading, section: Section): boolean {
  return isSpaced && markers.length === section.level && title === section.name;
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

function readHeading(written: string): Heading {
  const text = trim(written);
  const markers = /^#*/.exec(text)![0];
  const rest = text.slice(markers.length);
  const title = trim(rest);
  return { text, markers, title, isSpaced: title === "" || title.length < rest.length };
}
