import type { FunctionBody } from "../parse/lua/tree.ts";
import type { Contents } from "./contents.ts";
import { Few } from "./few.ts";

/** A place a value can be in: a variable, a field, a parameter, the result of an expression. */
export class Place {
  /** True for one whose values are all there from the beginning: nobody needs to wait for others. */
  readonly isFixed: boolean;
  #values: Few<AbstractValue> | undefined;
  #targets: Few<Place> | undefined;
  #watchers: Watcher[] | undefined;
  /** How many of the values were carried on to the targets and watchers. */
  carried: number;
  /** True while some are to be carried on. */
  isQueued = false;

  constructor(values: readonly AbstractValue[] = NONE, isFixed = false) {
    for (const value of values) this.addValue(value);
    this.carried = values.length;
    this.isFixed = isFixed;
  }

  /** What may be in it, without repeats. */
  get values(): readonly AbstractValue[] {
    return this.#values?.items ?? NONE;
  }

  get targets(): readonly Place[] {
    return this.#targets?.items ?? NONE;
  }

  get watchers(): readonly Watcher[] {
    return this.#watchers ?? NONE;
  }

  /** False for a value that it has. */
  addValue(value: AbstractValue): boolean {
    this.#values ??= new Few();
    return this.#values.add(value);
  }

  /** False for a target that it has. */
  addTarget(target: Place): boolean {
    this.#targets ??= new Few();
    return this.#targets.add(target);
  }

  addWatcher(watcher: Watcher): void {
    if (this.#watchers === undefined) this.#watchers = [watcher];
    else this.#watchers.push(watcher);
  }
}

/** Is called once for each value of a place. */
export type Watcher = (value: AbstractValue) => void;

const NONE: readonly never[] = [];

/** A Lua function of the prompt: one value for all closures made from it. */
export interface FunctionValue {
  readonly kind: "function";
  readonly body: FunctionBody;
  readonly parameters: readonly Place[];
  readonly extra: Place;
  readonly returns: Place;
}

/** What a library or host function does with the values it is given. */
export interface BuiltinValue {
  readonly kind: "builtin";
  readonly name: string;
  /** True for a host function at which a block can wait (SUS-01). */
  readonly suspends: boolean;
  readonly apply: (call: CallSite) => void;
}

/** Any string: its fields are those of the string library. */
export interface StringValue {
  readonly kind: "string";
}

/** All tables made at one place of the program, or one table of the host. */
export class TableValue {
  readonly kind = "table";
  /** Those that were looked for; `Flow.field` makes others out of the contents. */
  readonly fields = new Map<string, Place>();
  /** Values written with a key that is no constant string. */
  readonly dynamic = new Place();
  /** Every value in it, once `Flow.allOf` was asked. */
  all: Place | undefined;
  readonly metatables = new Place();
  /** For the globals and the libraries, the name under which reads of their fields are recorded. */
  readonly library: string | undefined;
  /** What the host or the library puts into it. */
  readonly contents: Contents[];
  #keys: Place | undefined;

  constructor(library?: string, contents: Contents[] = []) {
    this.library = library;
    this.contents = contents;
  }

  /** Every key that may be a table or function. */
  get keys(): Place {
    this.#keys ??= new Place();
    return this.#keys;
  }
}

export type AbstractValue = FunctionValue | BuiltinValue | TableValue | StringValue;

/** One call, as the analysis sees it. */
export interface CallSite {
  readonly arguments: readonly Place[];
  /** Where the values of a last multi-value argument go; undefined when the arguments are all single. */
  readonly rest: Place | undefined;
  readonly result: Place;
  /** The functions the call may enter in a way that can wait; undefined where it cannot (`tostring`). */
  readonly callees: Few<FunctionValue | BuiltinValue> | undefined;
  /** The tables whose `__call` has led here. */
  readonly through?: readonly TableValue[];
}

/** A library or host function as a value. */
export function builtin(name: string, apply: (call: CallSite) => void, suspends = false): BuiltinValue {
  return { kind: "builtin", name, suspends, apply };
}

/** The library that stands for the metatable of strings in `Flow.written`. */
export const STRINGS = "metatable of strings";
