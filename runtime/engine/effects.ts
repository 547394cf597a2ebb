import { EffectDropped } from "../errors.ts";
import type { LuaError } from "../lua/error.ts";
import { hostError } from "../lua/host-error.ts";
import type { Value } from "../lua/value.ts";
import type { EffectContext } from "../options.ts";
import { decodeUtf8 } from "../utf8.ts";
import type { Driver } from "./driver.ts";
import { originate } from "./origin.ts";
import type { Answer, Chain, Effect, SectionVM } from "./state.ts";
import type { Strand } from "./strand.ts";
import { waitsOf } from "./waits.ts";

/** An effect that was issued and not yet answered. */
interface Outstanding {
  readonly strand: Strand;
  readonly effect: Effect<unknown, unknown>;
  /** Issue order within the run. */
  readonly id: number;
  /** Its number in the order of its task (EVT-6). */
  readonly seq: number;
  readonly section: string;
  /** The host's answer, until it is applied. */
  reply: Reply | undefined;
  /** True once `perform` was called. */
  performed: boolean;
  controller: AbortController | undefined;
}

/** What `perform` gave, or what it threw or rejected with. */
type Reply = { readonly value: unknown } | { readonly cause: unknown };

/** The effects of a run: calls of the host, whose values and promises become answers (SCH-5 to SCH-10). */
export class Effects {
  private readonly driver: Driver;
  /** In issue order. */
  private outstanding: Outstanding[] = [];
  private issued = 0;
  /** True while nothing can happen before the host answers. */
  private waiting = false;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  /** Takes an effect on; it is performed when the turn ends. */
  issue(strand: Strand, effect: Effect<unknown, unknown>): void {
    const { chain } = strand;
    const { run } = this.driver;
    // What prepare asks for is not part of the run's own order: the run has not started.
    const seq = effect.kind === "capability" ? 0 : run.next(chain.task);
    const section = innermost(chain).entry?.section ?? run.module.title;
    const id = this.issued++;
    const begun = { reply: undefined, performed: false, controller: undefined };
    this.outstanding.push({ strand, effect, id, seq, section, ...begun });
  }

  /** Performs what the turn has issued. */
  perform(): void {
    for (const waiting of this.outstanding) {
      if (this.driver.run.stopping !== undefined) return;
      if (!waiting.performed) this.begin(waiting);
    }
  }

  /** True when there is nothing to wait for. */
  isIdle(): boolean {
    return this.outstanding.length === 0;
  }

  /** True when every answer came without waiting; else sees to it that the run goes on when there is one (SCH-6). */
  areAnswered(): boolean {
    const answered = this.outstanding.filter(isAnswered).length;
    if (answered === this.outstanding.length) {
      this.apply();
      return true;
    }
    if (answered > 0) this.closeBatch();
    else {
      this.waiting = true;
      waitsOf(this.driver);
    }
    return false;
  }

  /** Tells the host that no answer is wanted any more. */
  abort(): void {
    for (const { controller, reply } of this.outstanding) if (reply === undefined) controller?.abort();
  }

  /** True while a store operation is in flight, which is always finished (SCH-10). */
  mustFinish(): boolean {
    return this.outstanding.some(
      ({ effect, performed, reply }) => effect.kind === "store" && performed && reply === undefined,
    );
  }

  /** Takes the answers that are there once everything ready has run, as one batch. */
  private closeBatch(): void {
    this.waiting = false;
    waitsOf(this.driver).turn(() => {
      this.apply();
      this.driver.drive();
    });
  }

  /** Applies the answers that are there, in issue order, and makes their strands ready (SCH-6). */
  private apply(): void {
    const answered = this.outstanding.filter(isAnswered);
    this.outstanding = this.outstanding.filter((waiting) => waiting.reply === undefined);
    for (const waiting of answered) {
      waiting.strand.answer = answerOf(waiting);
      this.driver.ready.push(waiting.strand);
    }
  }

  private begin(waiting: Outstanding): void {
    const { effect } = waiting;
    waiting.performed = true;
    if (effect.kind !== "store" && typeof AbortController !== "undefined")
      waiting.controller = new AbortController();
    const signal = waiting.controller?.signal;
    try {
      const reply = effect.perform(signal, this.context(waiting, signal));
      if (!isPromise(reply)) waiting.reply = { value: reply };
      else {
        Promise.resolve(reply).then(
          (value) => this.answer(waiting, { value }),
          (cause: unknown) => this.answer(waiting, { cause }),
        );
      }
    } catch (cause) {
      waiting.reply = { cause };
    }
  }

  private context({ id, seq, strand, section }: Outstanding, signal: AbortSignal | undefined): EffectContext {
    const provenance = { task: strand.chain.task, seq };
    return { id, provenance, execution: this.driver.run.execution, section: decodeUtf8(section), signal };
  }

  /** A promise of the host has settled. After the end only store operations are still waited for (SCH-10). */
  private answer(waiting: Outstanding, reply: Reply): void {
    const { decided } = this.driver;
    waiting.reply = reply;
    if (decided !== undefined) this.driver.settle(decided);
    else if (this.waiting) this.closeBatch();
  }
}

function isAnswered({ reply }: Outstanding): boolean {
  return reply !== undefined;
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
