import { LuaTable } from "../lua/table.ts";
import type { Factory } from "./module.ts";
import type { Entry, SectionVM } from "./state.ts";

/** Sets up the VM of an entry and loads the shared library into it, or throws the `Failure` of the load (ENV-30 to ENV-35). */
export function setUp(entry: Entry): void {
  installGlobals(entry.vm);
  const { run } = entry;
  run.emit("lua_shared_load_started", entry);
  run.module.shared?.(entry);
  for (const bind of run.module.bind ?? []) bind(entry.vm);
  run.emit("lua_shared_load_succeeded", entry);
}

/** Tears the entry's VM down, once (EVT-11). */
export function tearDown(entry: Entry): void {
  const { run, chain, vm } = entry;
  if (chain.entry !== entry) return;
  chain.entry = undefined;
  run.spend(run.quantum - vm.fuel);
  run.emit("lua_teardown_started", entry);
  run.emit("lua_teardown_succeeded", entry);
}

function installGlobals(vm: SectionVM): void {
  const { globals, run } = vm;
  const { module } = run;
  for (const name of Object.keys(module.globals)) {
    const made = module.globals[name]!;
    globals.setField(name, typeof made === "function" ? made(vm) : library(vm, made));
  }
  globals.setField("_G", globals);
  globals.setField("_VERSION", "Lua 5.5");
  // A prompt that names no string function still indexes strings: every field is nil.
  vm.strings.setField("__index", globals.getString("string") ?? new LuaTable());
  for (const guard of module.guards ?? []) guard(vm);
}

function library(vm: SectionVM, factories: { readonly [name: string]: Factory }): LuaTable {
  const table = new LuaTable();
  for (const name of Object.keys(factories)) table.setField(name, factories[name]!(vm, table));
  return table;
}
