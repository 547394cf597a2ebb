import type { Context } from "../context.ts";
import { type FilledPlaceholder, filledPlaceholders } from "../filled.ts";
import { type Mistake, pathMistake } from "../placeholder.ts";

/** A placeholder in prose that is filled names something that can be there (part 05, sections 3 and 5; V1-60). */
export function placeholderUnresolvable(context: Context): void {
  for (const filled of context.fact(filledPlaceholders)) {
    const mistake = mistakeIn(filled, context);
    if (mistake === undefined) continue;
    const help = `Name ${context.words.placeholders}; \`\\{{\` writes two braces.`;
    context.report("placeholder-unresolvable", filled.span, { help, ...mistake });
  }
}

function mistakeIn({ piece, room, block }: FilledPlaceholder, context: Context): Mistake | undefined {
  if (piece.kind === "placeholder") return pathMistake(piece.path, { room, block, context });
  return {
    message: "a placeholder is not closed with `}}`",
    help: "Close it, or write `\\{{` for two braces.",
  };
}
