import type { FunctionBody, Node } from "../parse/lua/tree.ts";
import { CallGraph } from "./call-graph.ts";
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
  /**
   * The work, in bytes of program text, for which a function spends fuel when it is entered: one that may come back to itself, or whose calls may
   * make very many others. 0 for all others: without those only loops run long.
   */
  workOf(body: FunctionBody): number;
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
      workOf: (body) => body.end - body.start,
      hot: () => false,
    };
  const suspending = suspendingFunctions(traced.sites);
  const graph = new CallGraph(traced.sites, (body) => suspending.has(body));
  const waits = (callee: FunctionValue | BuiltinValue) =>
    callee.kind === "builtin" ? callee.suspends : suspending.has(callee.body);
  const sites = new Set<Node>();
  for (const site of traced.sites) if (site.callees.items.some(waits)) sites.add(site.node);
  const recurring = recurringSites(traced.sites, graph);
  const hot = hotFunctions(traced, graph);
  return {
    suspends: (body) => suspending.has(body),
    suspendsAt: (node) => sites.has(node),
    mayRecur: (node) => recurring.has(node),
    workOf: (body) => graph.workOf(body),
    hot: (body) => hot.has(body),
  };
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
    for (const callee of site.callees.items) {
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
function hotFunctions(traced: Trace, graph: CallGraph): Set<FunctionBody> {
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
    for (const callee of site.callees.items) if (callee.kind === "function") add(callee.body);
  }
  for (const body of graph.callers()) if (graph.recurs(body)) add(body);
  for (let body = queue.pop(); body !== undefined; body = queue.pop()) graph.callees(body).forEach(add);
  return found;
}

/** Sites whose callees lead back to the function they stand in. */
function recurringSites(sites: readonly Site[], graph: CallGraph): Set<Node> {
  const found = new Set<Node>();
  for (const { node, owner, callees } of sites) {
    for (const callee of callees.items)
      if (callee.kind === "function" && graph.comesBack(callee.body, owner)) found.add(node);
  }
  return found;
}
