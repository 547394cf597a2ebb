import { EffectDropped } from "../errors.ts";
import type { LuaError } from "../lua/error.ts";
import { hostError } from "../lua/host-error.ts";
import type { Value } from "../lua/value.ts";
import type { EffectContext } from "../options.ts";
import { decodeUtf8 } from "../utf8.ts";
import type { Driver } from "./driver.ts";
import { originate } from "./origin.ts";
import type { Answer, Chain, Effect, SectionVM } from "./state.ts";
import type { Park, Strand } from "./strand.ts";
import { waitsOf } from "./waits.ts";

/** How many batches of answers that came at once may follow each other before the event loop gets a turn (CAN-01a). */
const BATCHES_PER_TURN = 250;

/** What `perform` gave, or what it threw or rejected with. */
type Reply = { readonly value: unknown } | { readonly cause: unknown };

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
  /** The host's answer, until it is applied. */
  reply: Reply | undefined = undefined;
  /** True once nobody waits for the answer any more. */
  isDropped = false;
  private controller: AbortController | undefined = undefined;
  private isAborted = false;
  private readonly effects: Effects;

  constructor(
    effects: Effects,
    strand: Strand,
    effect: Effect<unknown, unknown>,
    place: Pick<Outstanding, "id" | "seq" | "section">,
    fire: Outstanding["fire"],
  ) {
    this.effects = effects;
    this.strand = strand;
    this.effect = effect;
    this.id = place.id;
    this.seq = place.seq;
    this.section = place.section;
    this.fire = fire;
  }

  get kind(): string {
    return this.effect.kind;
  }

  /** Made when the host asks for it; undefined for a store operation, which is always finished, and where the platform has none. */
  get signal(): AbortSignal | undefined {
    if (this.kind === "store" || typeof AbortController === "undefined") return undefined;
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.isAborted) this.controller.abort();
    }
    return this.controller.signal;
  }

  /** Tells the host that no answer is wanted any more. */
  abort(): void {
    this.isAborted = true;
    this.controller?.abort();
  }

  drop(): void {
    this.isDropped = true;
    this.effects.forget(this);
  }
}

/** The effects of a run: calls of the host, whose values and promises become answers (SCH-5 to SCH-10). */
export class Effects {
  private readonly driver: Driver;
  /** Issued in this turn. */
  private issued: Outstanding[] = [];
  /** Not answered yet, in issue order. */
  private readonly open = new Set<Outstanding>();
  /** Answered, but not applied yet. */
  private answered: Outstanding[] = [];
  /** Timers that have fired in the batch that was applied last. */
  private fired: Outstanding[] = [];
  private count = 0;
  /** Store operations that the host has not finished: nothing cuts them short (SCH-10). */
  private storing = 0;
  /** Batches since the event loop had a turn. */
  private batches = 0;
  /** True while nothing can happen before the host answers. */
  private waiting = false;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  /** Takes an effect on; it is performed when the turn ends. The strand goes on with its answer, unless `fire` is told instead. */
  issue(strand: Strand, effect: Effect<unknown, unknown>, fire?: (answer: Answer) => void): Outstanding {
    const { chain } = strand;
    const { run } = this.driver;
    // What prepare asks for is not part of the run's own order: the run has not started.
    const seq = effect.kind === "capability" ? 0 : run.next(chain.task);
    const section = innermost(chain).entry?.section ?? run.module.title;
    const outstanding = new Outstanding(this, strand, effect, { id: this.count++, seq, section }, fire);
    this.issued.push(outstanding);
    this.open.add(outstanding);
    return outstanding;
  }

  /** Performs what the turn has issued. */
  perform(): void {
    const { issued } = this;
    this.issued = [];
    for (const outstanding of issued) {
      if (this.driver.run.stopping !== undefined) return;
      // Also what a chain has issued that was stopped in the same turn: the host sees the request, but nobody waits.
      if (!outstanding.isDropped || outstanding.fire === undefined) this.begin(outstanding);
    }
  }

  /** True when there is nothing to wait for. */
  isIdle(): boolean {
    return this.open.size === 0 && this.answered.length === 0 && this.fired.length === 0;
  }

  /** Applies the next batch, if that needs no turn of the event loop; else sees to it that the run goes on when there is one (SCH-6, SCH-7). */
  areApplied(): boolean {
    if (this.fired.length > 0) this.applyTimers();
    else if (this.answered.length === 0) {
      this.waiting = true;
      waitsOf(this.driver);
      return false;
    } else if (this.open.size > 0 || ++this.batches > BATCHES_PER_TURN) {
      this.closeBatch();
      return false;
    } else this.apply();
    return true;
  }

  /** Tells the host that no answer is wanted any more. */
  abort(): void {
    for (const outstanding of this.open) outstanding.abort();
  }

  /** The same for one effect. */
  forget(outstanding: Outstanding): void {
    this.open.delete(outstanding);
    if (outstanding.reply === undefined) outstanding.abort();
  }

  /** True while a store operation is in flight, which is always finished (SCH-10). */
  mustFinish(): boolean {
    return this.storing > 0;
  }

  /** Takes the answers that are there once everything ready has run, as one batch. */
  private closeBatch(): void {
    this.waiting = false;
    this.batches = 0;
    waitsOf(this.driver).turn(() => this.driver.drive(() => this.apply()));
  }

  /** Applies the answers that are there, in issue order, and makes their strands ready (SCH-6). */
  private apply(): void {
    const batch = this.answered.sort((a, b) => a.id - b.id);
    this.answered = [];
    for (const outstanding of batch) {
      if (outstanding.isDropped || this.driver.run.mustStop() || this.driver.ends()) continue;
      if (outstanding.fire !== undefined) this.fired.push(outstanding);
      else {
        outstanding.strand.answer = answerOf(outstanding);
        this.driver.resume(outstanding.strand);
      }
    }
  }

  /** The timers of the batch whose waits the turn has not satisfied; the earlier first, then as they were issued. */
  private applyTimers(): void {
    const timers = this.fired.sort((a, b) => a.effect.due! - b.effect.due!);
    this.fired = [];
    for (const timer of timers) if (!timer.isDropped) timer.fire!(answerOf(timer));
  }

  private begin(outstanding: Outstanding): void {
    try {
      const reply = outstanding.effect.perform(this.context(outstanding));
      if (!isPromise(reply)) {
        this.take(outstanding, { value: reply });
        return;
      }
      if (outstanding.kind === "store") this.storing++;
      Promise.resolve(reply).then(
        (value) => this.answer(outstanding, { value }),
        (cause: unknown) => this.answer(outstanding, { cause }),
      );
    } catch (cause) {
      this.take(outstanding, { cause });
    }
  }

  private context(outstanding: Outstanding): EffectContext {
    const { id, seq, strand, section } = outstanding;
    return {
      id,
      provenance: { task: strand.chain.task, seq },
      execution: this.driver.run.execution,
      section: decodeUtf8(section),
      get signal() {
        return outstanding.signal;
      },
    };
  }

  private take(outstanding: Outstanding, reply: Reply): void {
    outstanding.reply = reply;
    if (this.open.delete(outstanding)) this.answered.push(outstanding);
  }

  /** A promise of the host has settled. After the end only store operations are still waited for (SCH-10). */
  private answer(outstanding: Outstanding, reply: Reply): void {
    const { decided } = this.driver;
    if (outstanding.kind === "store") this.storing--;
    this.take(outstanding, reply);
    if (decided !== undefined) this.driver.settle(decided);
    else if (this.waiting && this.answered.length > 0) this.closeBatch();
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
