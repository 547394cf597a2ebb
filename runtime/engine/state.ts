import type { RunEvent } from "../events.ts";
import type { ModelHandle } from "../host/models/handle.ts";
import type { StoreFunction } from "../host/store-call.ts";
import type { Toolbox } from "../host/tools/toolbox.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Value } from "../lua/value.ts";
import { VM } from "../lua/vm.ts";
import type { EffectContext } from "../options.ts";
import type { Conversation } from "../version-1/conversation.ts";
import type { Arm } from "../version-1/write-race.ts";
import type { Answers } from "./answers.ts";
import type { Jump, PromptModule, Template } from "./module.ts";
import type { OwnedTasks } from "./owned-tasks.ts";
import type { Run } from "./run-state.ts";
import type { Task } from "./task.ts";
import type { ToolScope } from "./tool-scope.ts";

/** A section VM: the Lua state of one section entry, with what its host functions need. */
export class SectionVM extends VM {
  readonly run: Run;
  readonly chain: Chain;
  readonly entry: Entry;
  /** The text of a returned scalar that is not nil: set where it may be a number. */
  scalarText?: (value: Value) => string;
  /** Runs a store function while the shared library loads: set where both are linked (STO-71). */
  declare storeAtLoad?: (definition: StoreFunction, values: readonly Value[]) => Value;
  /** Turns of loops and entries of functions that recur so far, where they are limited (V1-75). */
  declare steps: number;
  /** What its tool functions share, once one has been used. */
  toolbox?: Toolbox;
  /** The bound and local tools in scope; linked when a model can be offered any. */
  tools?: ToolScope;
  /** The engine's own tools in scope; linked when a model can be offered them (MTK-2). */
  builtIns?: ToolScope;

  constructor(entry: Entry) {
    const { run, chain } = entry;
    super(run, entry.id, run.limits.luaMemoryBytes ?? 67_108_864);
    this.run = run;
    this.chain = chain;
    this.entry = entry;
    this.fuel = this.granted = run.quantum >> 7;
  }
}

/** What the first entry of an arm or task is given: `item` and `sys.index` (FAN-16, TSK-3). */
export interface Seed {
  readonly item?: Json | undefined;
  readonly index?: number | undefined;
  /** The sections that its entry sees, where they are not those of its section (V1-43). */
  readonly visible?: readonly number[];
}

/** A walk over sibling sections (VOC-1). Strings are byte strings. */
export interface Chain {
  /** `0` for the main walk (ID-20). */
  readonly id: string;
  /** Id of the nearest enclosing task (ID-21). */
  readonly task: string;
  readonly depth: number;
  /** The chain's argument string, never changed by Lua (SUB-24). */
  readonly args: string;
  /** The parsed form; undefined is nil (ARG-33). Replaced once by the H1 read-back (ARG-43). */
  argv: Json | undefined;
  /** The chain's current `var` between section entries (VARX-01). */
  var: JsonObject;
  /** Next entry and child index (ID-20). */
  entries: number;
  children: number;
  /** The seed of the first entry of an arm or task; the first entry takes it over. */
  seed: Seed | undefined;
  /** Where the levels resume that a jump to a child suspended, innermost last (CHILD-02). */
  readonly suspended: number[];
  /** The section that it has entered last, a byte string. */
  section: string;
  /** The entry it is in, until that is torn down. */
  entry: Entry | undefined;
  /** Takes the notices of ended model tasks that are queued, byte strings: set by the first (MTK-41). */
  notices?: () => readonly string[];
  /** The chain that its running `call` waits for. */
  called: Chain | undefined;
  /** The task that it belongs to; undefined for the main walk and the chains it calls (VOC-2). */
  readonly within?: Task | undefined;
  /** The tasks that it has started; undefined while there is none (VOC-3). */
  tasks: OwnedTasks | undefined;
  /** Why `jump` is refused at the moment; undefined when it is not (JUMP-09). */
  barred?: string | undefined;
  /** The last reply on its walk, a byte string (V1-32). */
  reply?: string | undefined;
  /** True once it has jumped (V1-51). */
  hasJumped?: boolean;
  /** The fanout arm that it belongs to (V1-53). */
  readonly arm?: Arm | undefined;
}

/** One run through a section or through the H1 body. */
export interface Entry {
  readonly run: Run;
  readonly chain: Chain;
  /** Set when the entry is set up; a module without Lua has none, and nothing that reads it. */
  vm: SectionVM;
  /** `sys.id`. */
  readonly id: string;
  /** Byte string: the heading, in the H1 pass the title. */
  readonly section: string;
  /** Index into `PromptModule.sections`; undefined in the H1 pass. */
  readonly index: number | undefined;
  readonly seed: Seed | undefined;
  /** The pending prose of the running block; `rendered` once read (SUB-05). Undefined while the shared library loads. */
  prose: { readonly template: Template; rendered?: string | undefined } | undefined;
  /** Set by `jump`: looked up once the section has closed (JUMP-01). */
  jump: Jump | undefined;
  /** Set when the module names `var`: reads the guarded table as JSON, or throws (VAR-30). Undefined: `var` is unchanged. */
  readVar?: (() => JsonObject) | undefined;
  /** What the chain takes over when the entry closes, in order; they are told whether it has returned a result. */
  readonly readBacks: ((returned: boolean) => void)[];
  /** The error values that suspending calls were answered with: ERR-41 against ERR-42. Undefined while there are none. */
  answered?: Answers;
  /** The model that the section has selected with its options (MOD-20); undefined: the run's default counts. */
  selection?: ModelHandle;
  /** `sys.model`, a byte string; undefined while it is not present. */
  model?: string | undefined;
  /** True while the shared library loads: suspending calls cannot run, the store runs directly. */
  loading?: boolean;
  /** Its number among the entries of the run, its time in milliseconds since 1970, the reply that it began with (V1-32, V1-44). */
  number?: number;
  now?: number;
  incoming?: string | undefined;
  /** What its prose has said to the model, once it had any (V1-20). */
  conversation?: Conversation;
  /** Called when a prose block begins (V1-20). */
  onProse?: () => void;
}

/** What an effect is answered with. */
export type Answer = { readonly value: Value } | { readonly error: unknown };

/**
 * Work for the host (VOC-6). A suspending host function yields it through `effect`; the driver calls `perform` when the turn ends
 * and applies the answers in issue order (SCH-5, SCH-6).
 */
export interface Effect<Reply = unknown, Outcome = Reply> {
  readonly kind:
    | "store"
    | "userInput"
    | "model"
    | "tool"
    | "timer"
    | "history"
    | "preparation"
    | "resolve"
    | "clock";
  /**
   * Begins the work; a value that is no promise answers on the spot (no event loop turn is needed). The context's signal aborts when the
   * waiting chain is stopped or the run ends; a `store` effect gets none, because it is always finished (SCH-10).
   */
  readonly perform: (context: EffectContext) => Reply | PromiseLike<Reply>;
  /** For a timer: when it is over, in milliseconds since 1970. */
  readonly due?: number;
  /** For the journal: what was asked, as plain JSON. */
  readonly request: unknown;
  /**
   * Applies the answer: emits its events and gives what the waiting call goes on with, or throws what is raised there. Without
   * it the call goes on with the reply itself.
   */
  readonly settle?: (reply: Reply) => Outcome;
  /** The same for what `perform` threw or rejected with. Without it that is raised at the waiting call. */
  readonly refuse?: (cause: unknown) => Outcome;
}

export type { PromptModule, RunEvent };
