/** What an assertion of a scripted host throws. Test runners show it like one of their own: it has the fields of Node's `AssertionError`. */
export class ScriptError extends Error {
  override readonly name = "AssertionError";
  readonly code = "ERR_ASSERTION";
  readonly generatedMessage = false;
  readonly operator = "script";
  readonly actual: unknown;
  readonly expected: unknown;

  constructor(
    message: string,
    seen: { readonly actual: unknown; readonly expected: unknown; readonly cause?: unknown },
  ) {
    super(message, seen.cause === undefined ? undefined : { cause: seen.cause });
    this.actual = seen.actual;
    this.expected = seen.expected;
  }
}
