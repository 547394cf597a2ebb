import { doubleToInteger, LuaFloat } from "./number.ts";
import type { Value } from "./value.ts";

/** The constant string keys of a table as properties, so that records get hidden classes. */
export interface Fields {
  [key: string]: Value;
}

/** A constructor whose objects inherit nothing; a class could not have such a prototype. */
export const Fields: new () => Fields = /* @__PURE__ */ (() => {
  function Fields() {}
  Fields.prototype = Object.create(null);
  return Fields as unknown as new () => Fields;
})();

/** The fields of a table that has none yet: never written. */
export const NO_FIELDS: Fields = /* @__PURE__ */ new Fields();
/** The fields of a table whose string keys live in `hash`, because one came in through a computed key: never written. */
export const DYNAMIC: Fields = /* @__PURE__ */ new Fields();
const NO_ARRAY: Value[] = [0];

/**
 * A Lua table in three parts: `arr` (1-based; index 0 is not used, nil slots inside are counted in `holes`, the last slot is
 * never nil), `s` (string keys written by name) and `hash` (all other keys). A string key lives in `s` or, once a new
 * one was written through a computed key, in `hash`; never in both.
 */
export class LuaTable {
  arr: Value[];
  s: Fields;
  hash: Map<Value, Value> | undefined = undefined;
  mt: LuaTable | undefined = undefined;
  /** How many slots of `arr` are nil. */
  holes = 0;
  /** While there are holes: no slot below this one is nil. */
  firstHole = 1;
  /** The key order of `next`, kept until a key is added (see next.ts). */
  order: unknown = undefined;

  constructor(arr: Value[] = NO_ARRAY, s: Fields = NO_FIELDS) {
    this.arr = arr;
    this.s = s;
  }

  /** Raw read. */
  get(key: Value): Value {
    if (typeof key === "string") return this.getString(key);
    if (typeof key === "number") {
      const arr = this.arr;
      if (key > 0 && key < arr.length && Number.isInteger(key)) return arr[key];
    }
    if (key instanceof LuaFloat) return this.get(key.n + 0);
    return this.hash === undefined ? undefined : this.hash.get(normalizeKey(key));
  }

  /** Raw read of a string key. */
  getString(key: string): Value {
    const s = this.s;
    if (s !== NO_FIELDS && s !== DYNAMIC) return s[key];
    return this.hash === undefined ? undefined : this.hash.get(key);
  }

  /** Raw write. The key is neither nil nor NaN: callers check. */
  set(key: Value, value: Value): void {
    if (typeof key === "string") this.setString(key, value);
    else if (typeof key === "number" && Number.isSafeInteger(key)) this.setInteger(key, value);
    else {
      const normal = normalizeKey(key);
      if (typeof normal === "number" && Number.isSafeInteger(normal)) this.setInteger(normal, value);
      else this.setHash(normal, value);
    }
  }

  /** Raw write of a string key that the program computed. */
  setString(key: string, value: Value): void {
    const s = this.s;
    if (s !== NO_FIELDS && s !== DYNAMIC) {
      if (s[key] !== undefined) {
        s[key] = value;
        return;
      }
      if (value === undefined) return;
      this.moveFieldsToHash();
    } else if (s === NO_FIELDS) {
      if (value === undefined && this.hash === undefined) return;
      this.s = DYNAMIC;
    }
    this.setHash(key, value);
  }

  /** Raw write of a string key that stands in the program text: keeps the hidden class. */
  setField(key: string, value: Value): void {
    if (this.s === DYNAMIC) this.setHash(key, value);
    else if (value !== undefined || this.s[key] !== undefined) this.ownFields()[key] = value;
  }

  /** The fields to write a new constant key into; only for tables that are not `DYNAMIC`. */
  ownFields(): Fields {
    this.order = undefined;
    if (this.s === NO_FIELDS) this.s = new Fields();
    return this.s;
  }

  /** Raw write of an integer key in the safe range. */
  setInteger(key: number, value: Value): void {
    const arr = this.arr;
    const length = arr.length;
    if (key > 0 && key < length) {
      if (value === undefined) this.clearSlot(key);
      else {
        if (arr[key] === undefined) {
          this.holes--;
          this.order = undefined;
        }
        arr[key] = value;
      }
    } else if (key === length) {
      if (value !== undefined) this.push(value);
      else if (this.hash !== undefined) this.setHash(key, value);
    } else this.setHash(key, value);
  }

  /** Appends to the array part, then takes over the keys of `hash` that follow. */
  push(value: Value): void {
    if (this.arr === NO_ARRAY) this.arr = [0, value];
    else this.arr.push(value);
    const hash = this.hash;
    if (hash === undefined || hash.size === 0) return;
    hash.delete(this.arr.length - 1);
    for (let next = hash.get(this.arr.length); next !== undefined; next = hash.get(this.arr.length)) {
      this.order = undefined;
      hash.delete(this.arr.length);
      this.arr.push(next);
    }
  }

  /** A border (manual §3.4.7): the largest n such that `t[1]` to `t[n]` are all non-nil (META-04). */
  border(): number {
    const arr = this.arr;
    if (this.holes === 0) return arr.length - 1;
    let n = this.firstHole;
    while (arr[n] !== undefined) n++;
    this.firstHole = n;
    return n - 1;
  }

  private clearSlot(key: number): void {
    const arr = this.arr;
    if (arr[key] === undefined) return;
    if (key < arr.length - 1) {
      arr[key] = undefined;
      if (this.holes === 0 || key < this.firstHole) this.firstHole = key;
      this.holes++;
      return;
    }
    arr.pop();
    while (arr.length > 1 && arr[arr.length - 1] === undefined) {
      arr.pop();
      this.holes--;
      this.order = undefined;
    }
  }

  /** Raw write of a normalized key that belongs to the hash part. */
  setHash(key: Value, value: Value): void {
    const hash = this.hash;
    if (value === undefined) {
      // A cleared key keeps no entry: `order` remembers the keys that a running traversal still needs.
      if (hash !== undefined) hash.delete(key);
      return;
    }
    if (hash === undefined) {
      this.order = undefined;
      this.hash = new Map([[key, value]]);
      return;
    }
    const size = hash.size;
    hash.set(key, value);
    if (hash.size !== size) this.order = undefined;
  }

  private moveFieldsToHash(): void {
    const hash = this.hash ?? new Map<Value, Value>();
    const s = this.s;
    for (const key of Object.keys(s)) if (s[key] !== undefined) hash.set(key, s[key]);
    this.hash = hash;
    this.s = DYNAMIC;
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

  override get(key: Value): Value {
    const guard = this.guards.get(key);
    return guard === undefined ? super.get(key) : guard.read();
  }

  override set(key: Value, value: Value): void {
    const guard = this.guards.get(key);
    if (guard === undefined) super.set(key, value);
    else guard.write(value);
  }

  /** Globals keep their fields: `_G[k] = v` must not slow down every named global. */
  override setString(key: string, value: Value): void {
    this.setField(key, value);
  }
}

/** A float key with an integral value that fits is the integer (NUM-01); every other key is itself. */
export function normalizeKey(key: Value): Value {
  if (key instanceof LuaFloat) return key.n + 0;
  if (typeof key === "number" && !Number.isSafeInteger(key)) return doubleToInteger(key) ?? key;
  return key;
}
