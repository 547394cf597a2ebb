import { plainText } from "../engine/returns.ts";
import type { Run } from "../engine/run-state.ts";
import type { Chain } from "../engine/state.ts";
import { type ChainSteps, enter, walk } from "../engine/walk.ts";

/**
 * The H1 pass and the walk over the sections behind it (V1-35 to V1-37). Gives the text that was returned, else the last reply: in a prompt
 * without sections that of the H1 prose, which reaches no section (V1-48).
 */
export function* mainWalk1(run: Run, chain: Chain): ChainSteps<string | undefined> {
  const { entry, topLevel } = run.module;
  const ending = yield* enter(run, chain, undefined);
  if (typeof ending === "object") return ending.text;
  if (topLevel > 0) chain.reply = undefined;
  return (yield* walk(run, chain, entry)) ?? replyText(chain);
}

/** The walk of a fanout arm: the blocks of its worker alone, or from there on wherever it jumps (V1-51). */
export function* armWalk(run: Run, chain: Chain, worker: number | undefined): ChainSteps<string | undefined> {
  const ending = yield* enter(run, chain, worker);
  if (typeof ending === "object") return ending.text;
  // The worker is on no walk that could go on behind it.
  chain.suspended.length = 0;
  return (yield* walk(run, chain, chain.hasJumped === true ? ending : undefined)) ?? replyText(chain);
}

function replyText({ reply }: Chain): string | undefined {
  return reply === undefined ? undefined : plainText(reply);
}
