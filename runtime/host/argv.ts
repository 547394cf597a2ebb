import type { Contract } from "../engine/module.ts";
import { readArgvBack } from "../engine/read-back.ts";
import type { SectionVM } from "../engine/state.ts";
import type { Json, JsonObject } from "../json.ts";
import { hostError } from "../lua/host-error.ts";
import { type GlobalTable, LuaTable } from "../lua/table.ts";
import { set } from "../lua/table-write.ts";
import { hostType } from "../lua/type-name.ts";
import type { LuaFunction, Value } from "../lua/value.ts";
import { fieldName } from "./field-name.ts";
import { jsonFromLua, NotJson } from "./json-from-lua.ts";
import { parseJson } from "./json-parse.ts";
import { isContainer, luaFromJson, membersOf, NULL_MARKER } from "./json-to-lua.ts";
import { StandIn, standInMetatable } from "./stand-in.ts";

/**
 * The `argv` that an argument string gives under a prompt's declaration: `{"prose": args}` under the default one, else the
 * string parsed as JSON; undefined (nil) when it is no JSON or is `null` (ARG-30 to ARG-34).
 */
export function deriveArgv(contract: Pick<Contract, "args">, args: string): Json | undefined {
  if (contract.args.isDefault) return new Map([["prose", args]]);
  return parseJson(args) ?? undefined;
}

/**
 * Guards the name `argv` in a section VM. In the H1 VM it is writable and holds plain tables, and the chain takes it over
 * (ARG-40 to ARG-44); everywhere else it is frozen (ARG-50 to ARG-64). Author metatables on `_G` never see the name.
 */
export function installArgv(vm: SectionVM): void {
  if (vm.entry.index === undefined) openArgv(vm);
  else freezeArgv(vm);
}

const SHOWN = "argv is frozen";

function openArgv(vm: SectionVM): void {
  const { globals, chain, entry } = vm;
  setRaw(globals, chain.argv === undefined ? undefined : luaFromJson(chain.argv, NULL_MARKER));
  globals.guards.set("argv", { read: () => globals.s["argv"], write: (value) => setRaw(globals, value) });
  readArgvBack(entry, () => readArgv(vm));
}

function setRaw(globals: GlobalTable, value: Value): void {
  globals.setField("argv", value);
}

/** What the H1 pass has made of `argv`; throws an error value of kind `lua` when it is no JSON data (ARG-43, ARG-44). */
export function readArgv(vm: SectionVM): Json | undefined {
  const value = vm.globals.s["argv"];
  try {
    return jsonFromLua(vm, value, "argv") ?? undefined;
  } catch (thrown) {
    if (!(thrown instanceof NotJson)) throw thrown;
    const detail = value instanceof LuaTable ? `: ${thrown.reason}` : `, got ${hostType(value)}`;
    throw hostError(vm, "lua", `argv must be JSON data${detail}`);
  }
}

function freezeArgv(vm: SectionVM): void {
  const refuse: LuaFunction = (_table, key) => {
    const field = typeof key === "string" ? `'${key}'` : fieldName(key);
    throw hostError(vm, "lua", `argv is frozen outside H1: cannot set field ${field}`);
  };
  const value = vm.chain.argv === undefined ? undefined : freeze(vm.chain.argv, refuse);
  vm.globals.guards.set("argv", {
    read: () => value,
    write: () => {
      throw hostError(vm, "lua", "argv is frozen outside H1: assign it in H1 only");
    },
  });
}

function freeze(json: Json, refuse: LuaFunction): Value {
  if (isContainer(json)) return new Frozen(json, refuse);
  return json === null ? undefined : json;
}

/** One table of a frozen `argv`. What it forwards to is made, one level deep, when it is first read. */
class Frozen extends StandIn {
  readonly #json: readonly Json[] | JsonObject;

  constructor(json: readonly Json[] | JsonObject, refuse: LuaFunction) {
    super();
    this.#json = json;
    const open: LuaFunction = (_table, key) => {
      const members = new LuaTable();
      for (const [name, member] of membersOf(json)) set(members, name, freeze(member, refuse));
      this.mt!.setField("__index", members);
      return members.get(key);
    };
    this.mt = standInMetatable(open, refuse, SHOWN);
  }

  override data(): Json {
    return this.#json;
  }

  override get length(): number {
    return Array.isArray(this.#json) ? this.#json.length : 0;
  }
}
