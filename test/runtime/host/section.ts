import { answersOf } from "../../../runtime/engine/answers.ts";
import { newChain, newEntry } from "../../../runtime/engine/chain.ts";
import type { Contract, PromptModule, SectionModule } from "../../../runtime/engine/module.ts";
import { installNumbers } from "../../../runtime/engine/numbers.ts";
import { Run } from "../../../runtime/engine/run-state.ts";
import { type Effect, type Entry, SectionVM } from "../../../runtime/engine/state.ts";
import type { EffectWait } from "../../../runtime/engine/suspend.ts";
import { mainWalk } from "../../../runtime/engine/walk.ts";
import { snapshotUi } from "../../../runtime/host/ui.ts";
import type { Json, JsonObject } from "../../../runtime/json.ts";
import { list } from "../../../runtime/lua/call.ts";
import { LuaError } from "../../../runtime/lua/error.ts";
import { installErrors } from "../../../runtime/lua/error-text.ts";
import { Fields, LuaTable } from "../../../runtime/lua/table.ts";
import { set } from "../../../runtime/lua/table-write.ts";
import type { LuaFunction, Result, Value } from "../../../runtime/lua/value.ts";
import type { RunOptions } from "../../../runtime/options.ts";

/** What a section entry under test starts with. */
export interface SectionSetup {
  readonly args?: string;
  readonly argv?: Json;
  readonly var?: JsonObject;
  readonly seed?: Entry["seed"];
  /** True for the H1 pass. */
  readonly h1?: boolean;
  readonly options?: RunOptions;
  readonly sections?: readonly SectionModule[];
}

/** A section VM of a prompt with one section, `Only`, which is entered as `0.1` unless the setup says otherwise. */
export function sectionVM(setup: SectionSetup = {}): SectionVM {
  const sections = setup.sections ?? [sectionModule("Only")];
  const run = new Run(promptModule(sections), setup.args ?? "", {
    execution: "test-run",
    seed: 1,
    startedAt: 0,
    ...setup.options,
  });
  const chain = newChain(run.args, setup.argv, setup.var ?? new Map());
  if (setup.h1 === true) return newSectionVM(newEntry(run, chain, "Title", undefined));
  chain.entries = 1;
  chain.seed = setup.seed;
  return newSectionVM(newEntry(run, chain, sections[0]!.name, 0));
}

function newSectionVM(entry: Entry): SectionVM {
  entry.vm = new SectionVM(entry);
  installErrors(entry.vm);
  installNumbers(entry.vm);
  return entry.vm;
}

/** A section that runs nothing. */
export function sectionModule(name: string, more: Partial<SectionModule> = {}): SectionModule {
  return {
    name,
    level: 2,
    // biome-ignore lint/correctness/useYield: the signature of a section
    *run() {
      return undefined;
    },
    ...more,
  };
}

/** A contract whose args are the default declaration, or structured. */
export function contract(isDefault: boolean): Contract {
  return { args: { isDefault, declarations: [] }, roles: [], capabilities: [], tools: [] };
}

/** Calls a host function as a block would: its effects are answered on the spot, or awaited. */
export async function callHost(callee: Value, ...values: Value[]): Promise<readonly Value[]> {
  const { g } = callee as LuaFunction;
  if (g === undefined) return list((callee as LuaFunction)(...values));
  const steps = g(...values);
  let step: IteratorResult<unknown, Result> = steps.next(undefined);
  while (step.done !== true) step = await answer(steps, (step.value as EffectWait<unknown, unknown>).effect);
  return list(step.value);
}

/** The kind and message of the error value that the action raises. */
export async function raised(action: () => unknown): Promise<{ kind: Value; message: Value }> {
  try {
    await action();
  } catch (thrown) {
    if (!(thrown instanceof LuaError) || !(thrown.value instanceof LuaTable)) throw thrown;
    return { kind: thrown.value.getString("kind"), message: thrown.value.getString("message") };
  }
  throw new Error("nothing was raised");
}

/** The message of the error value of kind `lua` that the action raises. */
export async function refusal(action: () => unknown): Promise<Value> {
  const { kind, message } = await raised(action);
  if (kind !== "lua") throw new Error(`kind ${String(kind)}: ${String(message)}`);
  return message;
}

/** A table of constant fields. */
export function record(fields: { readonly [name: string]: Value }): LuaTable {
  const table = new LuaTable(undefined, new Fields());
  for (const [name, value] of Object.entries(fields)) table.setField(name, value);
  return table;
}

/** A sequence. */
export function sequence(...values: Value[]): LuaTable {
  const table = new LuaTable();
  for (const [offset, value] of values.entries()) set(table, offset + 1, value);
  return table;
}

/** The kinds of the events so far. */
export function reports(vm: SectionVM): string[] {
  return vm.run.events.map((event) => event.kind);
}

async function answer(
  steps: ReturnType<NonNullable<LuaFunction["g"]>>,
  { perform, settle, refuse }: Effect,
): Promise<IteratorResult<unknown, Result>> {
  try {
    const context = {
      id: 0,
      key: ":0:0",
      provenance: { task: "0", seq: 0 },
      execution: "",
      section: "",
      limits: {},
      signal: undefined,
    };
    let outcome: unknown;
    try {
      outcome = await perform(context);
    } catch (cause) {
      if (refuse === undefined) throw cause;
      return steps.next(refuse(cause) as Value);
    }
    return steps.next((settle === undefined ? outcome : settle(outcome)) as Value);
  } catch (error) {
    return steps.throw(error);
  }
}

function promptModule(sections: readonly SectionModule[]): PromptModule {
  return {
    abi: 1,
    compiler: "0",
    file: "a.prompt.md",
    name: "a",
    description: "",
    contract: contract(true),
    title: "Title",
    sections,
    entry: 0,
    topLevel: sections.length,
    walk: mainWalk,
    answers: answersOf,
    globals: {},
    ui: snapshotUi,
  };
}
