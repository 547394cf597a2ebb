/** How a run ended, as far as a case can see it. */
export type Ending =
  | { readonly kind: "result"; readonly text: string }
  | { readonly kind: "error"; readonly error: ObservedError }
  | { readonly kind: "parseError"; readonly failure: ObservedParseError }
  | { readonly kind: "cancelled" }
  /** The product misbehaved: it threw where it must not, or gave no module. */
  | { readonly kind: "broken"; readonly message: string };

/** A run error; `message` without its traceback (TH-22). */
export interface ObservedError {
  readonly kind: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly line?: number;
  readonly column?: number;
}

/** The parse error record of FMT-04. */
export interface ObservedParseError {
  readonly kind: string;
  readonly message: string;
  readonly name?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Everything that a case can state something about. */
export interface Observed {
  readonly ending: Ending;
  /** The files after the run. */
  readonly store: { readonly [path: string]: string };
  readonly logs: readonly { readonly section: string; readonly message: string }[];
  readonly reports: readonly { readonly section: string; readonly event: string }[];
  readonly requests: readonly ObservedRequest[];
  readonly toolCalls: readonly { readonly [field: string]: unknown }[];
  /** What the scripted host was asked for and could not give. */
  readonly unmet: readonly string[];
}

/** A model request by the names of TH-02; an absent key was not sent. */
export interface ObservedRequest {
  readonly [field: string]: unknown;
}
