import type { PromptError } from "./errors.ts";

/** How a run ended: exactly one of these, and the first decided stands (OUT-01, OUT-02). */
export type RunOutcome =
  | { readonly status: "completed"; readonly text: string }
  | { readonly status: "cancelled" }
  | { readonly status: "failed"; readonly error: PromptError };
