import type { UserInputAnswer, UserInputRequest } from "promptforge-runtime";
import type { ModelSetting } from "./model-option.ts";

/** What the thread of a run is to do. Plain data, as all that goes between the threads. */
export interface Job {
  /** The compiled module, whose imports can be found from anywhere. */
  readonly code: string;
  /** The prompt file as the command line names it. */
  readonly path: string;
  /** The argument string. */
  readonly text: string;
  readonly model: ModelSetting | undefined;
  /** Folder of the store. */
  readonly store: string | undefined;
  /** Module with run options. */
  readonly host: string | undefined;
  /** File of the journal. */
  readonly journal: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly seed: bigint | undefined;
  /** True where somebody can answer `user_input`. */
  readonly asks: boolean;
  /** True: events are sent as log lines (HOST-22). */
  readonly lines: boolean;
  /** True: what progress is made of is sent. */
  readonly facts: boolean;
}

/** How a run has ended, in words. */
export type Ended =
  | {
      readonly status: "completed";
      readonly text: string;
      /** What the user should know all the same. */
      readonly warnings: readonly string[];
      /** Said of a run that was over before. */
      readonly note?: string;
    }
  | { readonly status: "failed"; readonly error: ShownError; readonly explanation: string }
  | { readonly status: "cancelled"; readonly reason?: string }
  /** Nothing has run: what was given to the run is no good. */
  | { readonly status: "refused"; readonly message: string; readonly help?: string | undefined };

/** What a line of `--json-events` tells of an error. */
export interface ShownError {
  readonly kind: string;
  readonly message: string;
  readonly retryable: boolean;
}

/** One thing that progress is made of, without any text of models and tools. */
export type Fact =
  | {
      readonly is: "event";
      readonly event: string;
      readonly task: string;
      readonly section: string;
      readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
    }
  /** Asked of the host. */
  | { readonly is: "effect"; readonly effect: string; readonly task: string }
  /** A live fragment of a reply, by its length in UTF-16 units. */
  | { readonly is: "fragment"; readonly task: string; readonly length: number };

/** What the thread of a run tells. */
export type FromRun = RunReport | { readonly tells: "end"; readonly ended: Ended };

/** What it tells before the end. */
export type RunReport =
  | { readonly tells: "line"; readonly line: string }
  | { readonly tells: "fact"; readonly fact: Fact }
  | { readonly tells: "warning"; readonly text: string }
  /** The run goes on from its journal. */
  | { readonly tells: "continuing" }
  | { readonly tells: "question"; readonly id: number; readonly request: UserInputRequest }
  /** Nobody waits for that answer any longer. */
  | { readonly tells: "withdrawal"; readonly id: number };

/** What the thread of a run is told. */
export type ToRun =
  | { readonly tells: "cancel" }
  | { readonly tells: "answer"; readonly id: number; readonly answer: UserInputAnswer }
  /** Asking has failed. */
  | { readonly tells: "failure"; readonly id: number; readonly message: string };
