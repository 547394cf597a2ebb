import { Failure } from "./failure.ts";
import type { Run } from "./run-state.ts";
import type { Chain } from "./state.ts";
import { type ChainSteps, mainWalk } from "./walk.ts";

/**
 * The whole of a run in the order of RUN-03: version check, prepare, H1 pass, main walk, result text. Calls `started` once nothing
 * refuses the run any more.
 */
export function* begin(run: Run, chain: Chain, started: () => void): ChainSteps<string> {
  const { prepare, refuse } = run.module;
  refuse?.(run.module);
  if (prepare !== undefined && !run.mustStop()) yield* prepare(run);
  started();
  run.check();
  let text: string | undefined;
  try {
    text = yield* mainWalk(run, chain);
  } catch (thrown) {
    if (thrown instanceof Failure) chain.tasks?.end(thrown);
    throw thrown;
  }
  run.check();
  chain.tasks?.end();
  return text ?? "done";
}
