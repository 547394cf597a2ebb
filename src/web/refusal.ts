/** A soft failure: the call of the tool succeeds, and its text is this message alone (WEB-01). */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/**
 * What a host's fetch rejects with when it knows why a page cannot be had: every address of the host is blocked, its name cannot be
 * resolved, or there was no answer in time. Whatever else it rejects with is a network error.
 */
export class PageFailure extends Error {
  override readonly name = "PageFailure";
  readonly reason: "blocked" | "dns" | "timeout";

  constructor(reason: PageFailure["reason"], options?: ErrorOptions) {
    super(`the page cannot be had (${reason})`, options);
    this.reason = reason;
  }
}
