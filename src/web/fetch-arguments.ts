import { type JsonValue, ToolFailure } from "promptforge-runtime";
import type { WebPolicy } from "./policy.ts";
import { isRecord } from "./search-arguments.ts";

/** The arguments of the fetch tool, complete. */
export interface FetchArguments {
  /** As it was given. */
  readonly url: string;
  /** At most the policy's limit. */
  readonly maxChars: number;
  readonly raw: boolean;
}

/** The schema that models are shown. */
export function fetchParameters({ maxChars }: WebPolicy): { readonly [key: string]: JsonValue } {
  return {
    type: "object",
    properties: {
      url: { type: "string" },
      max_chars: { type: "integer", minimum: 1, maximum: maxChars },
      raw: { type: "boolean" },
    },
    required: ["url"],
  };
}

/** Reads the arguments; throws a `ToolFailure` for the first that is wrong (WEB-01). */
export function fetchArguments(args: JsonValue, policy: WebPolicy): FetchArguments {
  const { url, max_chars: maxChars = null, raw = null } = isRecord(args) ? args : {};
  if (typeof url !== "string") throw invalid("missing url argument");
  if (maxChars !== null && !(Number.isInteger(maxChars) && (maxChars as number) >= 1))
    throw invalid("max_chars must be a positive integer");
  if (raw !== null && typeof raw !== "boolean") throw invalid("raw must be a boolean");
  return {
    url,
    maxChars: Math.min(maxChars === null ? policy.maxChars : (maxChars as number), policy.maxChars),
    raw: raw === true,
  };
}

function invalid(problem: string): ToolFailure {
  return new ToolFailure(`web_fetch: ${problem}`, "InvalidArguments");
}
