import type { Outstanding } from "../engine/effects.ts";
import type { Run } from "../engine/run-state.ts";
import type { Provenance } from "../events.ts";
import type { StoreBackend } from "../host/store-backend.ts";
import { thrownText } from "../host/thrown.ts";
import type { JournalAnswer, JournalAnswers, JournalEntry, JournalIntent } from "./entries.ts";
import { guardedStore } from "./guarded-store.ts";
import type { JournalStorage } from "./index.ts";
import { OwnStore } from "./own-store.ts";
import { refusal } from "./refusal.ts";
import { keptReply, plainReply } from "./replies.ts";

/** Keeps the answers of a run in its journal before they are applied, and gives a run that goes on those that were kept. */
export class Recorder {
  readonly #storage: JournalStorage;
  /** True for a store in memory: what the run does to it is done again, not kept. */
  readonly #isOwnStore: boolean;
  /** What tools see of it. */
  #watched: OwnStore | undefined;
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

  constructor(storage: JournalStorage, isOwnStore: boolean) {
    this.#storage = storage;
    this.#isOwnStore = isOwnStore;
  }

  /** From now on answers are kept, and kept ones are given. */
  begin({ store }: Run): void {
    this.#hasBegun = true;
    if (store !== undefined) this.watched(store);
  }

  /** Takes the next entry of a journal behind its header; false for what is none. */
  read(entry: JournalEntry | null | undefined): boolean {
    if (entry?.kind === "answers") this.#batches.push(entry);
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
    return kind === "preparation" || kind === "history" || (kind === "store" && this.#isOwnStore);
  }

  /** True for an effect that must not be performed now: its answer may be in the journal. */
  holds(outstanding: Outstanding): boolean {
    if (!this.isReplaying) return false;
    this.#issued.set(keyOf(outstanding.provenance), outstanding);
    return !this.isOwn(outstanding);
  }

  /** What was held and has no answer in the journal, in issue order: once, when the journal is at its end. */
  released(): readonly Outstanding[] {
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
  keep(batch: readonly Outstanding[], done: (problem?: string) => void): void {
    if (!this.#hasBegun || batch.length === 0) {
      done();
      return;
    }
    const answers = batch.map((outstanding) => this.#plain(outstanding));
    this.#append({ kind: "answers", answers, ...this.#watched?.taken() }).then(
      () => done(),
      (cause: unknown) => done(`the journal could not be written: ${thrownText(cause)}`),
    );
  }

  /** The store for one operation, such that what changes a file happens once even when the process dies in between. */
  storeFor(place: Provenance, store: StoreBackend): StoreBackend {
    if (this.#isOwnStore) return store;
    return guardedStore(store, this.#intents.get(keyOf(place)), (before) =>
      this.#append({ kind: "intent", ...place, ...before }),
    );
  }

  /** The store as tools see it: they are not called again, so that what they have done to the run's own is kept. */
  watched(store: StoreBackend): StoreBackend {
    if (!this.#isOwnStore) return store;
    this.#watched ??= new OwnStore(store);
    return this.#watched;
  }

  #plain(outstanding: Outstanding): JournalAnswer {
    const { kind: effect, provenance, due, reply } = outstanding;
    const answer = { ...provenance, effect, ...(due !== undefined && { due }) };
    if (this.isOwn(outstanding)) return answer;
    const plain = plainReply(effect, reply!);
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

function keyOf({ task, seq }: Provenance): string {
  return `${task}:${seq}`;
}
