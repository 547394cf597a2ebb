import type { FunctionBody } from "../parse/lua/tree.ts";

/** A place a value can be in: a variable, a field, a parameter, the result of an expression. */
export class Place {
  readonly values = new Set<AbstractValue>();
  readonly targets = new Set<Place>();
  readonly watchers: ((value: AbstractValue) => void)[] = [];
}

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
  readonly fields = new Map<string, Place>();
  /** Values written with a key that is no constant string. */
  readonly dynamic = new Place();
  /** Every value in it. */
  readonly all = new Place();
  /** Every key that may be a table or function. */
  readonly keys = new Place();
  readonly metatables = new Place();
  /** For the globals and the libraries, the name under which reads of their fields are recorded. */
  readonly library: string | undefined;

  constructor(library?: string) {
    this.library = library;
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
  readonly callees: Set<FunctionValue | BuiltinValue> | undefined;
  /** The tables whose `__call` has led here. */
  readonly through?: readonly TableValue[];
}

/** A library or host function as a value. */
export function builtin(name: string, apply: (call: CallSite) => void, suspends = false): BuiltinValue {
  return { kind: "builtin", name, suspends, apply };
}
