import { fromBytes, type Source, type Span } from "../source.ts";
import type { Dialect } from "./dialect.ts";
import { Rejection, withinDepth } from "./failure.ts";
import type { Fence } from "./fence.ts";
import { messages } from "./lua/messages.ts";
import { parseLua } from "./lua/parse.ts";
import type { LuaRegion } from "./prompt.ts";

/**
 * Compiles the Lua of one fence under its chunk name (FMT-40). Rejects a syntax error with the compiler's
 * text, which counts lines from the block's first (FMT-41, LUA-20); the diagnostic itself points at the
 * fault's place in the file (LUA-20a).
 */
export function compileRegion(source: Source, dialect: Dialect, fence: Fence, label: string): LuaRegion {
  const { start, end } = fence.lua;
  const line = source.line(start);
  const lua = source.bytes.slice(start, end);
  const wording = (faultLine: number, text: string): string =>
    `lua compilation error at ${label} (line ${line}): [string "${label}"]:${faultLine}: ${text}`;
  const result = withinDepth("Lua", wording(1, messages.tooDeep), fence.lua, () =>
    parseLua(lua, label, { dialect: dialect.lua }),
  );
  if ("error" in result) {
    const { error } = result;
    const span: Span = { start: start + error.start, end: start + error.end };
    const code = error.text.startsWith(messages.tooDeep) ? "nesting-too-deep" : "lua-syntax";
    throw new Rejection(code, "Lua", wording(error.line, fromBytes(error.text)), span);
  }
  return { label, line, start, source: lua, chunk: result.chunk };
}
