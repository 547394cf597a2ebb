import type { Facts } from "./facts.ts";
import type { Token } from "./tokens.ts";

/**
 * A source of the same length that luaparse reads as the checked program's Lua 5.3 shape: blanks and comments become
 * spaces, strings `"___"`, numbers `1`; `Facts.replacements` hide what Lua 5.3 does not know.
 */
export function sanitise(source: string, tokens: readonly Token[], { replacements }: Facts): string {
  let result = "";
  for (const token of tokens) {
    if (token.start > result.length) result += " ".repeat(token.start - result.length);
    result += replacements.get(token.start) ?? visible(token);
  }
  return result + " ".repeat(source.length - result.length);
}

function visible({ type, start, end, value }: Token): string {
  if (value === undefined) return type === "<eof>" ? "" : type;
  if (type === "<name>") return value as string;
  return type === "<string>" ? `"${"_".repeat(end - start - 2)}"` : "1";
}
