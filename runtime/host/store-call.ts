import type { SectionVM } from "../engine/state.ts";
import { effect, suspendingHost } from "../engine/suspend.ts";
import { EffectDropped } from "../errors.ts";
import { Stop, spend } from "../lua/fuel.ts";
import { hostError } from "../lua/host-error.ts";
import { MemoryError, made, reserve, watch } from "../lua/memory.ts";
import { LuaTable } from "../lua/table.ts";
import type { LuaFunction, Value } from "../lua/value.ts";
import type { EffectContext } from "../options.ts";
import { encodeUtf8 } from "../utf8.ts";
import { StoreArguments } from "./store-arguments.ts";
import { type Awaitable, isPromise } from "./store-backend.ts";
import { StoreFailure } from "./store-failure.ts";
import { Files } from "./store-files.ts";

/** What a store operation gives, as text of the host's side. */
export type StoreAnswer = string | boolean | readonly string[] | undefined;

/** One store function. */
export interface StoreFunction {
  /** Its name in the table `store`. */
  readonly name: string;
  /** The middle of its reports' names; none for `exists`. */
  readonly reports?: "write" | "append" | "read" | "read_numbered" | "replace" | "delete" | "glob";
  /** Checks the argument types and gives the operation; both throw a `StoreFailure` for what the prompt did wrong. */
  readonly prepare: (values: StoreArguments) => (files: Files) => Awaitable<StoreAnswer>;
}

/**
 * A store function for a section VM: one effect in a block (STO-70), direct while the shared library loads (STO-71). Each call leaves
 * its report before its caller goes on (STO-72); a failure is an error value of kind `lua` (STO-15).
 */
export function storeFunction(vm: SectionVM, definition: StoreFunction): LuaFunction {
  const { entry } = vm;
  const settle = (reply: StoreReply): Value => settleReply(vm, definition, reply);
  const waiting = suspendingHost(vm, function* (...values) {
    const call = prepareCall(vm, definition, new StoreArguments(values), values);
    if ("failure" in call) return settle(call);
    const { perform, asked } = call;
    return yield* effect(vm, {
      kind: "store",
      perform,
      settle,
      get request() {
        return asked();
      },
    });
  });
  const either: LuaFunction = (...values) =>
    entry.loading ? vm.storeAtLoad!(definition, values) : waiting(...values);
  either.g = function* (...values) {
    return entry.loading ? vm.storeAtLoad!(definition, values) : yield* waiting.g!(...values);
  };
  return either;
}

/** Checks the arguments of a call: gives what performs it and what the journal keeps of it, or why it is refused. */
export function prepareCall(
  vm: SectionVM,
  { name, prepare }: StoreFunction,
  prepared: StoreArguments,
  values: readonly Value[],
) {
  spend(vm, CALL_UNITS);
  for (const value of values) if (typeof value === "string") spend(vm, value.length >> 3);
  try {
    const operation = prepare(prepared);
    return {
      perform: (context?: EffectContext): Awaitable<StoreReply> =>
        answered(() => operation(new Files(vm.entry, context?.provenance))),
      asked: () => ({ operation: name, arguments: prepared.plain() }),
    };
  } catch (thrown) {
    return failedReply(thrown);
  }
}

/** What a call takes by itself, in fuel. */
const CALL_UNITS = 64;

/** Reports a call and gives its answer; throws the error of one that has failed (STO-15, STO-72). */
export function settleReply(vm: SectionVM, { reports }: StoreFunction, reply: StoreReply): Value {
  const failed = "failure" in reply;
  if (reports !== undefined) vm.run.emit(`store_${reports}_${failed ? "failed" : "succeeded"}`, vm.entry);
  if (!failed) return luaAnswer(vm, reply.value);
  const error = hostError(vm, "lua", encodeUtf8(reply.failure));
  error.cause = reply.cause;
  throw error;
}

/** The reply of a store effect: plain data, for the journal, but for what the backend threw, which is for people. */
export type StoreReply = { readonly value?: Exclude<StoreAnswer, undefined> } | StoreRefusal;

export interface StoreRefusal {
  readonly failure: string;
  readonly cause?: unknown;
}

function answered(run: () => Awaitable<StoreAnswer>): Awaitable<StoreReply> {
  try {
    const answer = run();
    return isPromise(answer) ? answer.then(reply, failedReply) : reply(answer);
  } catch (thrown) {
    return failedReply(thrown);
  }
}

function reply(value: StoreAnswer): StoreReply {
  return value === undefined ? {} : { value };
}

/** What a call is refused with that has thrown; what is no failure of it is thrown on. */
export function failedReply(thrown: unknown): StoreRefusal {
  if (thrown instanceof Stop || thrown instanceof EffectDropped || thrown instanceof MemoryError)
    throw thrown;
  if (thrown instanceof StoreFailure) return { failure: thrown.message };
  return { failure: "store backend failure", cause: thrown };
}

function luaAnswer(vm: SectionVM, value: StoreAnswer): Value {
  if (typeof value === "string") {
    reserve(vm, value.length);
    spend(vm, value.length >> 3);
    const text = encodeUtf8(value);
    made(vm, text.length);
    return text;
  }
  if (typeof value !== "object") return value;
  const table = new LuaTable([0, ...value.map(encodeUtf8)]);
  watch(vm, table, table.arr.length);
  return table;
}
