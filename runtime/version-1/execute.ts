import { type CallKind, sectionCall } from "../engine/call.ts";
import type { Run } from "../engine/run-state.ts";
import type { Chain, SectionVM } from "../engine/state.ts";
import { type ChainSteps, walk } from "../engine/walk.ts";
import type { LuaFunction } from "../lua/value.ts";
import { reachHeading } from "./heading.ts";
import { sectionsOnly } from "./sections-only.ts";

/** The global `execute(heading, input?)`: runs a chain in the caller's place and gives what it returned, else its last reply (V1-40, V1-41). */
export function hostExecute(vm: SectionVM): LuaFunction {
  return sectionsOnly(vm, "execute", () => sectionCall(vm, EXECUTE));
}

/** The chain has the run's arguments unless it is given some, and belongs to the caller's arm. */
const EXECUTE: CallKind = {
  name: "execute",
  resolve: reachHeading,
  begin: ({ run, chain }) => ({ args: run.args, arm: chain.arm }),
  walk: replied,
};

function* replied(run: Run, chain: Chain, start: number | undefined): ChainSteps<string | undefined> {
  return (yield* walk(run, chain, start)) ?? chain.reply;
}
