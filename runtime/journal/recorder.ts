import type { Outstanding } from "../engine/effects.ts";
import type { Run } from "../engine/run-state.ts";
import type { Provenance } from "../events.ts";
import type { StoreBackend } from "../host/store-backend.ts";
import type { RunOptions } from "../options.ts";
import type { JournalAnswer, JournalAnswers, JournalEntry, JournalIntent } from "./entries.ts";
import { guardedStore } from "./guarded-store.ts";
import type { JournalStorage } from "./index.ts";
import { OwnStore } from "./own-store.ts";
import { refusal, unwritten } from "./refusal.ts";
import { keptReply, plainReply } from "./replies.ts";

/** Keeps the answers of a run in its journal before they are applied, and gives a run that goes on those that were kept. */
export class Recorder {
  readonly #storage: JournalStorage;
  /** True for a store in memory. */
  readonly #isOwnStore: boolean;
  /**
   * The same where tools write to it too: who came first cannot be repeated, so that answers and changes are kept. Without it what the
   * run does to its store is done again.
   */
  #watched: OwnStore | undefined;
  /** True when the run reports what goes over the wire. */
  readonly #isRawWanted: boolean;
  readonly #batches: JournalAnswers[] = [];
  readonly #intents = new Map<string, JournalIntent>();
  /** How many batches were applied again. */
  #applied = 0;
  /** What was issued and may have its answer in the journal, by its place. */
  readonly #issued = new Map<string, Outstanding>();
  /** Settles when all before is kept: entries are written one after the other. */
  #written: Promise<unknown> = Promise.resolve();
  /** True once the run has started: what prepare asks for is asked again. */
  #hasBegun = false;
  #giveUp = (): void => {};
  /** Rejects when the run has ended. */
  readonly #ended = new Promise<never>((_resolve, reject) => {
    this.#giveUp = () => reject(new Error("the run has ended"));
  });

  constructor(storage: JournalStorage, { store, debugCapture }: RunOptions) {
    this.#storage = storage;
    this.#isOwnStore = store === undefined;
    this.#isRawWanted = debugCapture === true;
    // Mostly nobody waits for it.
    this.#ended.catch(() => undefined);
  }

  /** From now on answers are kept, and kept ones are given. */
  begin({ store }: Run): void {
    this.#hasBegun = true;
    // A store that is there by now was made for tools. What capabilities did to it as they were activated they do again.
    if (store !== undefined) this.watched(store);
    this.#watched?.taken();
  }

  /** The run has ended: changes of files that wait for the journal are not made. */
  end(): void {
    this.#giveUp();
  }

  /** Takes the next entry of a journal behind its header; false for what is none. */
  read(entry: JournalEntry | null | undefined): boolean {
    if (entry?.kind === "answers" && isList(entry.answers)) this.#batches.push(entry);
    else if (entry?.kind === "intent") this.#intents.set(keyOf(entry), entry);
    else return false;
    return true;
  }

  /** True while answers of the journal are left to be applied. */
  get isReplaying(): boolean {
    return this.#hasBegun && this.#applied < this.#batches.length;
  }

  /** True for an effect that the run performs by itself, again when it goes on. */
  isOwn({ kind }: Outstanding): boolean {
    if (kind === "store") return this.#isOwnStore && this.#watched === undefined;
    return kind === "preparation" || kind === "history";
  }

  /** True for an effect that must not be performed now: its answer may be in the journal. */
  holds(outstanding: Outstanding): boolean {
    if (!this.isReplaying) return false;
    this.#issued.set(keyOf(outstanding.provenance), outstanding);
    return !this.isOwn(outstanding);
  }

  /** What was held and has no answer in the journal, in issue order: once, when the journal is at its end. */
  released(): Outstanding[] {
    if (this.isReplaying) return [];
    const held = [...this.#issued.values()];
    this.#issued.clear();
    return held.filter((outstanding) => !this.isOwn(outstanding) && !outstanding.isDropped);
  }

  /** Gives the next batch of kept answers to those who wait for them. Throws an `Error` when nobody waits for one of them. */
  replay(apply: (batch: readonly Outstanding[]) => void): void {
    const { answers, writes = [] } = this.#batches[this.#applied]!;
    this.#watched?.repeat(writes);
    apply(answers.map((answer) => this.#answered(answer)));
    this.#applied++;
  }

  /** Keeps a batch of answers, then calls back. Each becomes what the journal has of it, so that a run that goes on sees the same. */
  keep(batch: readonly Outstanding[], done: (problem?: Error) => void): void {
    if (!this.#hasBegun || batch.length === 0) {
      done();
      return;
    }
    const answers = batch.map((outstanding) => this.#plain(outstanding));
    this.#append({ kind: "answers", answers, ...this.#watched?.taken() }).then(
      () => done(),
      (cause: unknown) => done(unwritten(cause)),
    );
  }

  /** The store for one operation, such that what changes a file happens once even when the process dies in between. */
  storeFor(place: Provenance, store: StoreBackend): StoreBackend {
    if (this.#isOwnStore) return this.#watched ?? store;
    return guardedStore(store, this.#intents.get(keyOf(place)), (before) =>
      // A store that has not begun is no reason to wait for a journal that never answers.
      Promise.race([this.#ended, this.#append({ kind: "intent", ...place, ...before })]),
    );
  }

  /** The store as tools see it: they are not called again, so that what is done to the run's own is kept. */
  watched(store: StoreBackend): StoreBackend {
    if (!this.#isOwnStore) return store;
    this.#watched ??= new OwnStore(store);
    return this.#watched;
  }

  #plain(outstanding: Outstanding): JournalAnswer {
    const { kind: effect, provenance, due, reply } = outstanding;
    const answer = { ...provenance, effect, ...(due !== undefined && { due }) };
    if (this.isOwn(outstanding)) return answer;
    const plain = plainReply(effect, reply!, this.#isRawWanted);
    if ("value" in reply!) outstanding.reply = keptReply(plain);
    return { ...answer, ...plain };
  }

  #answered(answer: JournalAnswer): Outstanding {
    const key = keyOf(answer);
    const outstanding = this.#issued.get(key);
    if (outstanding?.kind !== answer.effect)
      throw refusal(`it answers ${answer.effect} ${key}, which the run has not asked for`);
    this.#issued.delete(key);
    if (answer.due !== undefined) outstanding.due = answer.due;
    if (!this.isOwn(outstanding)) outstanding.reply = keptReply(answer);
    return outstanding;
  }

  #append(entry: JournalEntry): Promise<unknown> {
    this.#written = this.#written.then(() => this.#storage.append(entry));
    return this.#written;
  }
}

function isList(answers: unknown): boolean {
  return Array.isArray(answers) && answers.every((answer) => typeof answer === "object" && answer !== null);
}

function keyOf({ task, seq }: Provenance): string {
  return `${task}:${seq}`;
}
