import { matchingHeadings, trimmed, visibleFrom } from "../engine/heading.ts";
import type { Entry } from "../engine/state.ts";
import { hostError } from "../lua/host-error.ts";

/** The section that a reference names among those that an entry sees (V1-43). Throws what version 0 does, and for two that match. */
export function reachHeading(entry: Entry, reference: string): number {
  const [found, ...others] = matchingHeadings(entry, reference, visibleTo(entry));
  if (others.length === 0) return found!;
  const { level, name } = entry.run.module.sections[found!]!;
  const heading = `section heading \`${trimmed(reference)}\` is ambiguous`;
  const which = `more than one visible section matches ${"#".repeat(level)} ${name}`;
  throw hostError(entry.vm, "lua", `${heading}; ${which}`);
}

/** The sections that an entry sees: the worker of a fanout arm those of the caller and its own children (V1-43). */
export function visibleTo(entry: Entry): readonly number[] {
  return entry.seed?.visible ?? visibleFrom(entry);
}
