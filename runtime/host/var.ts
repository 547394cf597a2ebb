import { readVarBack } from "../engine/read-back.ts";
import type { SectionVM } from "../engine/state.ts";
import type { Json, JsonObject } from "../json.ts";
import { hostError } from "../lua/host-error.ts";
import { checkKey } from "../lua/index.ts";
import { watchGrowth } from "../lua/memory.ts";
import { LuaTable } from "../lua/table.ts";
import { border, set } from "../lua/table-write.ts";
import type { LuaFunction, Value } from "../lua/value.ts";
import { isUtf8 } from "../utf8.ts";
import { entriesOf, jsonFromLua, NotJson, type Place, placeText } from "./json-from-lua.ts";
import { isContainer, membersOf } from "./json-to-lua.ts";
import { StandIn, standInMetatable } from "./stand-in.ts";

/** The text of VARX-04 and SUB-10. */
const REASSIGNED = "the `var` global was reassigned; write `var.<field>` instead";

/**
 * The global `var`: a guarded table over the chain's JSON (VAR-01 to VAR-10). Reading it back throws
 * an error value of kind `lua` when the global is another table or its top level is no object (VAR-30, VAR-09).
 */
export function hostVar(vm: SectionVM): LuaTable {
  const write: LuaFunction = (table, key, value) => {
    (table as Guarded).assign(key, value);
    return [];
  };
  const guarded = new Guarded({ vm, write }, vm.chain.var, "var");
  readVarBack(vm.entry, () => {
    if (vm.globals.getString("var") !== guarded) throw hostError(vm, "lua", REASSIGNED);
    return guarded.object();
  });
  return guarded;
}

/** What the guarded tables of one VM share. */
interface Owner {
  readonly vm: SectionVM;
  readonly write: LuaFunction;
}

/** `var`, or a table in it. What it forwards to is made, one level deep, when it is first used. */
class Guarded extends StandIn {
  readonly #owner: Owner;
  readonly #place: Place | string;
  /** The contents as JSON while nothing has read or written them. */
  #json: readonly Json[] | JsonObject;
  #members: LuaTable | undefined = undefined;
  /** The named fields that hold JSON null, which reads as nil (VAR-05). */
  readonly #nulls = new Set<string>();

  constructor(owner: Owner, json: readonly Json[] | JsonObject, place: Place | string) {
    super();
    this.#owner = owner;
    this.#json = json;
    this.#place = place;
    const read: LuaFunction = (_table, key) => this.#open().get(key);
    this.mt = standInMetatable(read, owner.write, "var is guarded");
  }

  /** `var.k = v`: checks and stores a copy (VAR-03 to VAR-08). */
  assign(key: Value, value: Value): void {
    checkKey(key);
    const place = { key, outer: this.#place };
    const json = value === undefined ? undefined : this.#checked(value, place);
    const members = this.#open();
    this.#noteNull(key, json);
    set(members, key, json === undefined ? undefined : guard(this.#owner, json, place));
    watchGrowth(this.#owner.vm, members);
  }

  override data(): Json {
    const members = this.#members;
    if (members === undefined) return this.#json;
    const length = border(members);
    return length === 0
      ? this.#object(members)
      : Array.from({ length }, (_, offset) => plain(members.get(offset + 1)));
  }

  override get length(): number {
    return border(this.#open());
  }

  /** The contents as the JSON object that the top level must be. */
  object(): JsonObject {
    const members = this.#members;
    if (members === undefined) return this.#json as JsonObject;
    if (border(members) > 0) throw this.#notAnObject();
    return this.#object(members);
  }

  #object(members: LuaTable): JsonObject {
    const object = new Map<string, Json>();
    for (const [key, value] of entriesOf(members)) object.set(this.#name(key), plain(value));
    for (const key of this.#nulls) object.set(key, null);
    return object;
  }

  /** A null among the elements of an array needs no note: it ends the sequence as nil does. */
  #noteNull(key: Value, json: Json | undefined): void {
    if (typeof key !== "string") return;
    if (json === null) this.#nulls.add(key);
    else this.#nulls.delete(key);
  }

  #name(key: Value): string {
    if (typeof key !== "string" || !isUtf8(key)) throw this.#notAnObject();
    return key;
  }

  #notAnObject(): unknown {
    const top = typeof this.#place === "string";
    const text = top
      ? "var must be a table with string keys"
      : `${placeText(this.#place)} must be JSON data, got table`;
    return hostError(this.#owner.vm, "lua", text);
  }

  #open(): LuaTable {
    if (this.#members !== undefined) return this.#members;
    const members = new LuaTable();
    for (const [key, member] of membersOf(this.#json)) {
      this.#noteNull(key, member);
      set(members, key, guard(this.#owner, member, { key, outer: this.#place }));
    }
    this.#members = members;
    this.mt!.setField("__index", members);
    return members;
  }

  #checked(value: Value, place: Place): Json {
    try {
      return cutAtNull(jsonFromLua(this.#owner.vm, value, place), new Map());
    } catch (thrown) {
      if (!(thrown instanceof NotJson)) throw thrown;
      throw hostError(
        this.#owner.vm,
        "lua",
        `${placeText(thrown.place)} must be JSON data, got ${thrown.type}`,
      );
    }
  }
}

function guard(owner: Owner, json: Json, place: Place): Value {
  if (isContainer(json)) return new Guarded(owner, json, place);
  return json === null ? undefined : json;
}

function plain(value: Value): Json {
  return value instanceof StandIn ? value.data() : (value as Json);
}

/**
 * An array ends at its first null, as a sequence does at nil, and an empty one is an empty object (VAR-05, VAR-31). Containers that share
 * parts still do: `done` holds those that are cut already.
 */
function cutAtNull(json: Json, done: Map<Json, Json>): Json {
  if (!isContainer(json)) return json;
  const known = done.get(json);
  if (known !== undefined) return known;
  const cut =
    json instanceof Map ? cutMembers(json as JsonObject, done) : cutElements(json as readonly Json[], done);
  done.set(json, cut);
  return cut;
}

function cutMembers(object: JsonObject, done: Map<Json, Json>): Json {
  return new Map([...object].map(([key, member]) => [key, cutAtNull(member, done)]));
}

function cutElements(array: readonly Json[], done: Map<Json, Json>): Json {
  const end = array.indexOf(null);
  const kept = end === -1 ? array : array.slice(0, end);
  return kept.length === 0 ? new Map() : kept.map((member) => cutAtNull(member, done));
}
