/** The run error kinds (KND-30 to KND-42). */
export type RunErrorKind =
  | "Parse"
  | "Version"
  | "Binding"
  | "Completion"
  | "Tool"
  | "Store"
  | "Determinism"
  | "Lua"
  | "Quota"
  | "ContextExhausted"
  | "Input"
  | "Internal"
  | "RequirementsUnmet"
  | "Substitution";

/** Where in a prompt file a parse failure lies: 1-based line and column in bytes, span in bytes (KND-15). */
export interface FailureLocation {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  readonly span?: readonly [number, number];
}

/** What a `PromptError` is made of. */
export interface PromptErrorDetails {
  readonly kind: RunErrorKind | "Cancelled";
  readonly message: string;
  readonly retryable?: boolean | undefined;
  readonly location?: FailureLocation | undefined;
  readonly section?: string | undefined;
  readonly help?: string | undefined;
  readonly cause?: unknown;
  /** Lines such as `at section 'Check' (search.prompt.md:14)`, innermost first. */
  readonly trace?: readonly string[];
}

const FIELDS = ["kind", "message", "retryable", "location", "section", "help"] as const;

/**
 * Why a run has no result. `message` is the exact text of the language; `kind` is a run error kind, or `Cancelled` when `run`
 * rejects because the host cancelled. `stack` names sections and lines of the prompt file.
 */
export class PromptError extends Error {
  override readonly name = "PromptError";
  declare readonly kind: RunErrorKind | "Cancelled";
  /** True when the same run may succeed later (KND-62). */
  readonly retryable: boolean = false;
  /** Parse failures only (KND-19). */
  declare readonly location?: FailureLocation;
  /** The section that failed, in the H1 pass the title. */
  declare readonly section?: string;
  /** What the host can do about it. */
  declare readonly help?: string;

  constructor(details: PromptErrorDetails) {
    const { kind, message, cause, trace = [] } = details;
    super(message, cause === undefined ? undefined : { cause });
    for (const field of FIELDS) {
      if (details[field] !== undefined) Object.assign(this, { [field]: details[field] });
    }
    this.stack = [`PromptError [${kind}]: ${message}`, ...trace].join("\n    ");
  }

  /** The fields of `RunFailure` as plain data. */
  toJSON(): Record<string, unknown> {
    return Object.fromEntries(FIELDS.map((field) => [field, this[field]]));
  }
}

/** What a tool throws when it has failed; an ordinary error does as well. Prompts see the message alone, `kind` is for the host's own logs (HOST-T02). */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
  readonly kind: "InvalidArguments" | "Transport" | "Backend" | "Other";

  constructor(message: string, kind: ToolFailure["kind"] = "Other") {
    super(message);
    this.kind = kind;
  }
}

/** What a host's handler rejects with when it drops a request: the call that waits fails with kind `cancelled` (HOST-12). */
export class EffectDropped extends Error {
  override readonly name = "EffectDropped";
}
