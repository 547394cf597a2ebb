import type { LuaFloat } from "./number.ts";
import type { LuaTable } from "./table.ts";

/**
 * A Lua value as JavaScript: nil is undefined, a string has one character per byte, an integer is a safe integer number
 * or (beyond 2^53) a bigint, a float is a number, or a `LuaFloat` when its value is integral.
 */
export type Value =
  | undefined
  | boolean
  | number
  | bigint
  | string
  | LuaFloat
  | LuaTable
  | LuaFunction
  | Userdata;

/** What a call gives: the plain value for exactly one result, an array for none or several. */
export type Result = Value | readonly Value[];

/** A coroutine step of Lua code: yields what the chain's driver understands, gives a `Result`. */
export type Steps = Generator<unknown, Result, Value>;

/**
 * A Lua function. `g` is its generator twin; only functions that may suspend have one, and the plain form then
 * drives the twin and refuses to wait.
 */
export interface LuaFunction {
  (...values: Value[]): Result;
  g?: (...values: Value[]) => Steps;
  /** The same for arguments in an array, of which there may be more than the JavaScript stack has room for; only of library functions. */
  all?: (values: readonly Value[]) => Result;
  /** The same with the first result alone, without an array of all; only of library functions that emitted code asks for it. */
  one?: (...values: Value[]) => Value;
}

/** A host object without fields of its own: handles, tool objects, the null marker. `type` gives `userdata`. */
export class Userdata {
  /** Its metatable; `__name` and `__tostring` are read from it. */
  readonly metatable: LuaTable | undefined;
  /** What the host keeps in it. */
  readonly content: unknown;

  constructor(content: unknown, metatable?: LuaTable) {
    this.content = content;
    this.metatable = metatable;
  }
}
