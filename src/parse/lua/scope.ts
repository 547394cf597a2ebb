import type { Mutable } from "./facts.ts";
import type { LuaFault } from "./fault.ts";
import { messages } from "./messages.ts";
import type { TokenStream } from "./token-stream.ts";
import type { FunctionBody, Label, Variable } from "./tree.ts";

export type Dialect = "5.5" | "5.4";

/** One name in scope. */
export type Entry =
  /** `constant`: see `Reference.constant`. A register that no name can reach has an unspeakable name. */
  | { readonly kind: "local"; readonly name: string; readonly variable: Mutable<Variable>; constant: boolean }
  | { readonly kind: "hidden"; readonly name: string }
  /** A `global` declaration of one name, or of all (`*`). */
  | {
      readonly kind: "global";
      readonly name: string;
      readonly collective: boolean;
      readonly readOnly: boolean;
    };

export type LocalEntry = Extract<Entry, { kind: "local" }>;
export type GlobalEntry = Extract<Entry, { kind: "global" }>;

export interface BlockScope {
  readonly outer: BlockScope | undefined;
  /** How many entries, registers, labels and gotos its function had where the block began. */
  readonly entries: number;
  readonly registers: number;
  readonly labels: number;
  readonly gotos: number;
  readonly isLoop: boolean;
}

export interface PendingGoto {
  readonly name: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly isBreak: boolean;
  /** Entries in scope at the goto, later at the end of the blocks it has left. */
  level: number;
}

export interface DefinedLabel {
  readonly line: number;
  /** Entries that a goto to it must already have in scope. */
  readonly level: number;
  readonly node: Label;
}

/** One function while its text is being read. */
export interface FunctionScope {
  readonly outer: FunctionScope | undefined;
  readonly body: FunctionBody;
  /** The line that messages name; 0 for the chunk. */
  readonly line: number;
  readonly entries: Entry[];
  /** Outer locals that the function uses, by name; undefined stands for the chunk's own `_ENV`. */
  readonly upvalues: Map<string, LocalEntry | undefined>;
  readonly labels: DefinedLabel[];
  readonly gotos: PendingGoto[];
  block: BlockScope | undefined;
  /** Entries that take a register. */
  registers: number;
  /** Locals that are declared but not yet in scope. */
  pending: number;
}

/** The scope of a function that begins, its outermost block open; without an outer one that of a chunk, which has `_ENV`. */
export function openFunction(
  outer: FunctionScope | undefined,
  body: FunctionBody,
  line: number,
): FunctionScope {
  const upvalues = new Map<string, LocalEntry | undefined>();
  if (outer === undefined) upvalues.set("_ENV", undefined);
  const scope: FunctionScope = {
    outer,
    body,
    line,
    entries: [],
    upvalues,
    labels: [],
    gotos: [],
    block: undefined,
    registers: 0,
    pending: 0,
  };
  openBlock(scope, false);
  return scope;
}

/** Opens a block of a function; `closeBlock` ends it. */
export function openBlock(scope: FunctionScope, isLoop: boolean): void {
  scope.block = {
    outer: scope.block,
    entries: scope.entries.length,
    registers: scope.registers,
    labels: scope.labels.length,
    gotos: scope.gotos.length,
    isLoop,
  };
}

/** Takes a block's names out of scope; its labels and gotos are settled before. */
export function closeBlock(scope: FunctionScope): void {
  const block = scope.block!;
  scope.entries.length = block.entries;
  scope.registers = block.registers;
  scope.labels.length = block.labels;
  scope.block = block.outer;
}

/** Lua 5.4 counts a local when it is declared, 5.5 when it comes into scope. */
export function declarePending(scope: FunctionScope, stream: TokenStream, dialect: Dialect, count = 1): void {
  scope.pending += count;
  if (dialect === "5.4" && scope.entries.length + scope.pending > mostLocals) {
    throw tooMany(scope, stream, "local variables", mostLocals);
  }
}

/** Brings declared locals into scope. */
export function activate(
  scope: FunctionScope,
  stream: TokenStream,
  dialect: Dialect,
  entries: readonly Entry[],
): void {
  for (const entry of entries) {
    scope.pending--;
    scope.entries.push(entry);
    if (entry.kind === "local" && entry.constant) continue;
    scope.registers++;
    if (dialect === "5.5" && scope.registers > mostLocals) {
      throw tooMany(scope, stream, "local variables", mostLocals);
    }
  }
}

/** What a lookup finds: a local, the chunk's own `_ENV`, or a global that is declared or free or not declared. */
export type Found =
  | LocalEntry
  | GlobalEntry
  | { readonly kind: "environment" }
  | { readonly kind: "free" }
  | { readonly kind: "undeclared" };

/**
 * Looks a name up from the innermost scope outwards (Lua 5.5 manual §2.2, §3.5). The innermost `global *` beats named
 * declarations for names that none of them names; without one, a named declaration makes all others undeclared (LUA-04).
 */
export function lookUp(scope: FunctionScope, stream: TokenStream, name: string): Found {
  return search(scope, stream, name, { kind: "free" });
}

function search(scope: FunctionScope, stream: TokenStream, name: string, otherwise: Found): Found {
  let fallback = otherwise;
  for (let index = scope.entries.length - 1; index >= 0; index--) {
    const entry = scope.entries[index]!;
    if (entry.kind === "global" && entry.collective) {
      if (fallback.kind !== "global") fallback = entry;
    } else if (entry.name === name && entry.kind !== "hidden") return entry;
    else if (entry.kind === "global" && fallback.kind === "free") fallback = undeclared;
  }
  if (scope.upvalues.has(name)) return scope.upvalues.get(name) ?? environment;
  if (scope.outer === undefined) return fallback;
  const found = search(scope.outer, stream, name, fallback);
  if (found.kind === "environment") capture(scope, stream, name, undefined);
  else if (found.kind === "local" && !found.constant) capture(scope, stream, name, found);
  return found;
}

const undeclared: Found = { kind: "undeclared" };
const environment: Found = { kind: "environment" };
const mostLocals = 200;
const mostUpvalues = 255;

function capture(
  scope: FunctionScope,
  stream: TokenStream,
  name: string,
  entry: LocalEntry | undefined,
): void {
  if (scope.upvalues.size === mostUpvalues) throw tooMany(scope, stream, "upvalues", mostUpvalues);
  scope.upvalues.set(name, entry);
}

function tooMany(scope: FunctionScope, stream: TokenStream, what: string, limit: number): LuaFault {
  const place = scope.line === 0 ? "main function" : `function at line ${scope.line}`;
  return stream.syntaxFault(messages.tooMany(what, limit, place));
}
