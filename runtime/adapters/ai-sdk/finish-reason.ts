/**
 * The word of chat completions for a finish reason of the AI SDK: a text in specification 2, `{ unified, raw }` in specification 3.
 * Undefined when the provider sent none; a reason of its own stays as it sent it.
 */
export function finishWord(reason: unknown): string | undefined {
  if (typeof reason === "string") return reason === "unknown" ? undefined : (WORDS.get(reason) ?? reason);
  const { unified, raw } = (reason ?? {}) as { readonly unified?: unknown; readonly raw?: unknown };
  return WORDS.get(unified) ?? (typeof raw === "string" ? raw : undefined);
}

const WORDS: ReadonlyMap<unknown, string> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["tool-calls", "tool_calls"],
  ["content-filter", "content_filter"],
]);
