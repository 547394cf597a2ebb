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
  const notice = prepare === undefined || run.mustStop() ? undefined : yield* prepare(run);
  if (notice !== undefined) throw new Failure("RequirementsUnmet", notice);
  started();
  run.check();
  const text = yield* mainWalk(run, chain);
  run.check();
  return text ?? "done";
}
