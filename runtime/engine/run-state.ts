import type { Boundary, EventFields, JsonValue, RunEvent } from "../events.ts";
import type { ModelHandle } from "../host/models/handle.ts";
import type { StoreBackend } from "../host/store-backend.ts";
import type { Histories } from "../host/tasks/history.ts";
import type { Recorder } from "../journal/recorder.ts";
import type { Addresses } from "../lua/address.ts";
import { QUANTUM, Stop } from "../lua/fuel.ts";
import type { Entropy, Tank } from "../lua/vm.ts";
import type { RunLimits, RunOptions } from "../options.ts";
import { decodeUtf8, encodeUtf8 } from "../utf8.ts";
import type { Declarations } from "../version-1/declarations.ts";
import type { Claims } from "./claims.ts";
import type { PromptModule } from "./module.ts";
import type { Bindings } from "./prepare.ts";

/** Who reports an event: its section as a byte string, and the task it counts under. An `Entry` is one. */
export interface Source {
  readonly section: string;
  readonly chain: { readonly task: string };
}

/** Everything that one run of a prompt knows (HOST-1). */
export class Run implements Tank {
  readonly module: PromptModule;
  readonly options: RunOptions;
  /** The argument string, a byte string. */
  readonly args: string;
  /** UTF-16. */
  execution: string;
  startedAt: number;
  /** The host's snapshot, for a prompt that can name `ui` (UI-01). */
  readonly ui: JsonValue | undefined;
  /** What is not given has its default where it is used: only a module that can meet a limit links it. */
  readonly limits: Partial<RunLimits>;
  addresses?: Addresses | undefined;
  readonly entropy: Entropy;
  /** The host's store; without one the first store operation puts an in-memory store here. */
  store: StoreBackend | undefined;
  /** What prepare bound; undefined when the prompt asks for nothing. */
  bindings: Bindings | undefined;
  /** The prompt-wide default of `models.default`, set once (MOD-21). */
  defaultModel: ModelHandle | undefined;
  /** How many model rounds each task has completed (CONV-28), once there has been one. */
  rounds: Map<string, number> | undefined;
  /** What the H1 pass has declared, and how many sections were entered (V1-44, V1-57). */
  declare declarations: Declarations | undefined;
  declare entryCount: number | undefined;
  /** Who has used which file; undefined where only one chain can (STO-80). */
  claims: Claims | undefined;
  /** Keeps the answers of the host, once the journal is open. */
  recorder: Recorder | undefined;
  /** The same log by task, once one was read (EVT-1). */
  histories: Histories | undefined;
  /** The run's own log, in emission order: what iterations and `tasks.events` read (HOST-2). */
  readonly events: RunEvent[] = [];
  /** The same with the live fragments of task `0` between them, once there is one (HOST-7). */
  parts: (RunEvent | string)[] = this.events;
  /** See `Fuel`: such that `limits.luaSteps` is a whole number of them. */
  readonly quantum: number;
  /** When `timeoutMs` is over, in milliseconds since 1970. */
  readonly deadline: number;
  /** Set once the run must end: thrown at the next check. */
  stopping: Stop | undefined;
  /** Called once, with the next event or fragment or at the end. */
  readonly watchers: (() => void)[] = [];
  /** Whose the events of its start and end are, once it has started (HOST-10). */
  boundary: Source | undefined;
  readonly #sequences = new Map<string, number>();
  #spent = 0;
  #observerFailed = false;

  constructor(module: PromptModule, args: string, options: RunOptions) {
    this.module = module;
    this.options = options;
    this.args = encodeUtf8(args);
    this.execution = decodeUtf8(encodeUtf8(options.execution ?? randomName()));
    this.entropy = { seed: options.seed };
    const now = Date.now();
    this.startedAt = options.startedAt ?? now;
    this.ui = module.ui?.(options);
    this.limits = options.limits ?? {};
    this.store = options.store;
    const { luaSteps } = this.limits;
    this.quantum =
      luaSteps === undefined ? QUANTUM : Math.floor(luaSteps / Math.ceil(luaSteps / QUANTUM)) || 1;
    this.deadline = now + (options.timeoutMs ?? Infinity);
    this.#sequences.set("0", options.provenanceStart ?? 0);
  }

  /** Takes the next sequence number of a task: one for each event and each effect (EVT-6). */
  next(task: string): number {
    const seq = this.#sequences.get(task) ?? 0;
    this.#sequences.set(task, seq + 1);
    return seq;
  }

  /** Reports an event: plain JSON in UTF-16, frozen, kept in the log and handed to the observer (HOST-6, HOST-20). Objects in `fields` are frozen. */
  emit(kind: Boundary, source: Source): void;
  emit<Kind extends keyof EventFields>(kind: Kind, source: Source, fields: EventFields[Kind]): void;
  emit(kind: string, source: Source, fields?: object): void {
    const { task } = source.chain;
    const provenance = Object.freeze({ task, seq: this.next(task) });
    const base = { kind, execution: this.execution, section: decodeUtf8(source.section), provenance };
    const event = Object.freeze(Object.assign(base, fields)) as RunEvent;
    // What prompts read of their own history says nothing of it.
    const shown =
      this.recorder?.isReplaying === true ? Object.freeze({ ...event, replayed: true as const }) : event;
    if (shown !== event && this.parts === this.events) this.parts = [...this.events];
    this.events.push(event);
    if (this.parts !== this.events) this.parts.push(shown);
    this.tell(this.options.onEvent, shown);
    this.wake();
  }

  /** Calls who watches the run. */
  wake(): void {
    if (this.watchers.length > 0) for (const watcher of this.watchers.splice(0)) watcher();
  }

  /** Calls an observer; the first that throws, or gives a promise that rejects, is told to `onObserverError` (HOST-6). */
  tell<Given extends unknown[]>(observer: ((...given: Given) => unknown) | undefined, ...given: Given): void {
    try {
      (observer?.(...given) as Partial<PromiseLike<unknown>> | undefined)?.then?.(undefined, (error) =>
        this.#blame(error),
      );
    } catch (error) {
      this.#blame(error);
    }
  }

  /** Ends the run at the next check; the first reason stands (OUT-02). */
  stop(reason: unknown): void {
    this.stopping ??= new Stop(reason);
  }

  /** True when the run must end: the host has cancelled, or a limit or the deadline was passed. */
  mustStop(): boolean {
    const { signal } = this.options;
    if (Date.now() >= this.deadline) this.stop("timeoutMs");
    if (signal?.aborted === true) this.stop(signal.reason);
    return this.stopping !== undefined;
  }

  /** Throws the `Stop` of a run that must end: cancelled, over its limits or past its deadline. */
  check(): void {
    if (this.mustStop()) throw this.stopping;
  }

  /** Counts what Lua has spent and ends a run over its step limit, past its deadline or cancelled (CAN-01a). */
  refill(spent: number): void {
    this.spend(spent);
    this.check();
  }

  /** Counts loop back-edges and calls; the next check ends a run that is over its limit. */
  spend(steps: number): void {
    this.#spent += steps;
    const { luaSteps } = this.limits;
    if (luaSteps !== undefined && this.#spent > luaSteps) this.stop("limits.luaSteps");
  }

  // The observer of observers has nobody to tell.
  #blame(error: unknown): void {
    if (this.#observerFailed) return;
    this.#observerFailed = true;
    this.tell(this.options.onObserverError, error);
  }
}

/** A name that no other run has: the time and 52 random bits. WebCrypto would cost a fresh process of Node 5 ms and more. */
function randomName(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(1);
}
