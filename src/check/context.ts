import type { Code } from "../diagnostics/catalogue.ts";
import { type Diagnostic, diagnose } from "../diagnostics/diagnostic.ts";
import type { Node } from "../parse/lua/tree.ts";
import type { LuaRegion, Prompt } from "../parse/prompt.ts";
import type { Span } from "../source.ts";
import { fieldNamed, globalOf, type HostCall, isTarget, type Mention, Mentions } from "./mention.ts";
import { type Room, roomsOf } from "./room.ts";
import { around, type Spot } from "./spot.ts";
import type { Trace } from "./trace.ts";
import type { Words } from "./words.ts";

/** Finds one kind of mistake and reports each. */
export type Rule = (context: Context) => void;

/** What rules see of a prompt, and where they report. */
export class Context {
  readonly prompt: Prompt;
  readonly traced: Trace;
  readonly words: Words;
  readonly rooms: readonly Room[];
  readonly mentions: Mentions;
  readonly found: Diagnostic[] = [];
  readonly #facts = new Map<unknown, unknown>();

  /** True for a global, or a field of one by its full name, that an alias of the prompt may take the place of (V1-58). */
  readonly isReplaced: (name: string) => boolean;

  constructor(prompt: Prompt, traced: Trace, words: Words, isReplaced: (name: string) => boolean) {
    this.isReplaced = isReplaced;
    this.prompt = prompt;
    this.traced = traced;
    this.words = words;
    this.rooms = roomsOf(prompt);
    this.mentions = new Mentions(this.rooms);
  }

  /** What a function reads off the prompt, which it is asked only once. */
  fact<T>(read: (context: Context) => T): T {
    if (!this.#facts.has(read)) this.#facts.set(read, read(this));
    return this.#facts.get(read) as T;
  }

  /** True when the Lua can be judged: where all goes is known, and globals are the fields of one table. */
  get isKnown(): boolean {
    return !this.traced.exhausted && this.mentions.of("_ENV").length === 0;
  }

  /** True when a global that nothing names in the text may be there all the same. */
  get hasOpenGlobals(): boolean {
    return this.traced.hasOpenGlobals || this.#isWritten("", "*");
  }

  /** True when a global, or a field of a host or library table by its full name, is always what the run began with. */
  isKept(name: string): boolean {
    const [global, field] = [globalOf(name), fieldNamed(name)];
    if (this.#isWritten("", global)) return false;
    return field === undefined || !this.#isWritten(global, field);
  }

  /** The calls of a host or library function by its full name, wherever that name means it. */
  callsOf(name: string): readonly HostCall[] {
    const calls = this.mentions.callsOf(name);
    return calls.length === 0 || this.isKept(name) ? calls : [];
  }

  /** True when a global can have a value in a room: the run begins with it, or some Lua of its section VM gives it one. */
  isDefined(name: string, room: Room): boolean {
    if (this.traced.installed.has(name) || name === "_VERSION" || this.hasOpenGlobals) return true;
    const writes = this.mentions.of(name).filter(({ spot }) => isTarget(spot));
    if (writes.length === 0) return this.#isWritten("", name);
    return writes.some(
      (write) => write.room === room || "library" === write.room.kind || room.kind === "library",
    );
  }

  /** True for what an error may be expected of: something in a function that `pcall` is given, or calls. */
  isTried(spot: Spot): boolean {
    for (const { node, up } of around(spot)) {
      if (node.kind !== "Function") continue;
      if (this.traced.tried.has(node) || isGivenToCatch(up)) return true;
    }
    return false;
  }

  /** Reports a finding about a node. */
  reportNode(code: Code, { region }: Pick<Mention, "region">, node: Node, detail: Detail): void {
    this.report(code, spanOf(region, node), detail);
  }

  /** Reports a finding at a place in the file. */
  report(code: Code, span: Span, detail: Detail): void {
    this.found.push(diagnose(this.prompt.source, code, span, detail));
  }

  #isWritten(library: string, name: string): boolean {
    const names = this.traced.written.get(library);
    return names !== undefined && (names.has(name) || names.has("*"));
  }
}

interface Detail {
  readonly message: string;
  /** What to do; the catalogue's words unless given. */
  readonly help?: string;
}

/** Where a node stands in the file. */
function spanOf(region: LuaRegion, { start, end }: Node): Span {
  return { start: region.start + start, end: region.start + end };
}

/** `pcall(table.sort, list, function … end)` */
function isGivenToCatch(call: Spot | undefined): boolean {
  if (call?.node.kind !== "Call" || call.node.callee.kind !== "Name") return false;
  return ["pcall", "xpcall"].includes(call.node.callee.name);
}
