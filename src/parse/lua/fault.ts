/** A Lua compile error. */
export interface LuaSyntaxError {
  /** Lua's own words, without the position (LUA-21). */
  readonly text: string;
  /** 1-based line inside the region, as Lua reports it. */
  readonly line: number;
  /** Byte offsets of the fault in the region, end exclusive; equal at the end of the source. */
  readonly start: number;
  readonly end: number;
}

/** Carries the first compile error out of the recursive checker; `parseLua` alone catches it. */
export class LuaFault implements LuaSyntaxError {
  readonly text: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;

  constructor(text: string, line: number, start: number, end: number) {
    this.text = text;
    this.line = line;
    this.start = start;
    this.end = end;
  }
}
