import type { Block, LuaRegion, Prompt, Section } from "../parse/prompt.ts";

/** A part of a prompt whose blocks share a section VM, or the shared library, which is part of all of them. */
export interface Room {
  readonly kind: "library" | "title" | "section";
  /** The section, for one. */
  readonly section: Section | undefined;
  /** The section around it, for one below the top level. */
  readonly parent: Section | undefined;
  readonly blocks: readonly Block[];
  /** The fences. */
  readonly regions: readonly LuaRegion[];
}

/** A room that is a section. */
export type SectionRoom = Room & { readonly section: Section };

/** The rooms of a prompt in file order, the library first. */
export function roomsOf({ shared, h1, sections }: Prompt): Room[] {
  const outside = { section: undefined, parent: undefined };
  return [
    ...(shared ? [{ kind: "library", ...outside, blocks: [], regions: [shared] } as const] : []),
    { kind: "title", ...outside, blocks: h1, regions: regionsOf(h1) },
    ...sectionRooms(sections, undefined),
  ];
}

export function isSection(room: Room): room is SectionRoom {
  return room.section !== undefined;
}

/**
 * True when a heading in a room can name a section: a sibling or a child (HEAD-02), from the title those of the top level (H1-09), and any from
 * the library, whose functions may be called anywhere.
 */
export function isVisible({ section, parent }: SectionRoom, from: Room): boolean {
  if (from.kind === "library") return true;
  if (from.kind === "title") return parent === undefined;
  return parent === from.section || (parent === from.parent && section !== from.section);
}

function sectionRooms(siblings: readonly Section[], parent: Section | undefined): SectionRoom[] {
  return siblings.flatMap((section) => {
    const { blocks, children } = section;
    const own = { kind: "section", section, parent, blocks, regions: regionsOf(blocks) } as const;
    return [own, ...sectionRooms(children, section)];
  });
}

function regionsOf(blocks: readonly Block[]): LuaRegion[] {
  return blocks.flatMap((block) => (block.kind === "lua" ? [block.region] : []));
}
