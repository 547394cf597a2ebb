import type { Value } from "../lua/value.ts";
import type { Entry } from "./state.ts";

/** Sets up the VM of an entry and loads the shared library into it, or throws the `Failure` of the load (ENV-30 to ENV-35). */
export function* setUp(entry: Entry): Generator<unknown, void, Value> {
  const { run } = entry;
  const { vm, shared, bind } = run.module;
  if (vm !== undefined) entry.vm = vm(entry);
  run.emit("lua_shared_load_started", entry);
  yield* shared?.(entry) ?? [];
  for (const install of bind ?? []) install(entry.vm);
  run.emit("lua_shared_load_succeeded", entry);
}

/** Tears the entry's VM down, once (EVT-11). */
export function tearDown(entry: Entry): void {
  const { run, chain, vm } = entry;
  if (chain.entry !== entry) return;
  chain.entry = undefined;
  if (vm !== undefined) run.spend(vm.granted - vm.fuel);
  run.emit("lua_teardown_started", entry);
  run.emit("lua_teardown_succeeded", entry);
}
