import type { FunctionBody, Node } from "../parse/lua/tree.ts";
import type { Trace } from "./trace.ts";
import type { Site } from "./tracer.ts";
import type { BuiltinValue, FunctionValue } from "./value.ts";

/** What may suspend, and what runs often. */
export interface Colours {
  /** True for a function that may wait: it is emitted as a generator. Chunks are not asked: a block always is one. */
  suspends(body: FunctionBody): boolean;
  /** True for a call, operator, access, iteration or `<close>` that may wait. */
  suspendsAt(node: Node): boolean;
  /** True for a call whose callee may come back to the function that makes it: its tail calls must not use the stack. */
  mayRecur(node: Node): boolean;
  /** True for a function that may come back to itself: without one, only loops run long. */
  recurs(body: FunctionBody): boolean;
  /** True for a function that is recursive or called from a loop. */
  hot(body: FunctionBody): boolean;
}

/** Colours what a trace found. Sound: what it calls plain never waits, but for values that come from outside the prompt. */
export function colours(traced: Trace): Colours {
  if (traced.exhausted)
    return {
      suspends: () => true,
      suspendsAt: () => true,
      mayRecur: () => true,
      recurs: () => true,
      hot: () => false,
    };
  const callees = calleesByOwner(traced);
  const suspending = suspendingFunctions(traced.sites);
  const waits = (callee: FunctionValue | BuiltinValue) =>
    callee.kind === "builtin" ? callee.suspends : suspending.has(callee.body);
  const sites = new Set<Node>();
  for (const site of traced.sites) if ([...site.callees].some(waits)) sites.add(site.node);
  const recurring = recurringSites(traced.sites, callees);
  const hot = hotFunctions(traced, callees);
  return {
    suspends: (body) => suspending.has(body),
    suspendsAt: (node) => sites.has(node),
    mayRecur: (node) => recurring.has(node),
    recurs: (body) => reaches(body, body, callees),
    hot: (body) => hot.has(body),
  };
}

function calleesByOwner(traced: Trace): Map<FunctionBody, Set<FunctionBody>> {
  const result = new Map<FunctionBody, Set<FunctionBody>>();
  for (const site of traced.sites) {
    const known = result.get(site.owner) ?? new Set();
    for (const callee of site.callees) if (callee.kind === "function") known.add(callee.body);
    result.set(site.owner, known);
  }
  return result;
}

/** The least set of functions with a site that enters a suspending host function or one of the set. */
function suspendingFunctions(sites: readonly Site[]): Set<FunctionBody> {
  const callers = new Map<FunctionBody, FunctionBody[]>();
  const found = new Set<FunctionBody>();
  const queue: FunctionBody[] = [];
  const add = (body: FunctionBody) => {
    if (found.has(body)) return;
    found.add(body);
    queue.push(body);
  };
  for (const site of sites) {
    for (const callee of site.callees) {
      if (callee.kind === "function") {
        const known = callers.get(callee.body);
        if (known === undefined) callers.set(callee.body, [site.owner]);
        else known.push(site.owner);
      } else if (callee.suspends) add(site.owner);
    }
  }
  for (let body = queue.pop(); body !== undefined; body = queue.pop()) callers.get(body)?.forEach(add);
  return found;
}

/** Functions entered from a loop, by themselves, or by a hot function. */
function hotFunctions(traced: Trace, callees: Map<FunctionBody, Set<FunctionBody>>): Set<FunctionBody> {
  const found = new Set<FunctionBody>();
  const queue: FunctionBody[] = [];
  const add = (body: FunctionBody) => {
    if (found.has(body)) return;
    found.add(body);
    queue.push(body);
  };
  for (const callee of traced.looped) if (callee.kind === "function") add(callee.body);
  for (const site of traced.sites) {
    if (site.loops === 0) continue;
    for (const callee of site.callees) if (callee.kind === "function") add(callee.body);
  }
  for (const body of callees.keys()) if (reaches(body, body, callees)) add(body);
  for (let body = queue.pop(); body !== undefined; body = queue.pop()) callees.get(body)?.forEach(add);
  return found;
}

/** Sites whose callees lead back to the function they stand in. */
function recurringSites(sites: readonly Site[], callees: Map<FunctionBody, Set<FunctionBody>>): Set<Node> {
  const found = new Set<Node>();
  for (const site of sites) {
    for (const callee of site.callees) {
      if (callee.kind !== "function") continue;
      if (callee.body === site.owner || reaches(callee.body, site.owner, callees)) found.add(site.node);
    }
  }
  return found;
}

function reaches(
  from: FunctionBody,
  to: FunctionBody,
  callees: Map<FunctionBody, Set<FunctionBody>>,
): boolean {
  const seen = new Set<FunctionBody>();
  const queue = [...(callees.get(from) ?? [])];
  for (let body = queue.pop(); body !== undefined; body = queue.pop()) {
    if (body === to) return true;
    if (seen.has(body)) continue;
    seen.add(body);
    queue.push(...(callees.get(body) ?? []));
  }
  return false;
}
