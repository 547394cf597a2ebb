import { DEEPEST_CHAIN, inputText, runCalled } from "../engine/call.ts";
import { HOP_COST, newChain } from "../engine/chain.ts";
import { headingReference } from "../engine/heading.ts";
import type { Run } from "../engine/run-state.ts";
import type { Chain, SectionVM } from "../engine/state.ts";
import { IMMEDIATE, suspendingHost } from "../engine/suspend.ts";
import { type ChainSteps, walk } from "../engine/walk.ts";
import { hostError } from "../lua/host-error.ts";
import type { LuaFunction } from "../lua/value.ts";
import { reachHeading } from "./heading.ts";
import { sectionsOnly } from "./sections-only.ts";

/** The global `execute(heading, input?)`: runs a chain in the caller's place and gives what it returned, else its last reply (V1-40, V1-41). */
export function hostExecute(vm: SectionVM): LuaFunction {
  return sectionsOnly(vm, "execute", () =>
    suspendingHost(vm, function* (target, input) {
      const { chain, entry, run } = vm;
      const variables = entry.readVar?.() ?? chain.var;
      const reference = headingReference(vm, target);
      const args = inputText(vm, input) ?? run.args;
      if (chain.depth === DEEPEST_CHAIN) throw hostError(vm, "lua", "execute recursion exceeded cap of 8");
      const start = reachHeading(entry, reference);
      yield IMMEDIATE;
      vm.fuel -= HOP_COST;
      const { task, within, arm } = chain;
      const place = { id: `${chain.id}.${chain.children++}`, task, within, arm, depth: chain.depth + 1 };
      const called = Object.assign(newChain(args, undefined, variables), place);
      return yield* runCalled(vm, called, replied(run, called, start));
    }),
  );
}

function* replied(run: Run, chain: Chain, start: number): ChainSteps<string | undefined> {
  return (yield* walk(run, chain, start)) ?? chain.reply;
}
