import { doubleToInteger, LuaFloat } from "./number.ts";
import type { Value } from "./value.ts";

/** The constant string keys of a table as properties, so that records get hidden classes. */
export interface Fields {
  [key: string]: Value;
}

/**
 * A constructor whose objects inherit nothing; a class could not have such a prototype. V8 sizes objects by the assignments that it
 * reads in the constructor and by the first objects made: these make room for four fields in the object itself.
 */
export const Fields: new () => Fields = /* @__PURE__ */ (() => {
  function Fields(this: Fields, full?: boolean) {
    if (full) this["a"] = this["b"] = this["c"] = this["d"] = 0;
  }
  Fields.prototype = Object.create(null);
  const construct = Fields as unknown as new (full?: boolean) => Fields;
  for (let made = 0; made < 8; made++) new construct(true);
  return construct;
})();

/**
 * A constructor of the fields that every table of one kind begins with: objects of a constructor of their own have just the room that
 * the first ones turned out to need. The function writes the fields, none of them twice.
 */
export function shaped<Values extends Value[]>(
  write: (this: Fields, ...values: Values) => void,
): new (
  ...values: Values
) => Fields {
  write.prototype = Fields.prototype;
  return write as never;
}

/** The fields of a table that has none yet: never written. */
export const NO_FIELDS: Fields = /* @__PURE__ */ new Fields();
/** The fields of a table whose string keys live in `hash`, because one came in through a computed key: never written. */
export const DYNAMIC: Fields = /* @__PURE__ */ new Fields();
/** The array part of a table that has none yet: never written. */
export const NO_ARRAY: Value[] = [0];

/** The order of a table's keys, which hears what happens to them (see key-order.ts). */
export interface Order {
  /** What its use has taken and nobody has paid for yet, in fuel. */
  work: number;
  /** A key has been added; false when the order is not worth keeping. */
  add(key: Value): boolean;
  /** A nil slot of the array part is about to be written. */
  fill(): void;
}

/** What a table has once it is no plain list or record: apart, because most tables never are more and every byte of a table counts. */
export class Rest {
  hash: Map<Value, Value> | undefined = undefined;
  /** How many slots of `arr` are nil. */
  holes = 0;
  /** While there are holes: no slot below this one is nil. */
  firstHole = 1;
  /** The key order of `next`, once it was asked for. */
  order: Order | undefined = undefined;
}

/**
 * A Lua table in three parts: `arr` (1-based; index 0 is not used, nil slots inside are counted in `holes`, the last slot is
 * never nil), `s` (string keys written by name) and `hash` (all other keys). A string key lives in `s` or, once a new
 * one was written through a computed key, in `hash`; never in both. Raw writes are functions of table-write.ts.
 */
export class LuaTable {
  arr: Value[];
  s: Fields;
  mt: LuaTable | undefined = undefined;
  rest: Rest | undefined = undefined;

  constructor(arr: Value[] = NO_ARRAY, s: Fields = NO_FIELDS) {
    this.arr = arr;
    this.s = s;
  }

  get hash(): Map<Value, Value> | undefined {
    return this.rest?.hash;
  }

  /** How many slots of `arr` are nil. */
  get holes(): number {
    return this.rest?.holes ?? 0;
  }

  /** The table's own record of what few tables have. */
  ownRest(): Rest {
    this.rest ??= new Rest();
    return this.rest;
  }

  /** Called when keys are added or moved. */
  forgetOrder(): void {
    if (this.rest !== undefined) this.rest.order = undefined;
  }

  /** Called when a key is added. */
  noteKey(key: Value): void {
    const { rest } = this;
    if (rest?.order !== undefined && !rest.order.add(key)) rest.order = undefined;
  }

  /** Raw read. */
  get(key: Value): Value {
    if (typeof key === "string") return this.getString(key);
    if (typeof key === "number") {
      const arr = this.arr;
      if (key > 0 && key < arr.length && Number.isInteger(key)) return arr[key];
    } else if (key instanceof LuaFloat) return this.get(key.n + 0);
    return this.hash?.get(normalizeKey(key));
  }

  /** Raw read of a string key. */
  getString(key: string): Value {
    const s = this.s;
    if (s !== NO_FIELDS && s !== DYNAMIC) return s[key];
    return this.hash?.get(key);
  }

  /** Raw write of a string key that stands in the program text: keeps the hidden class. */
  setField(key: string, value: Value): void {
    if (this.s === DYNAMIC) this.setHash(key, value);
    else if (this.s[key] !== undefined) this.s[key] = value;
    else if (value !== undefined) {
      if (this.s === NO_FIELDS) this.s = new Fields();
      this.s[key] = value;
      this.noteKey(key);
    }
  }

  /** The fields to write a new constant key into; only for tables that are not `DYNAMIC`. */
  ownFields(): Fields {
    this.forgetOrder();
    if (this.s === NO_FIELDS) this.s = new Fields();
    return this.s;
  }

  /** Raw write of a normalized key that belongs to the hash part; true when the table has grown by it. */
  setHash(key: Value, value: Value): boolean {
    const hash = this.hash;
    if (value === undefined) {
      // A cleared key keeps no entry: `order` remembers the keys that a running traversal still needs.
      hash?.delete(key);
      return false;
    }
    if (hash === undefined) {
      this.ownRest().hash = new Map([[key, value]]);
      this.noteKey(key);
      return true;
    }
    const size = hash.size;
    hash.set(key, value);
    if (hash.size === size) return false;
    this.noteKey(key);
    return true;
  }
}

/** What guards one global name (`argv`, `prose`): author metatables never see it. */
export interface Guard {
  read(): Value;
  /** Writes, or throws a `LuaError`. */
  write(value: Value): void;
}

/** The globals of a section VM: an ordinary table but for its guarded names, which never stand in `s`. */
export class GlobalTable extends LuaTable {
  readonly guards = new Map<Value, Guard>();
  /** The events of the author's metatable, as they were when it was set (ENV-22). */
  events: LuaTable | undefined = undefined;
  /** How often a key was added that the program computed. */
  added = 0;

  override noteKey(key: Value): void {
    this.added++;
    super.noteKey(key);
  }

  override get(key: Value): Value {
    const guard = this.guards.get(key);
    return guard === undefined ? super.get(key) : guard.read();
  }
}

/** A float key with an integral value that fits is the integer (NUM-01); every other key is itself. */
export function normalizeKey(key: Value): Value {
  if (typeof key === "number") return Number.isSafeInteger(key) ? key : (doubleToInteger(key) ?? key);
  return key instanceof LuaFloat ? key.n + 0 : key;
}
