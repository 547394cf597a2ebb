import { Failure } from "./failure.ts";
import type { Preparation } from "./module.ts";
import type { Run } from "./run-state.ts";
import type { Chain } from "./state.ts";
import type { ChainSteps } from "./walk.ts";

/**
 * The whole of a run in the order of RUN-03: version check, prepare, H1 pass, main walk, result text. The run has started
 * once nothing refuses it any more (HOST-10). Throws a `TypeError` at once for options that cannot be prepared from.
 */
export function begin(run: Run, chain: Chain): ChainSteps<string> {
  return steps(run, chain, run.module.prepare?.(run), run.module.journal?.(run));
}

function* steps(
  run: Run,
  chain: Chain,
  preparation: Preparation | undefined,
  opening: Preparation | undefined,
): ChainSteps<string> {
  run.module.refuse?.(run.module);
  if (opening !== undefined) yield* opening;
  if (preparation !== undefined && !run.mustStop()) yield* preparation;
  run.recorder?.begin(run);
  run.boundary = { section: run.module.title, chain };
  run.emit("run_started", run.boundary);
  run.check();
  let text: string | undefined;
  try {
    text = yield* run.module.walk(run, chain);
  } catch (thrown) {
    if (thrown instanceof Failure) chain.tasks?.end(thrown);
    throw thrown;
  }
  run.check();
  chain.tasks?.end();
  return text ?? "done";
}
