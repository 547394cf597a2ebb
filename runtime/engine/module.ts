import type { Shape } from "../args-schema.ts";
import type { JsonValue } from "../events.ts";
import type { Resolver } from "../host/prose.ts";
import type { Json } from "../json.ts";
import type { LuaTable } from "../lua/table.ts";
import type { Steps, Value } from "../lua/value.ts";
import type { RunOptions } from "../options.ts";
import type { RunOutcome } from "../outcome.ts";
import type { Answers } from "./answers.ts";
import type { Chain, Entry, SectionVM } from "./state.ts";

/** The generation of the interface between emitted modules and the runtime; `definePrompt` refuses any other. */
export const ABI = 1;

/** A block or the shared library, emitted: runs the Lua of one fence in a section VM. */
export type Chunk = (vm: SectionVM, globals: SectionVM["globals"]) => Steps;

/** Makes one global for a section VM, or one field of a library table. */
export type Factory = (vm: SectionVM, library?: LuaTable) => Value;

/** Pending prose, cut at compile time. Texts are byte strings. */
export type Template = readonly (string | Placeholder)[];

/** A placeholder: what resolves it, its byte offset in the template, and what the resolver is told about it. */
export type Placeholder = readonly [resolve: Resolver, offset: number, ...facts: string[]];

/**
 * One section, emitted. `run` runs its blocks in order through `block` and names its successor: the index of the
 * section that follows by fall-through, undefined at the end of its slice, or what ended it early.
 */
export interface SectionModule {
  /** Byte string. */
  readonly name: string;
  readonly level: number;
  readonly run: (entry: Entry) => Generator<unknown, Ending | number | undefined, Value>;
  /** Index of the parent section, undefined at the top. */
  readonly parent?: number;
  /** True for a section that has items and no Lua: nothing to run. Emitted for modules that start tasks (FAN-13). */
  readonly isList?: boolean;
  /** True for a section that the walk passes by (V1-10); emitted for modules that can jump. */
  readonly isOffWalk?: boolean;
  /** The items of a list section, byte strings. */
  readonly items?: readonly string[];
}

/** What ends a section before its last block: a scalar return, or a jump. */
export type Ending = Returned | Jump;

/** A result text, a byte string. */
export interface Returned {
  readonly text: string;
}

/** Finds the section that a jump goes on with, once the jumper has closed; throws a `Failure` when there is none. */
export type Jump = (jumper: Entry) => Generator<unknown, number, Value>;

/** The H1 pass, emitted: present when the H1 body has a block to run or prose. */
export type H1Module = (entry: Entry) => Generator<unknown, Ending | undefined, Value>;

/** What an emitted module hands to `definePrompt`. Texts that Lua can see are byte strings; those of `contract` are UTF-16. */
export interface PromptModule {
  readonly abi: number;
  /** The compiler that wrote it, for the message about another generation. */
  readonly compiler: string;
  /** The file's base name, for `PromptError.stack`. */
  readonly file: string;
  readonly name: string;
  readonly description: string;
  readonly promptforge?: number;
  readonly contract: Contract;
  /** Byte string. */
  readonly title: string;
  readonly h1?: H1Module;
  /** The H1 pass and the main walk: gives the result text, undefined when there is none (`mainWalk`). */
  readonly walk: (run: SectionVM["run"], chain: Chain) => Generator<unknown, string | undefined, Value>;
  /** Linked when there is a shared library: loads it into a section VM (`loadShared`). */
  readonly shared?: (entry: Entry) => Generator<unknown, void, Value> | undefined;
  /** Every section of the file in document order. */
  readonly sections: readonly SectionModule[];
  /** Index of the first top-level section; undefined when there is none. */
  readonly entry?: number;
  /** How many top-level sections there are. */
  readonly topLevel: number;
  /** Linked when there is Lua: makes the VM of an entry (`sectionVM`). */
  readonly vm?: (entry: Entry) => SectionVM;
  /** The globals the prompt can name (those of libraries: `library`). */
  readonly globals: { readonly [name: string]: Factory };
  /** The guarded globals it can name (`argv`, `prose`), and other set-up of each section VM. */
  readonly guards?: readonly ((vm: SectionVM) => void)[];
  /** Linked when the engine may know more of an error than its value says: keeps that for the entry (`answersOf`, ERR-41). */
  readonly answers?: (entry: Entry) => Answers;
  /** What sets the globals of tool aliases and model roles, once the shared library has loaded (ENV-30). */
  readonly bind?: readonly ((vm: SectionVM) => void)[];
  /** Linked when the prompt names `argv` in Lua or in prose: derives it from an argument string (`deriveArgv`, ARG-30). */
  readonly argv?: (contract: Contract, args: string) => Json | undefined;
  /** Linked when the prompt can name `ui`: takes the snapshot when a run is made (`snapshotUi`, UI-01). */
  readonly ui?: (options: RunOptions) => JsonValue | undefined;
  /** Linked for a file whose version is not supported: throws the `Failure` of its runs (`refuseVersion`, FMT-15). */
  readonly refuse?: (module: PromptModule) => never;
  /** Linked when arguments are declared: what the input may be (`argsShape`). Without it that is a string. */
  readonly argsShape?: (contract: Contract) => Shape;
  /** Linked where a cancelled run counts as failed: its outcome (`interruption`, V1-03). */
  readonly cancelled?: (module: PromptModule, reason: unknown) => RunOutcome;
  /** SHA-256 of the prompt file in hexadecimal digits, for the journal. */
  readonly hash?: string;
  /** Linked when the prompt can ask anything of its host: opens the journal of a run that has one (`openJournal`). */
  readonly journal?: (run: SectionVM["run"]) => Preparation | undefined;
  /** Linked when the contract asks for anything: binds it to the run, or throws the `Failure` with the requirements notice (PREP-06). */
  readonly prepare?: (run: SectionVM["run"]) => Preparation;
}

/** The steps of prepare, once the shapes of the options are checked. */
export type Preparation = Generator<unknown, void, unknown>;

/** The contract of a prompt as plain data (FMT-17, ARG-19). */
export interface Contract {
  readonly args: {
    readonly isDefault: boolean;
    readonly declarations: readonly ArgDeclaration[];
  };
  readonly roles: readonly {
    readonly label: string;
    readonly keywords: readonly string[];
    readonly minContext?: number;
    readonly description?: string;
  }[];
  readonly capabilities: readonly {
    readonly ref: string;
    readonly optional: boolean;
    readonly config?: unknown;
  }[];
  readonly tools: readonly { readonly alias: string; readonly path: string }[];
  readonly input?: FileDeclaration;
  readonly output?: FileDeclaration;
  readonly maxToolIterations?: number;
}

/** The contract of a prompt that declares nothing (ARG-18); one of its own for each prompt. */
export function defaultContract(): Contract {
  const prose = {
    name: "prose",
    type: "string",
    optional: true,
    description: "Freeform input for this prompt",
  } as const;
  return { args: { isDefault: true, declarations: [prose] }, roles: [], capabilities: [], tools: [] };
}

/** One declared argument, in name order (ARG-19). */
export interface ArgDeclaration {
  readonly name: string;
  readonly type: "string" | "boolean" | "integer" | "number";
  readonly optional: boolean;
  readonly default?: string | boolean | number | bigint;
  readonly description?: string;
}

export interface FileDeclaration {
  readonly path: string;
  readonly description: string;
}
