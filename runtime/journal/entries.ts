import type { JsonValue } from "../events.ts";

/** What a journal holds: plain JSON. */
export type JournalEntry = JournalHeader | JournalAnswers | JournalIntent;

/** The first entry: what a run must have in common with the one that it continues. */
export interface JournalHeader {
  readonly kind: "run";
  /** The form of the entries. */
  readonly format: number;
  readonly prompt: string;
  /** SHA-256 of the prompt file, in hexadecimal digits. */
  readonly hash: string;
  readonly compiler: string;
  readonly input: string;
  readonly limits: JsonValue;
  /** The other options that a run's results depend on. */
  readonly settings: JsonValue;
  readonly execution: string;
  /** Decimal digits. */
  readonly seed: string;
  readonly startedAt: number;
}

/** Answers that were applied together, in issue order. */
export interface JournalAnswers {
  readonly kind: "answers";
  readonly answers: readonly JournalAnswer[];
  /** What was done meanwhile to the run's own store in memory, where tools can write to it. */
  readonly writes?: readonly JournalWrite[];
}

/** The answer to one effect, by its place in the order of its task. */
export interface JournalAnswer {
  readonly task: string;
  readonly seq: number;
  readonly effect: string;
  /** For a timer: when it was over, in milliseconds since 1970. */
  readonly due?: number;
  /** What the host gave; neither this nor `thrown` for what the run knows by itself. */
  readonly value?: JsonValue;
  /** What its handler threw or rejected with. */
  readonly thrown?: JsonValue;
}

/** A change of the run's own store. */
export interface JournalWrite {
  readonly operation: "write" | "append" | "delete";
  readonly path: string;
  readonly text?: string;
}

/** Kept before a file is changed by what must not happen twice: what it was, for a run that dies in between. */
export interface JournalIntent {
  readonly kind: "intent";
  readonly task: string;
  readonly seq: number;
  readonly path: string;
  /** The text that a replacement has read. */
  readonly text?: string;
  /** The length that an `append` has found, in UTF-16 units; -1 for no file. */
  readonly length?: number;
}
