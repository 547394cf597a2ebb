import type { Journal } from "../journal/index.ts";
import { journalFailure } from "./journal-failure.ts";
import type { Preparation } from "./module.ts";
import { checkHost } from "./option-shape.ts";
import type { Run } from "./run-state.ts";
import type { Effect } from "./state.ts";
import { EffectWait } from "./suspend.ts";

/**
 * Opens the journal of a run that has one; throws a `Failure` for one that does not fit. The call itself throws a `TypeError` for a journal
 * or a store that is none.
 */
export function openJournal(run: Run): Preparation | undefined {
  checkHost(run.options);
  return run.options.journal === undefined ? undefined : open(run, run.options.journal);
}

function* open(run: Run, journal: Journal): Preparation {
  const work: Effect = {
    kind: "preparation",
    request: undefined,
    perform: async () => {
      run.recorder = await journal.open(run);
    },
    refuse: (cause) => {
      throw journalFailure(cause);
    },
  };
  yield new EffectWait(work);
}
