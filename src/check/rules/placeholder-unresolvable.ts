import type { Block, LuaRegion, Piece, Template } from "../../parse/prompt.ts";
import type { Context } from "../context.ts";
import { isTarget } from "../mention.ts";
import { type Mistake, pathMistake } from "../placeholder.ts";
import type { Room } from "../room.ts";

/** A placeholder in prose that is filled names something that can be there (part 05, sections 3 and 5; V1-60). */
export function placeholderUnresolvable(context: Context): void {
  for (const room of context.rooms) {
    for (const block of room.blocks) {
      const template = filledTemplate(block, context);
      for (const piece of template?.pieces ?? []) {
        const mistake = mistakeIn(piece, room, block, context);
        if (mistake !== undefined) report(context, template!, piece, mistake);
      }
    }
  }
}

/** The prose that is sent, or that the block reads. */
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

function mistakeIn(piece: Piece, room: Room, block: Block, context: Context): Mistake | undefined {
  if (piece.kind === "text") return undefined;
  if (piece.kind === "unclosed")
    return {
      message: "a placeholder is not closed with `}}`",
      help: "Close it, or write `\\{{` for two braces.",
    };
  return pathMistake(piece.path, { room, block, context });
}

function report(context: Context, template: Template, piece: Piece, mistake: Mistake): void {
  if (piece.kind === "text") return;
  const start = template.start + piece.offset;
  const close = context.prompt.source.bytes.indexOf("}}", start + 2);
  const end = piece.kind === "unclosed" ? start + 2 : close + 2;
  const help = `Name ${context.words.placeholders}; \`\\{{\` writes two braces.`;
  context.report("placeholder-unresolvable", { start, end }, { help, ...mistake });
}
