import type { RunLimits } from "../options.ts";

/** The limits of a reply, with their defaults (LMT-03 and part 11, section 2): 16 MiB in all, two minutes for each wait. */
export function replyLimits({
  maxResponseBytes = 16_777_216,
  requestTimeoutMs = 120_000,
}: Partial<RunLimits>): Pick<RunLimits, "maxResponseBytes" | "requestTimeoutMs"> {
  return { maxResponseBytes, requestTimeoutMs };
}
