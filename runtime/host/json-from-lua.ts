import type { Json, JsonObject } from "../json.ts";
import { isNumber, LuaFloat } from "../lua/number.ts";
import { DYNAMIC, LuaTable } from "../lua/table.ts";
import { border } from "../lua/table-write.ts";
import { hostType } from "../lua/type-name.ts";
import type { Value } from "../lua/value.ts";
import type { VM } from "../lua/vm.ts";
import { isUtf8 } from "../utf8.ts";
import { ArrayTable, isContainer, membersOf, NULL_MARKER } from "./json-to-lua.ts";
import { StandIn } from "./stand-in.ts";
import { Weight } from "./weight.ts";

/** Where a value stands below a named one: innermost key first. */
export interface Place {
  readonly key: Value;
  readonly outer: Place | string;
}

/** Thrown for a value that is not JSON data (ARG-77). */
export class NotJson {
  readonly place: Place | string;
  /** The offending value itself. */
  readonly value: Value;
  readonly reason: string;

  constructor(place: Place | string, value: Value, reason: string) {
    this.place = place;
    this.value = value;
    this.reason = reason;
  }

  /** Its host type name. */
  get type(): string {
    return hostType(this.value);
  }
}

/**
 * A Lua value as JSON data, read raw (ARG-70 to ARG-78): a table with a border or made from a JSON array is an array, any other an
 * object. Throws `NotJson` with the offending place below `place`. A table that is reached several times is read once, but counts each
 * time: data over the memory ceiling is refused (LIM-02a).
 */
export function jsonFromLua(vm: VM, value: Value, place: Place | string): Json {
  return new Conversion(vm).convert(value, place);
}

/** A place as messages name it: `var.t.f`, `var.list[2]` (VAR-07). */
export function placeText(place: Place | string): string {
  if (typeof place === "string") return place;
  const { key, outer } = place;
  return placeText(outer) + (typeof key === "string" ? `.${key}` : `[${keyText(key)}]`);
}

class Conversion {
  readonly #weight: Weight;
  /** The tables that are being read. */
  readonly #open = new Set<LuaTable>();
  /** The containers that were read before: as JSON, and what they weigh. */
  readonly #known = new Map<object, { readonly json: Json; readonly bytes: number }>();

  constructor(vm: VM) {
    this.#weight = new Weight(vm);
  }

  convert(value: Value, place: Place | string): Json {
    switch (typeof value) {
      case "undefined":
        return null;
      case "boolean":
      case "bigint":
        return value;
      case "number":
        return Number.isFinite(value) ? value : null;
      case "string":
        this.#weight.add(value.length);
        if (isUtf8(value)) return value;
        throw new NotJson(place, value, "it holds a string that is not valid UTF-8");
    }
    if (value instanceof LuaFloat) return value;
    if (value === NULL_MARKER) return null;
    if (!(value instanceof LuaTable)) throw new NotJson(place, value, `it holds a ${hostType(value)}`);
    if (value instanceof StandIn) return this.#weighed(value.data());
    return this.#once(value, () => this.#table(value, place));
  }

  #table(table: LuaTable, place: Place | string): Json {
    const open = this.#open;
    if (open.has(table)) throw new NotJson(place, table, "it contains itself");
    open.add(table);
    const isArray = border(table) > 0 || table instanceof ArrayTable;
    const json = isArray ? this.#elements(table, place) : this.#members(table, place);
    open.delete(table);
    return json;
  }

  #once(container: object, read: () => Json): Json {
    const known = this.#known.get(container);
    const before = this.#weight.bytes;
    this.#weight.add(0);
    if (known !== undefined) {
      this.#weight.addKnown(known.bytes);
      return known.json;
    }
    const json = read();
    this.#known.set(container, { json, bytes: this.#weight.bytes - before });
    return json;
  }

  #elements(table: LuaTable, place: Place | string): Json[] {
    const length = border(table);
    const array: Json[] = [];
    for (let key = 1; key <= length; key++) {
      this.#weight.add(0);
      array.push(this.convert(table.get(key), { key, outer: place }));
    }
    return array;
  }

  #members(table: LuaTable, place: Place | string): Map<string, Json> {
    const object = new Map<string, Json>();
    for (const [key, value] of entriesOf(table)) {
      if (typeof key !== "string" || !isUtf8(key))
        throw new NotJson(place, table, "it has a key that is not a string");
      this.#weight.add(key.length);
      object.set(key, this.convert(value, { key, outer: place }));
    }
    return object;
  }

  /** JSON that may share its parts, too. */
  #weighed(json: Json): Json {
    if (typeof json === "string") this.#weight.add(json.length);
    if (!isContainer(json)) return json;
    return this.#once(json, () => {
      for (const [key, member] of membersOf(json as readonly Json[] | JsonObject)) {
        this.#weight.add(typeof key === "string" ? key.length : 0);
        this.#weighed(member);
      }
      return json;
    });
  }
}

/** The raw entries of a table, in no particular order. */
export function* entriesOf(table: LuaTable): Generator<[Value, Value], void> {
  const { arr, s, hash } = table;
  for (let key = 1; key < arr.length; key++) if (arr[key] !== undefined) yield [key, arr[key]];
  if (s !== DYNAMIC) for (const key of Object.keys(s)) if (s[key] !== undefined) yield [key, s[key]];
  if (hash !== undefined) yield* hash;
}

function keyText(key: Value): string {
  if (isNumber(key)) return String(key instanceof LuaFloat ? key.n : key);
  return typeof key === "boolean" ? String(key) : hostType(key);
}
