import type { ModelFailureDetails } from "./model.ts";

/** What a model's `complete` throws or rejects with when it cannot answer. A plain object with the same fields serves as well. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  readonly kind: ModelFailureDetails["kind"];
  /** Of `backend` and `unreadable`. */
  declare readonly status?: number;
  /** Of `backend`: what the provider said; it never reaches the prompt. */
  declare readonly body?: string;

  constructor(details: ModelFailureDetails, options?: { readonly cause?: unknown }) {
    super("message" in details ? details.message : details.kind, options);
    this.kind = details.kind;
    if ("status" in details) this.status = details.status;
    if ("body" in details && details.body !== undefined) this.body = details.body;
  }
}
