import type { Entry } from "../engine/state.ts";
import { EffectWait } from "../engine/suspend.ts";
import type { ChainSteps } from "../engine/walk.ts";

/** Looks at the clock for `sys.now`, then goes on with the set-up of the entry (V1-44). The time is kept in the run's journal. */
export function* readClock(entry: Entry, load?: ChainSteps<void>): ChainSteps<void> {
  const work = { kind: "clock", request: undefined, perform: () => Date.now() } as const;
  entry.now = (yield new EffectWait(work)) as number;
  if (load !== undefined) yield* load;
}
