import type { Source } from "../source.ts";
import { readBlocks, sectionLabel } from "./block.ts";
import { contentBelow } from "./content.ts";
import type { Dialect } from "./dialect.ts";
import { Rejection } from "./failure.ts";
import { readItems } from "./list.ts";
import type { Heading, Outline } from "./markdown.ts";
import type { Section } from "./prompt.ts";

/** A prompt's Markdown and how to read it. */
export interface Body {
  readonly source: Source;
  readonly dialect: Dialect;
  readonly outline: Outline;
}

/**
 * The top-level sections from heading `first` on, each with its descendants (FMT-35); failures come in the
 * order of FMT-05.
 */
export function readSections(body: Body, first: number): Section[] {
  return readSiblings(body, first, 2).sections;
}

/**
 * The sections from heading `at` on that belong to one parent, whose children have `level`; `next` is the
 * heading after them.
 */
function readSiblings(body: Body, at: number, level: number): { sections: Section[]; next: number } {
  const { source, outline } = body;
  const { headings } = outline;
  const sections = new Map<string, Section>();
  let next = at;
  for (
    let heading = headings[next];
    heading !== undefined && heading.level >= level;
    heading = headings[next]
  ) {
    if (heading.level > level) rejectOrphan(source, heading, level);
    if (heading.text === "") rejectUnnamed(heading);
    const read = readSection(body, next);
    const first = sections.get(heading.text);
    if (first !== undefined) rejectDuplicate(source, first, read.section);
    sections.set(heading.text, read.section);
    next = read.next;
  }
  return { sections: [...sections.values()], next };
}

function readSection(body: Body, at: number): { section: Section; next: number } {
  const { source, dialect, outline } = body;
  const { text: name, level, span } = outline.headings[at]!;
  const below = contentBelow(source, outline, at);
  const { content, isOffWalk } = dialect.liveContent(below);
  const { blocks, tail } = readBlocks(content, { source, dialect, section: name, label: sectionLabel(name) });
  const children = readSiblings(body, at + 1, level + 1);
  const hasLua = blocks.some((b) => b.kind === "lua");
  const items = hasLua ? undefined : readItems(tail, name, span);
  const section = {
    name,
    level,
    span,
    blocks,
    items,
    children: children.sections,
    isOffWalk,
    hasNotes: content.end < below.end,
  };
  return { section, next: children.next };
}

function rejectOrphan(source: Source, heading: Heading, level: number): never {
  const message = `section \`${heading.text}\` is an orphan H${heading.level} heading with no parent H${level}`;
  const rewritten = `${"#".repeat(level)} ${heading.text}`;
  const line = source.line(heading.span.start);
  const help = `Write it as \`${rewritten}\`, or put the missing level above line ${line}.`;
  throw new Rejection("section-orphan", "Structure", message, heading.span, { help });
}

function rejectUnnamed(heading: Heading): never {
  throw new Rejection(
    "section-unnamed",
    "Structure",
    `an H${heading.level} section heading must not be empty`,
    heading.span,
  );
}

function rejectDuplicate(source: Source, first: Section, again: Section): never {
  const [firstLine, line] = [source.line(first.span.start), source.line(again.span.start)];
  const lines = `first declared at line ${firstLine}, again at line ${line}`;
  const message = `duplicate sibling section name \`${again.name}\`: ${lines}; sibling section names must be unique`;
  throw new Rejection("section-duplicate", "Structure", message, again.span, { located: true });
}
