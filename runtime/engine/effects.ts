import { EffectDropped } from "../errors.ts";
import type { Provenance } from "../events.ts";
import type { Recorder } from "../journal/recorder.ts";
import type { LuaError } from "../lua/error.ts";
import { hostError } from "../lua/host-error.ts";
import type { Value } from "../lua/value.ts";
import type { EffectContext, EffectReport } from "../options.ts";
import { decodeUtf8 } from "../utf8.ts";
import type { Driver } from "./driver.ts";
import { journalFailure } from "./journal-failure.ts";
import { originate } from "./origin.ts";
import type { Answer, Chain, Effect, SectionVM } from "./state.ts";
import type { Park, Strand } from "./strand.ts";
import { waitsOf } from "./waits.ts";

/** How many batches of answers that came at once may follow each other before the event loop gets a turn (CAN-01a). */
const BATCHES_PER_TURN = 250;

/** What is no request of the prompt's. */
const UNTOLD: readonly string[] = ["history", "preparation", "resolve", "clock"];

/** What `perform` gave, or what it threw or rejected with. */
export type Reply = { readonly value: unknown } | { readonly cause: unknown };

/** An effect that was issued: what its strand waits for, but for a timer, which runs beside the wait. */
export class Outstanding implements Park {
  readonly strand: Strand;
  readonly effect: Effect<unknown, unknown>;
  /** Issue order within the run. */
  readonly id: number;
  /** Its number in the order of its task (EVT-6). */
  readonly seq: number;
  readonly section: string;
  /** For a timer: what its firing does; it comes after all else (SCH-7). */
  readonly fire: ((answer: Answer) => void) | undefined;
  /** For a timer: when it is over, in milliseconds since 1970. */
  due: number | undefined;
  /** The host's answer, until it is applied. */
  reply: Reply | undefined = undefined;
  /** True once nobody waits for the answer any more. */
  isDropped = false;
  #controller: AbortController | undefined = undefined;
  #isAborted = false;
  readonly #effects: Effects;

  constructor(
    effects: Effects,
    strand: Strand,
    effect: Effect<unknown, unknown>,
    place: Pick<Outstanding, "id" | "seq" | "section">,
    fire: Outstanding["fire"],
  ) {
    this.#effects = effects;
    this.strand = strand;
    this.effect = effect;
    this.due = effect.due;
    this.id = place.id;
    this.seq = place.seq;
    this.section = place.section;
    this.fire = fire;
  }

  get kind(): string {
    return this.effect.kind;
  }

  get provenance(): Provenance {
    return { task: this.strand.chain.task, seq: this.seq };
  }

  /** Made when the host asks for it; undefined for a store operation, which is always finished, and where the platform has none. */
  get signal(): AbortSignal | undefined {
    if (this.kind === "store" || typeof AbortController === "undefined") return undefined;
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** Tells the host that no answer is wanted any more. */
  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }

  drop(): void {
    this.isDropped = true;
    this.#effects.forget(this);
  }
}

/** The effects of a run: calls of the host, whose values and promises become answers (SCH-5 to SCH-10). */
export class Effects {
  readonly #driver: Driver;
  /** Issued in this turn. */
  #issued: Outstanding[] = [];
  /** Not answered yet, in issue order. */
  readonly #open = new Set<Outstanding>();
  /** Answered, but not applied yet. */
  #answered: Outstanding[] = [];
  /** Timers that have fired in the batch that was applied last. */
  #fired: Outstanding[] = [];
  #count = 0;
  /** Store operations that the host has not finished: nothing cuts them short (SCH-10). */
  #storing = 0;
  /** Batches since the event loop had a turn. */
  #batches = 0;
  /** True while nothing can happen before the host answers. */
  #waiting = false;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /** Takes an effect on; it is performed when the turn ends. The strand goes on with its answer, unless `fire` is told instead. */
  issue(strand: Strand, effect: Effect<unknown, unknown>, fire?: (answer: Answer) => void): Outstanding {
    const { chain } = strand;
    const { run } = this.#driver;
    // What prepare asks for is not part of the run's own order: the run has not started.
    const seq = effect.kind === "preparation" ? 0 : run.next(chain.task);
    const section = innermost(chain).entry?.section ?? run.module.title;
    const outstanding = new Outstanding(this, strand, effect, { id: this.#count++, seq, section }, fire);
    this.#issued.push(outstanding);
    this.#open.add(outstanding);
    return outstanding;
  }

  /** Performs what the turn has issued. */
  perform(): void {
    const issued = this.#issued;
    const { run } = this.#driver;
    this.#issued = [];
    for (const outstanding of run.recorder?.released().concat(issued) ?? issued) {
      if (run.stopping !== undefined) return;
      if (run.recorder?.holds(outstanding) === true) continue;
      // Also what a chain has issued that was stopped in the same turn: the host sees the request, but nobody waits.
      if (!outstanding.isDropped || outstanding.fire === undefined) this.#begin(outstanding);
    }
  }

  /** True when there is nothing to wait for. */
  isIdle(): boolean {
    return this.#open.size === 0 && this.#answered.length === 0 && this.#fired.length === 0;
  }

  /** Applies the next batch, if that needs no turn of the event loop; else sees to it that the run goes on when there is one (SCH-6, SCH-7). */
  areApplied(): boolean {
    const { recorder } = this.#driver.run;
    if (this.#fired.length > 0) this.#applyTimers();
    else if (this.#isCertain(recorder)) {
      if (++this.#batches > BATCHES_PER_TURN) return this.#closeBatch();
      this.#apply(this.#takeBatch());
    } else if (recorder?.isReplaying === true) this.#replay(recorder);
    else if (this.#answered.length > 0) return this.#closeBatch(recorder);
    else {
      this.#waiting = true;
      waitsOf(this.#driver);
      return false;
    }
    return true;
  }

  /** True when the next batch is the same whenever it is taken: it needs no turn of the event loop, and no journal. */
  #isCertain(recorder: Recorder | undefined): boolean {
    if (this.#open.size > 0 || this.#answered.length === 0) return false;
    if (recorder === undefined) return true;
    // An answer that nobody waits for any more came in one process and need not come in another.
    return this.#answered.every((outstanding) => outstanding.isDropped || recorder.isOwn(outstanding));
  }

  /** Tells the host that no answer is wanted any more. */
  abort(): void {
    for (const outstanding of this.#open) outstanding.abort();
    this.#driver.run.recorder?.end();
  }

  /** The same for one effect. */
  forget(outstanding: Outstanding): void {
    this.#open.delete(outstanding);
    if (outstanding.reply === undefined) outstanding.abort();
  }

  /** True while a store operation is in flight, which is always finished (SCH-10). */
  mustFinish(): boolean {
    return this.#storing > 0;
  }

  /** Takes the answers that are there once everything ready has run, as one batch, which is kept where there is a journal. */
  #closeBatch(recorder?: Recorder): false {
    this.#waiting = false;
    this.#batches = 0;
    waitsOf(this.#driver).turn(() => {
      const batch = this.#takeBatch();
      if (recorder === undefined) this.#driver.drive(() => this.#apply(batch));
      else recorder.keep(batch, (problem) => this.#go(batch, problem));
    });
    return false;
  }

  /** Goes on once a batch is kept; a run whose answers cannot be kept must not go on. */
  #go(batch: readonly Outstanding[], problem: Error | undefined): void {
    if (this.#driver.decided !== undefined) return;
    this.#driver.drive(() => {
      if (problem === undefined) this.#apply(batch);
      else this.#driver.decide({ error: journalFailure(problem) });
    });
  }

  /** Applies what was kept of the answers in another process. */
  #replay(recorder: Recorder): void {
    try {
      recorder.replay((batch) => {
        for (const outstanding of batch) {
          this.#open.delete(outstanding);
          this.#observe(outstanding, true);
        }
        const applied = new Set(batch);
        this.#answered = this.#answered.filter((outstanding) => !applied.has(outstanding));
        this.#apply(batch);
      });
    } catch (error) {
      this.#driver.decide({ error: journalFailure(error) });
    }
  }

  /** The answers that are there, in issue order. */
  #takeBatch(): Outstanding[] {
    const batch = this.#answered.sort((a, b) => a.id - b.id);
    this.#answered = [];
    return batch.filter((outstanding) => !outstanding.isDropped);
  }

  /** Applies answers and makes their strands ready (SCH-6). */
  #apply(batch: readonly Outstanding[]): void {
    for (const outstanding of batch) {
      if (outstanding.isDropped || this.#driver.run.mustStop() || this.#driver.ends()) continue;
      if (outstanding.fire !== undefined) this.#fired.push(outstanding);
      else {
        outstanding.strand.answer = answerOf(outstanding);
        this.#driver.resume(outstanding.strand);
      }
    }
  }

  /** The timers of the batch whose waits the turn has not satisfied; the earlier first, then as they were issued. */
  #applyTimers(): void {
    const timers = this.#fired.sort((a, b) => a.due! - b.due!);
    this.#fired = [];
    for (const timer of timers) if (!timer.isDropped) timer.fire!(answerOf(timer));
  }

  #begin(outstanding: Outstanding): void {
    this.#observe(outstanding);
    try {
      const reply = outstanding.effect.perform(this.#context(outstanding));
      if (!isPromise(reply)) {
        this.#take(outstanding, { value: reply });
        return;
      }
      if (outstanding.kind === "store") this.#storing++;
      Promise.resolve(reply).then(
        (value) => this.#answer(outstanding, { value }),
        (cause: unknown) => this.#answer(outstanding, { cause }),
      );
    } catch (cause) {
      this.#take(outstanding, { cause });
    }
  }

  #context(outstanding: Outstanding): EffectContext {
    const { id, provenance, section } = outstanding;
    const { execution, limits } = this.#driver.run;
    return {
      id,
      key: `${execution}:${provenance.task}:${provenance.seq}`,
      provenance,
      execution,
      section: decodeUtf8(section),
      limits,
      get signal() {
        return outstanding.signal;
      },
    };
  }

  /** Tells the host's observer what is asked. */
  #observe(outstanding: Outstanding, isReplayed = false): void {
    const { kind, effect } = outstanding;
    const { run } = this.#driver;
    if (run.options.onEffect === undefined || UNTOLD.includes(kind)) return;
    const { limits: _limits, signal: _signal, ...place } = this.#context(outstanding);
    const replayed = isReplayed && ({ replayed: true } as const);
    run.tell(run.options.onEffect, { kind, ...place, request: effect.request, ...replayed } as EffectReport);
  }

  #take(outstanding: Outstanding, reply: Reply): void {
    outstanding.reply = reply;
    if (this.#open.delete(outstanding)) this.#answered.push(outstanding);
  }

  /** A promise of the host has settled. After the end only store operations are still waited for (SCH-10). */
  #answer(outstanding: Outstanding, reply: Reply): void {
    const { decided } = this.#driver;
    if (outstanding.kind === "store") this.#storing--;
    this.#take(outstanding, reply);
    if (decided !== undefined) this.#driver.settle(decided);
    else if (this.#waiting && this.#answered.length > 0) this.#closeBatch(this.#driver.run.recorder);
  }
}

/** The chain that runs in place of one that waits in `call`. */
function innermost(chain: Chain): Chain {
  let current = chain;
  while (current.called !== undefined) current = current.called;
  return current;
}

function answerOf({ strand, effect, reply }: Outstanding): Answer {
  try {
    if ("value" in reply!) {
      return { value: (effect.settle === undefined ? reply.value : effect.settle(reply.value)) as Value };
    }
    const { cause } = reply!;
    const entry = innermost(strand.chain).entry;
    if (cause instanceof EffectDropped && entry !== undefined) return { error: interrupted(entry.vm) };
    return effect.refuse === undefined ? { error: cause } : { value: effect.refuse(cause) as Value };
  } catch (error) {
    return { error };
  }
}

/** HOST-12. */
function interrupted(vm: SectionVM): LuaError {
  return originate(vm, hostError(vm, "cancelled", "interrupted by Ctrl-C"));
}

function isPromise(reply: unknown): reply is PromiseLike<unknown> {
  return typeof reply === "object" && reply !== null && "then" in reply && typeof reply.then === "function";
}
