import type { FunctionBody } from "../parse/lua/tree.ts";
import { components } from "./component.ts";
import type { Site } from "./tracer.ts";

/*
 * Work is measured in bytes of program text that run, each call of a function of the prompt as so many more, one that may wait and one with any
 * number of arguments as more still.
 */
const CALL = 32;
const WAIT = 96;
const MULTIPLE = 256;

/** A function with more work than this, with all that it calls, spends fuel when it is entered. */
const MOST_WORK = 2048;

const NONE: ReadonlySet<FunctionBody> = new Set();

/** Which functions of a prompt may call which. */
export class CallGraph {
  readonly #suspends: (body: FunctionBody) => boolean;
  readonly #sites = new Map<FunctionBody, Site[]>();
  readonly #callees = new Map<FunctionBody, Set<FunctionBody>>();
  /** The component of a function: all that call one another, in a round or both ways. */
  readonly #component = new Map<FunctionBody, number>();
  readonly #recurring = new Set<FunctionBody>();
  /** The work of a call of each function that does not recur, up to where it spends fuel. */
  readonly #work = new Map<FunctionBody, number>();

  constructor(sites: readonly Site[], suspends: (body: FunctionBody) => boolean) {
    this.#suspends = suspends;
    for (const site of sites) this.#add(site);
    components(this.#callees.keys(), (body) => this.callees(body)).forEach((members, component) => {
      for (const member of members) this.#component.set(member, component);
      const [first] = members as [FunctionBody];
      if (members.length > 1 || this.callees(first).has(first))
        for (const member of members) this.#recurring.add(member);
      for (const member of members) this.#weigh(member);
    });
  }

  /** The functions that call others, chunks too. */
  callers(): Iterable<FunctionBody> {
    return this.#callees.keys();
  }

  /** The functions that a function may call. */
  callees(body: FunctionBody): ReadonlySet<FunctionBody> {
    return this.#callees.get(body) ?? NONE;
  }

  /** True for a function that may come back to itself. */
  recurs(body: FunctionBody): boolean {
    return this.#recurring.has(body);
  }

  /** True when a call of `callee` by `owner` may come back to that. */
  comesBack(callee: FunctionBody, owner: FunctionBody): boolean {
    return this.#component.get(callee) === this.#component.get(owner);
  }

  /**
   * The work of entering a function until the next one that spends fuel, for one that must spend fuel itself: it recurs, or calls functions that
   * call functions and so on, which doubles the work at each level. 0 for any other.
   */
  workOf(body: FunctionBody): number {
    const work = this.#work.get(body) ?? 0;
    return this.#recurring.has(body) || work > MOST_WORK ? work : 0;
  }

  #add(site: Site): void {
    const known = this.#callees.get(site.owner) ?? new Set();
    for (const callee of site.callees.items) if (callee.kind === "function") known.add(callee.body);
    this.#callees.set(site.owner, known);
    const sites = this.#sites.get(site.owner);
    if (sites === undefined) this.#sites.set(site.owner, [site]);
    else sites.push(site);
  }

  #weigh(body: FunctionBody): void {
    let sum = body.end - body.start;
    for (const { callees, passesAll } of this.#sites.get(body) ?? []) {
      let most = 0;
      for (const callee of callees.items)
        if (callee.kind === "function") most = Math.max(most, this.#entering(callee.body));
      sum += most + (passesAll ? MULTIPLE : 0);
    }
    this.#work.set(body, sum);
  }

  /** What a call adds to the work of its caller. */
  #entering(body: FunctionBody): number {
    const work = this.workOf(body) > 0 ? 0 : (this.#work.get(body) ?? 0);
    return work + CALL + (this.#suspends(body) ? WAIT : 0);
  }
}
