import { call, callable, callSteps, first } from "./call.ts";
import { runtimeError } from "./error.ts";
import { spend } from "./fuel.ts";
import { LONG, payLookup } from "./long-string.ts";
import { setWeighed } from "./memory.ts";
import { getMetamethod } from "./metatable.ts";
import { GlobalTable, LuaTable } from "./table.ts";
import { typeName } from "./type-name.ts";
import type { LuaFunction, Value } from "./value.ts";
import type { VM } from "./vm.ts";

const LONGEST_CHAIN = 2000;
/** Longer chains of metatables cost fuel. */
const FREE_STEPS = 8;

/** `object[key]` with all of manual §2.4 `__index`. The operand of an error is the object: 1 for a method call, else 0. */
export function index(vm: VM, object: Value, key: Value, operand = 0): Value {
  if (object instanceof LuaTable) {
    let value: Value;
    if (typeof key === "string") {
      if (key.length > LONG) payLookup(vm, object, key);
      value = object.getString(key);
    } else value = object.get(key);
    if (value !== undefined) return value;
    if (object.mt === undefined && !(object instanceof GlobalTable)) return undefined;
  }
  const found = findIndex(vm, object, key, operand);
  return found instanceof Handler ? first(call(vm, found.callee, found.object, key)) : found;
}

/** `index` where an `__index` function may suspend. */
export function* indexSteps(
  vm: VM,
  object: Value,
  key: Value,
  operand = 0,
): Generator<unknown, Value, Value> {
  const found = findIndex(vm, object, key, operand);
  return found instanceof Handler ? first(yield* callSteps(vm, found.callee, found.object, key)) : found;
}

/** The function that `object:key()` or a global call means, or something to call in its place; an index error names operand 1. */
export function method(vm: VM, object: Value, key: string): LuaFunction {
  const found = index(vm, object, key, 1);
  return typeof found === "function" ? found : callable(vm, found);
}

/** `object[key] = value` with all of manual §2.4 `__newindex`. */
export function setIndex(vm: VM, object: Value, key: Value, value: Value): void {
  const handler = store(vm, object, key, value);
  if (handler !== undefined) call(vm, handler.callee, handler.object, key, value);
}

/** `setIndex` where a `__newindex` function may suspend. */
export function* setIndexSteps(
  vm: VM,
  object: Value,
  key: Value,
  value: Value,
): Generator<unknown, void, Value> {
  const handler = store(vm, object, key, value);
  if (handler !== undefined) yield* callSteps(vm, handler.callee, handler.object, key, value);
}

/** A metamethod to call with the object it was found for. */
class Handler {
  readonly callee: LuaFunction;
  readonly object: Value;

  constructor(callee: LuaFunction, object: Value) {
    this.callee = callee;
    this.object = object;
  }
}

function findIndex(vm: VM, object: Value, key: Value, operand: number): Value | Handler {
  let current = object;
  for (let step = 0; step < LONGEST_CHAIN; step++) {
    if (step > FREE_STEPS) spend(vm, 1);
    if (typeof key === "string" && key.length > LONG) payLookup(vm, current, key);
    let handler: Value;
    if (current instanceof LuaTable) {
      const value = current.get(key);
      if (value !== undefined || current.mt === undefined) return value;
      if (current instanceof GlobalTable && current.guards.has(key)) return undefined;
      handler = current.mt.getString("__index");
      if (handler === undefined) return undefined;
    } else {
      handler = getMetamethod(vm, current, "__index");
      if (handler === undefined) {
        throw runtimeError(
          `attempt to index a ${typeName(vm, current)} value`,
          step === 0 ? operand : undefined,
        );
      }
    }
    if (typeof handler === "function") return new Handler(handler, current);
    current = handler;
  }
  throw runtimeError("'__index' chain too long; possible loop");
}

/** Stores raw where that is what the assignment means; gives the `__newindex` function where one must be called. */
function store(vm: VM, object: Value, key: Value, value: Value): Handler | undefined {
  let current = object;
  for (let step = 0; step < LONGEST_CHAIN; step++) {
    if (step > FREE_STEPS) spend(vm, 1);
    if (typeof key === "string" && key.length > LONG) payLookup(vm, current, key);
    let handler: Value;
    if (current instanceof LuaTable) {
      handler = assignment(current, key);
      if (handler === undefined) {
        checkKey(key);
        setWeighed(vm, current, key, value);
        return undefined;
      }
    } else {
      handler = getMetamethod(vm, current, "__newindex");
      if (handler === undefined) {
        throw runtimeError(`attempt to index a ${typeName(vm, current)} value`, step === 0 ? 0 : undefined);
      }
    }
    if (typeof handler === "function") return new Handler(handler, current);
    current = handler;
  }
  throw runtimeError("'__newindex' chain too long; possible loop");
}

/** The `__newindex` that an assignment to a table must honour: none when the key is present or guarded. */
function assignment(table: LuaTable, key: Value): Value {
  if (table.mt === undefined) return undefined;
  if (table instanceof GlobalTable && table.guards.has(key)) return undefined;
  const handler = table.mt.getString("__newindex");
  return handler === undefined || table.get(key) !== undefined ? undefined : handler;
}

/** Refuses nil and NaN as the key of an assignment (manual §2.1). */
export function checkKey(key: Value): void {
  if (key === undefined) throw runtimeError("table index is nil");
  if (typeof key === "number" && Number.isNaN(key)) throw runtimeError("table index is NaN");
}
