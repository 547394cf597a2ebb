import { expect } from "vitest";
import type {
  Chunk,
  Contract,
  Ending,
  Factory,
  PromptModule,
  SectionModule,
  Template,
} from "../../../runtime/engine/module.ts";
import type { Entry, SectionVM } from "../../../runtime/engine/state.ts";
import {
  answersOf,
  baseError,
  basePcall,
  baseTostring,
  block,
  definePrompt,
  fail,
  hostCall,
  hostJump,
  installErrors,
  installNumbers,
  loadShared,
  mainWalk,
  Region,
  sectionVM,
} from "../../../runtime/internal.ts";
import { call, callSteps } from "../../../runtime/lua/call.ts";
import type { Steps, Value } from "../../../runtime/lua/value.ts";
import type { RunOptions } from "../../../runtime/options.ts";
import type { Prompt } from "../../../runtime/prompt.ts";
import type { PromptRun } from "../../../runtime/run.ts";

/** The Lua of one block: may call globals by name through `lua`, and says at which line it is. */
export type Body = (lua: Lua) => Steps;

/** A section to build: its blocks, and the sections beneath it. */
export interface SectionSpec {
  readonly name: string;
  readonly blocks?: readonly Body[];
  readonly children?: readonly SectionSpec[];
  readonly items?: readonly string[];
}

export interface PromptSpec {
  readonly sections?: readonly SectionSpec[];
  readonly h1?: readonly Body[];
  readonly shared?: Body;
  readonly globals?: { readonly [name: string]: Factory };
  readonly module?: Partial<PromptModule>;
}

/** The Lua of a block that never waits. */
export function plain(lua: (lua: Lua) => Value): Body {
  // biome-ignore lint/correctness/useYield: the Lua of a block is a generator whether it waits or not
  return function* (given) {
    return lua(given);
  };
}

/** What a block's code does in these tests: each block begins on file line 10 and has lines 1 to 9. */
export class Lua {
  readonly vm: SectionVM;
  line = 1;

  constructor(vm: SectionVM) {
    this.vm = vm;
  }

  /** Calls a global from suspending code, at a line of the region. */
  *call(name: string, ...values: Value[]): Generator<unknown, Value, Value> {
    const result = yield* callSteps(this.vm, this.vm.globals.getString(name), ...values);
    return Array.isArray(result) ? (result[0] as Value) : (result as Value);
  }

  /** `pcall(name, …)`: the error value, or undefined when the call succeeded. */
  *caught(name: string, ...values: Value[]): Generator<unknown, Value, Value> {
    const result = yield* callSteps(
      this.vm,
      this.vm.globals.getString("pcall"),
      this.vm.globals.getString(name),
      ...values,
    );
    return Array.isArray(result) && result[0] === false ? (result[1] as Value) : undefined;
  }

  /** Calls a global where nothing can wait. */
  plain(name: string, ...values: Value[]): Value {
    const result = call(this.vm, this.vm.globals.getString(name), ...values);
    return Array.isArray(result) ? (result[0] as Value) : (result as Value);
  }
}

/** Nine sites, one on each line. */
const LINES = "1\n1\n1\n1\n1\n1\n1\n1\n1";

export const CONTRACT: Contract = {
  args: {
    isDefault: true,
    declarations: [
      { name: "prose", type: "string", optional: true, description: "Freeform input for this prompt" },
    ],
  },
  roles: [],
  capabilities: [],
  tools: [],
};

/** A prompt shaped like an emitted module. */
export function promptOf(spec: PromptSpec): Prompt {
  const sections: SectionModule[] = [];
  const top = place(spec.sections ?? [], 2, undefined, sections);
  const { h1, shared } = spec;
  return definePrompt({
    abi: 1,
    compiler: "0.1.0",
    file: "test.prompt.md",
    name: "test",
    description: "A test",
    promptforge: 0,
    contract: CONTRACT,
    title: "T",
    sections,
    ...(top.length > 0 ? { entry: top[0]! } : {}),
    topLevel: top.length,
    ...(h1 === undefined
      ? {}
      : {
          h1: (entry: Entry) =>
            blocks(entry, h1, () => "H1 `T` lua") as Generator<unknown, Ending | undefined, Value>,
        }),
    ...(shared === undefined ? {} : { shared: loaderOf(shared) }),
    walk: mainWalk,
    vm: sectionVM,
    guards: [installErrors, installNumbers],
    answers: answersOf,
    globals: {
      jump: hostJump,
      call: hostCall,
      error: baseError,
      pcall: basePcall,
      tostring: baseTostring,
      ...spec.globals,
    },
    ...spec.module,
  });
}

/** The sections of one level, their indices given back; children follow their parent, as in a file. */
function place(
  specs: readonly SectionSpec[],
  level: number,
  parent: number | undefined,
  sections: SectionModule[],
): number[] {
  const indices = specs.map((spec) => {
    const index = sections.push(undefined as unknown as SectionModule) - 1;
    place(spec.children ?? [], level + 1, index, sections);
    return { spec, index };
  });
  indices.forEach(({ spec, index }, position) => {
    const next = indices[position + 1]?.index;
    sections[index] = {
      name: spec.name,
      level,
      ...(parent === undefined ? {} : { parent }),
      ...(spec.items === undefined ? {} : { items: spec.items }),
      *run(entry) {
        const label = (at: number) => `section \`${spec.name}\` ${at === 0 ? "prologue" : "lua"}`;
        return (yield* blocks(entry, spec.blocks ?? [], label)) ?? next;
      },
    };
  });
  return indices.map(({ index }) => index);
}

function* blocks(
  entry: Entry,
  bodies: readonly Body[],
  label: (position: number) => string,
): Generator<unknown, Ending | undefined, Value> {
  for (const [position, body] of bodies.entries()) {
    const region = new Region(label(position), 10, LINES);
    const template: Template = [];
    const ending = yield* block(entry, region, chunk(region, body), template);
    if (ending !== undefined) return ending;
  }
  return undefined;
}

function loaderOf(body: Body): (entry: Entry) => undefined {
  const region = new Region("prompt shared library", 5, LINES);
  return (entry) => loadShared(entry, region, chunk(region, body));
}

function chunk(region: Region, body: Body): Chunk {
  return function* (vm) {
    const lua = new Lua(vm);
    try {
      return yield* body(lua);
    } catch (thrown) {
      throw fail(vm, region, lua.line, thrown);
    }
  };
}

/** The kinds of a run's events with their sections, in order: `section_started First`. */
export async function eventsOf(run: PromptRun): Promise<string[]> {
  const seen: string[] = [];
  for await (const { kind, section } of run) seen.push(`${kind} ${section}`);
  return seen;
}

/** The kind and message that a run fails with. */
export async function failureOf(
  prompt: Prompt,
  input?: string,
  options?: RunOptions,
): Promise<[string, string]> {
  const outcome = await prompt.start(input, options).outcome;
  expect(outcome.status).toBe("failed");
  if (outcome.status !== "failed") throw new Error("unreachable");
  return [outcome.error.kind, outcome.error.message];
}
