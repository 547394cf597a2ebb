import type { Block, LuaRegion, Piece, Template } from "../parse/prompt.ts";
import type { Span } from "../source.ts";
import type { Context } from "./context.ts";
import { isTarget } from "./mention.ts";
import type { Room } from "./room.ts";

/** A placeholder in prose that is filled, and where it stands. */
export interface FilledPlaceholder {
  readonly piece: Exclude<Piece, { kind: "text" }>;
  /** Where it stands in the file, braces included. */
  readonly span: Span;
  readonly block: Block;
  readonly room: Room;
}

/** The placeholders of the prose that is sent, or that a block always reads, in file order (SUB-08, V1-22). */
export function filledPlaceholders(context: Context): readonly FilledPlaceholder[] {
  return context.rooms.flatMap((room) =>
    room.blocks.flatMap((block) => {
      const template = filledTemplate(block, context);
      return (template?.pieces ?? []).flatMap((piece) =>
        piece.kind === "text" ? [] : [{ piece, span: spanOf(piece, template!, context), block, room }],
      );
    }),
  );
}

function filledTemplate(block: Block, context: Context): Template | undefined {
  if (block.kind === "prose") return block.sent;
  if (block.prose.pieces.every(({ kind }) => kind === "text")) return undefined;
  return context.fact(readers).get(block.region) === true ? block.prose : undefined;
}

/** The fences that read `prose`: true for one that always fails when that fails. */
function readers(context: Context): ReadonlyMap<LuaRegion, boolean> {
  const found = new Map<LuaRegion, boolean>();
  for (const { region, spot } of context.mentions.of("prose")) {
    if (isTarget(spot)) continue;
    found.set(region, (found.get(region) ?? true) && !context.isTried(spot));
  }
  return found;
}

function spanOf({ kind, offset }: FilledPlaceholder["piece"], template: Template, context: Context): Span {
  const start = template.start + offset;
  const close = context.prompt.source.bytes.indexOf("}}", start + 2);
  return { start, end: kind === "unclosed" ? start + 2 : close + 2 };
}
