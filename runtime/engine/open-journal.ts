import { thrownText } from "../host/thrown.ts";
import type { Journal } from "../journal/index.ts";
import { journalFailure } from "./failure.ts";
import type { Run } from "./run-state.ts";
import type { Effect } from "./state.ts";
import { EffectWait } from "./suspend.ts";

/** Opens the journal of a run. Throws a `Failure` for one that does not fit. */
export function* openJournal(run: Run, journal: Journal): Generator<unknown, void, unknown> {
  const work: Effect = {
    kind: "preparation",
    request: undefined,
    perform: async () => {
      if (typeof journal.open !== "function") throw new TypeError(UNMADE);
      run.recorder = await journal.open(run);
    },
    refuse: (cause) => {
      throw journalFailure(thrownText(cause));
    },
  };
  yield new EffectWait(work);
}

const UNMADE = "the option `journal` takes what `journal()` of promptforge-runtime/journal makes";
