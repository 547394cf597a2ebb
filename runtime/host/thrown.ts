/** The message of what a host's function threw: never a stack or a cause (HOST-T02). */
export function thrownText(cause: unknown): string {
  try {
    const message = (cause as { message?: unknown } | null | undefined)?.message;
    return typeof message === "string" ? message : String(cause);
  } catch {
    return "unknown failure";
  }
}
