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
  /** The sections that a heading in it can name (HEAD-02, H1-09); those of all sections for the library, whose functions may be called anywhere. */
  readonly visible: readonly Section[];
}

/** The rooms of a prompt in file order, the library first. */
export function roomsOf({ shared, h1, sections }: Prompt): Room[] {
  const inSections = sectionRooms(sections, undefined);
  const all = inSections.map(({ section }) => section!);
  const library = {
    kind: "library",
    section: undefined,
    parent: undefined,
    blocks: [],
    visible: all,
  } as const;
  return [
    ...(shared ? [{ ...library, regions: [shared] }] : []),
    room({ kind: "title", section: undefined, parent: undefined, blocks: h1, visible: sections }),
    ...inSections,
  ];
}

function sectionRooms(siblings: readonly Section[], parent: Section | undefined): Room[] {
  return siblings.flatMap((section) => {
    const visible = [...siblings.filter((other) => other !== section), ...section.children];
    const own = room({ kind: "section", section, parent, blocks: section.blocks, visible });
    return [own, ...sectionRooms(section.children, section)];
  });
}

function room(of: Omit<Room, "regions">): Room {
  return { ...of, regions: of.blocks.flatMap((block) => (block.kind === "lua" ? [block.region] : [])) };
}
