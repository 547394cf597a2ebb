import type { Run } from "../engine/run-state.ts";
import type { JournalEntry } from "./entries.ts";
import { headerOf, resume } from "./header.ts";
import { Recorder } from "./recorder.ts";
import { refusal } from "./refusal.ts";

export type {
  JournalAnswer,
  JournalAnswers,
  JournalEntry,
  JournalHeader,
  JournalIntent,
  JournalWrite,
} from "./entries.ts";

/** Where the entries of a journal are kept. */
export interface JournalStorage {
  /** What was kept so far, oldest first; nothing for a run that begins. Read once, before anything is asked of the host. */
  readonly entries?: Iterable<unknown> | AsyncIterable<unknown>;
  /** Keeps one entry, plain JSON, behind those before. An answer is not applied before its entry is kept; a failure ends the run. */
  readonly append: (entry: JournalEntry) => unknown;
}

/** What the `journal` option of a run takes. */
export interface Journal {
  /** The engine's: opens the journal of a run. */
  readonly open: (run: Run) => Promise<Recorder>;
}

/**
 * A journal: keeps the host's answers of a run, so that it can go on in another process after its own has died. What the run asks of
 * its host, and the journal has, is not asked again; the run then goes on live. A journal of another prompt, input, compiler, of
 * other limits or settings is refused: the run fails and says what differs. It is for one run at a time: when another opens it, the one
 * before cannot go on. `promptforge-esm/node-host` has one in a file.
 */
export function journal(storage: JournalStorage): Journal {
  let holder: Run | undefined;
  return {
    open: async (run) => {
      holder = run;
      const append = async (entry: JournalEntry) => {
        if (holder !== run)
          throw new Error("another run goes on from it: a journal is for one run at a time");
        await storage.append(entry);
      };
      const recorder = new Recorder({ append }, run.options);
      let count = 0;
      for await (const given of storage.entries ?? []) {
        const entry = given as JournalEntry | null | undefined;
        if (count++ === 0 && entry?.kind === "run") resume(run, entry);
        else if (count === 1 || !recorder.read(entry)) throw refusal(`its entry ${count} is damaged`);
      }
      if (count === 0) await append(headerOf(run));
      return recorder;
    },
  };
}
