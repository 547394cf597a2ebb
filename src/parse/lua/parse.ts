import luaparse from "luaparse";
import { check } from "./check.ts";
import type { Conversion } from "./conversion.ts";
import { convertBlock } from "./convert.ts";
import { LuaFault, type LuaSyntaxError } from "./fault.ts";
import { messages } from "./messages.ts";
import { sanitise } from "./sanitise.ts";
import type { Dialect } from "./scope.ts";
import { type Token, tokenize } from "./tokens.ts";
import type { Chunk } from "./tree.ts";

export type { LuaSyntaxError } from "./fault.ts";
export type { Dialect } from "./scope.ts";

/**
 * Parses one region (LUA-01 to LUA-06). `source` has one character per UTF-8 byte, so all offsets are byte offsets in the
 * region; `label` is its chunk name (FMT-40). Gives the resolved tree, or the first compile error as the one-pass compiler of
 * the dialect's Lua meets it (LUA-21). A fault in `source` never throws: only a bug of this compiler does.
 *
 *     source ──tokenize──▶ tokens ──check──▶ facts, or the error
 *                             └──sanitise──▶ same-length Lua 5.3 ──luaparse──▶ its tree ──convert──▶ ours
 */
export function parseLua(
  source: string,
  label: string,
  { dialect }: { readonly dialect: Dialect },
): { readonly chunk: Chunk } | { readonly error: LuaSyntaxError } {
  try {
    return { chunk: parseChunk(source, label, dialect) };
  } catch (fault) {
    if (fault instanceof LuaFault) return { error: fault };
    // The caller may have left too little of the JavaScript stack for the nesting that C Lua allows.
    if (fault instanceof RangeError) return { error: new LuaFault(messages.tooDeep, 1, 0, source.length) };
    throw fault;
  }
}

function parseChunk(source: string, label: string, dialect: Dialect): Chunk {
  const tokens = tokenize(source);
  const { chunk, facts } = check(source, tokens, dialect);
  const sanitised = sanitise(source, tokens.tokens, facts);
  const conversion: Conversion = {
    facts,
    sanitised,
    literals: literals(tokens.tokens),
    converted: new Map(),
    convertBlock,
  };
  chunk.body = convertBlock(conversion, readShape(sanitised, label));
  return chunk;
}

function readShape(sanitised: string, label: string): luaparse.Statement[] {
  try {
    return luaparse.parse(sanitised, { luaVersion: "5.3", ranges: true, comments: false }).body;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new Error(`luaparse refused a checked program in ${label}`, { cause: error });
  }
}

function literals(tokens: readonly Token[]): ReadonlyMap<number, Token> {
  const found = new Map<number, Token>();
  for (const token of tokens)
    if (token.value !== undefined && token.type !== "<name>") found.set(token.start, token);
  return found;
}
