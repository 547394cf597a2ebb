import type { CallMetrics } from "../../events.ts";

type Usage = NonNullable<CallMetrics["usage"]>;

/**
 * The token counts of a reply: plain counts in specification 2, counts by kind in specification 3. Undefined when the provider has not
 * told the input's and the output's (part 11, section 5).
 */
export function usageMetrics(given: unknown): Usage | undefined {
  const { inputTokens, outputTokens, totalTokens, cachedInputTokens, reasoningTokens, raw } = fieldsOf(given);
  const input = fieldsOf(inputTokens);
  const output = fieldsOf(outputTokens);
  const prompt = countOf(inputTokens) ?? countOf(input["total"]);
  const completion = countOf(outputTokens) ?? countOf(output["total"]);
  if (prompt === undefined || completion === undefined) return undefined;
  const cached = countOf(cachedInputTokens) ?? countOf(input["cacheRead"]);
  const reasoning = countOf(reasoningTokens) ?? countOf(output["reasoning"]);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: countOf(totalTokens) ?? countOf(fieldsOf(raw)["total_tokens"]) ?? prompt + completion,
    ...(cached !== undefined && { cached_tokens: cached }),
    ...(reasoning !== undefined && { reasoning_tokens: reasoning }),
  };
}

function fieldsOf(value: unknown): { readonly [name: string]: unknown } {
  return (value ?? {}) as { readonly [name: string]: unknown };
}

function countOf(value: unknown): number | undefined {
  return Number.isFinite(value) ? (value as number) : undefined;
}
