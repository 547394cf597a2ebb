import type { BadArgument } from "./argument-error.ts";
import { errorValue } from "./host-error.ts";
import type { Region } from "./region.ts";
import type { Value } from "./value.ts";
import type { VM } from "./vm.ts";

export { argumentError } from "./argument-error.ts";

const NO_FRAMES: readonly (Region | number)[] = [];

/**
 * An error on its way through Lua frames. It is thrown instead of an `Error` because that costs a twentieth.
 * While `level` is above 0 the message still lacks its position: the frame that brings it to 0 adds it.
 */
export class LuaError {
  value: Value;
  /** Lua frames still to pass until the position is known. */
  level: number;
  /** Which operand of the failing site the message names: `attempt to call a nil value (global 'x')`; or the name itself. */
  operand: number | string | undefined;
  argument: BadArgument | undefined;
  /** The frames passed so far, innermost first: region and site, in pairs. */
  frames: readonly (Region | number)[] = NO_FRAMES;
  /** True once a message handler has seen the value. */
  handled?: boolean;
  /** True for a stack overflow: a message handler needs room, so it sees the error only where `xpcall` catches it. */
  overflowed?: boolean;
  /** True when it comes straight out of a library function that has called back. */
  crossed?: boolean;
  /** Closes the variables that wait for the message to be complete; gives what is thrown on. */
  close?: ((error: LuaError) => unknown) | undefined;
  /** What the engine knows of the failure beyond its value: the run error kind and whether it answers a suspending call. */
  origin?: unknown;
  /** What the host threw, where that is the reason: for people, never for Lua. */
  cause?: unknown;
  /** What the host can do about it: for people as well. */
  help?: string;

  constructor(value: Value, level = 0, operand?: number | string, argument?: BadArgument) {
    this.value = value;
    this.level = level;
    this.operand = operand;
    this.argument = argument;
  }

  /** Puts the position of a site before the message, which is complete then. */
  place(region: Region, site: number): void {
    this.level = 0;
    if (typeof this.value === "string") this.value = `${region.position(site)}${this.value}`;
  }
}

/**
 * The error of an exhausted memory ceiling (LMT-22), without a position. Lua code sees it as an error value of kind
 * `lua` (ERR-07).
 */
export class MemoryError extends LuaError {
  constructor() {
    super("not enough memory");
  }
}

/** A run-time error at the failing site: `text` gets the position and, for an operand, its name. */
export function runtimeError(text: string, operand?: number | string): LuaError {
  return new LuaError(text, 1, operand);
}

/**
 * What was thrown by something that a library function did for a Lua program, such as a callback, on its way out of that function: a level
 * without a position (manual §6.1 `error`). A library function that was called has no call site to name it.
 */
export function crossing(vm: VM, thrown: unknown, callee?: Value): unknown {
  if (!(thrown instanceof LuaError)) return thrown;
  if (thrown.frames.length === 0) {
    if (thrown.argument !== undefined) thrown.value = thrown.argument.textOf(vm, callee);
    thrown.argument = thrown.operand = undefined;
  }
  if (thrown.level > 0) thrown.level--;
  thrown.crossed = true;
  return thrown;
}

/**
 * Called by the `catch` of every emitted function: adds the position and names of this frame to an error that passes
 * and runs the message handler of an enclosing `xpcall` before anything unwinds further. Returns what to throw on.
 */
export function fail(vm: VM, region: Region, site: number, thrown: unknown): unknown {
  const error = luaError(thrown);
  if (error === undefined) return thrown;
  // Site 0: the frame has completed the error already, before it closed a variable.
  if (site === 0) return error;
  const passed = error.frames.length > 0;
  // A tail call of a Lua function has replaced this frame; one of a library function has not.
  if (error.level > 0 && !(passed && !error.crossed && region.isTailCall(site))) {
    if (!passed) complete(error, region, site);
    if (error.level === 1) error.place(region, site);
    else error.level--;
  }
  if (error.crossed) error.crossed = false;
  record(error, region, site);
  if (error.level > 0) return error;
  if (vm.handler !== undefined && !error.overflowed) vm.handler.handle(vm, error);
  return error.close === undefined ? error : error.close(error);
}

/** The error value that `pcall` gives for something thrown; anything that Lua cannot catch is thrown on. */
export function caught(vm: VM, thrown: unknown, callee?: Value): Value {
  const error = luaError(thrown);
  if (error === undefined) throw thrown;
  if (error.frames.length === 0 && error.argument !== undefined) {
    error.value = error.argument.textOf(vm, callee);
  }
  vm.handler?.handle(vm, error);
  const last = error.close === undefined ? error : error.close(error);
  if (last instanceof LuaError) return visible(vm, last);
  throw last;
}

/**
 * The error of something thrown: a `LuaError`, or what a JavaScript engine throws when it runs out of stack or memory (V8 and
 * JavaScriptCore a `RangeError`, SpiderMonkey and QuickJS an `InternalError`). Undefined for all else: that is not for Lua.
 */
export function luaError(thrown: unknown): LuaError | undefined {
  if (thrown instanceof LuaError) return thrown;
  if (!(thrown instanceof RangeError || (thrown instanceof Error && thrown.name === "InternalError"))) {
    return undefined;
  }
  const { message } = thrown;
  // No pattern: with the stack used up V8 cannot even compile one.
  if (message.includes("length") || message.includes("memory")) return new MemoryError();
  const error = runtimeError("stack overflow");
  error.overflowed = true;
  return error;
}

function complete(error: LuaError, region: Region, site: number): void {
  const { argument, operand } = error;
  if (argument !== undefined) error.value = argument.textAt(region, site);
  const name = typeof operand === "number" ? region.name(site, operand) : operand;
  if (name !== undefined) error.value = named(error.value as string, name);
}

/** `number (local 'x') has no integer representation`; every other message ends with the name. */
function named(text: string, name: string): string {
  return text.startsWith("number ") ? `number (${name})${text.slice(6)}` : `${text} (${name})`;
}

/** Keeps the innermost 100 frames, and beyond them the innermost of every change of region. */
function record(error: LuaError, region: Region, site: number): void {
  const { frames } = error;
  if (frames === NO_FRAMES) error.frames = [region, site];
  else if (frames.length < 200 || frames[frames.length - 2] !== region)
    (frames as (Region | number)[]).push(region, site);
}

/** The error's value as Lua code sees it. */
export function visible(vm: VM, error: LuaError): Value {
  if (vm.shown !== undefined) return vm.shown(error);
  const { value } = error;
  if (value === undefined) return "<no error object>";
  if (!(error instanceof MemoryError) || error.handled) return value;
  return errorValue(vm, "lua", value as string);
}
