import type { LuaFloat } from "./lua/number.ts";

/**
 * JSON data inside a run: integers and floats stay apart (a Lua integer is a safe number or a bigint, a float as in Lua), strings hold
 * one character per UTF-8 byte, objects are maps, so that no key is special.
 */
export type Json = null | boolean | number | bigint | LuaFloat | string | readonly Json[] | JsonObject;

export type JsonObject = ReadonlyMap<string, Json>;
