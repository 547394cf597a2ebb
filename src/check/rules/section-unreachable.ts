import type { Section } from "../../parse/prompt.ts";
import type { Context } from "../context.ts";
import {
  allowedHeadings,
  type Heading,
  headingOf,
  headingReferences,
  isFoundFrom,
  sectionsNamed,
} from "../heading.ts";
import { alwaysLeaves } from "../leaving.ts";
import type { Room } from "../room.ts";

/**
 * A section with something to run is entered by the walk, by falling through from the one before it, or by its heading (WALK-01 to WALK-03).
 * Texts for readers may stand in sections that nothing reaches. A heading that is misspelt may be meant for any of them.
 */
export function sectionUnreachable(context: Context): void {
  const { found, areAll } = context.fact(headingReferences);
  const allowed = allowedHeadings(context);
  if (!areAll || allowed === undefined) return;
  const named = [...found, ...allowed];
  if (named.some((heading) => sectionsNamed(heading, context).length === 0)) return;
  const entered = enteredSections(context, named);
  for (const { section } of context.rooms) {
    if (section === undefined || entered.has(section) || !section.blocks.some(isRun)) continue;
    const message = `nothing reaches the section \`${headingOf(section)}\``;
    context.report("section-unreachable", section.span, { message });
  }
}

function isRun(block: Section["blocks"][number]): boolean {
  return block.kind === "lua" || (block.sent !== undefined && block.text !== "");
}

/** A heading, and the room that names it. */
type Named = Heading & { readonly room: Room };

/** The sections that a run may enter. What one names counts once it is entered itself. */
function enteredSections(context: Context, references: readonly Named[]): ReadonlySet<Section> {
  const entered = new Set<Section>();
  const byHeading = byText(references);
  const comesBack = resumed(context);
  const isNamed = (section: Section) =>
    byHeading
      .get(headingOf(section))
      ?.some(
        ({ room, ...heading }) =>
          (room.section === undefined || entered.has(room.section)) &&
          isFoundFrom(heading, room, context, section),
      ) ?? false;
  for (let before = -1; before < entered.size; ) {
    before = entered.size;
    enter(context.prompt.sections, true);
  }
  return entered;

  /** `isWalked` is true where the walk comes to the first of the siblings by itself. */
  function enter(siblings: readonly Section[], isWalked: boolean): void {
    let isFallenInto = isWalked;
    for (const section of siblings) {
      const isEntered = entered.has(section) || (isFallenInto && !section.isOffWalk) || isNamed(section);
      if (isEntered) entered.add(section);
      const goesOn = isEntered && (!alwaysLeaves(section) || comesBack.has(section));
      isFallenInto = section.isOffWalk ? isFallenInto || goesOn : goesOn;
      enter(section.children, false);
    }
  }
}

/** The sections that may jump to a child of theirs: when the children are through, the walk goes on behind the jumper (CHILD-02, V1-38). */
function resumed(context: Context): ReadonlySet<Section> {
  const jumps = context.fact(headingReferences).found.filter(({ caller }) => caller === "jump");
  const parents = jumps.flatMap((jump) =>
    sectionsNamed(jump, context)
      .map(({ parent }) => parent)
      .filter((parent) => jump.room.kind === "library" || parent === jump.room.section),
  );
  return new Set(parents.filter((parent) => parent !== undefined));
}

function byText(references: readonly Named[]): ReadonlyMap<string, readonly Named[]> {
  const found = new Map<string, Named[]>();
  for (const reference of references) {
    const text = `${reference.markers} ${reference.title}`;
    const known = found.get(text);
    if (known === undefined) found.set(text, [reference]);
    else known.push(reference);
  }
  return found;
}
