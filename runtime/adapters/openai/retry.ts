import type { ModelCompletion } from "../../model.ts";
import { ModelFailure } from "../../model-failure.ts";
import { isTransientStatus } from "../../transient-status.ts";
import { type Attempt, exchange } from "./exchange.ts";
import type { RetryOptions, Settings } from "./settings.ts";

/**
 * Sends a request until there is a reply, as often as the options allow it. A request is sent again after a failure that may pass, but
 * never when fragments of its text were given out: nobody can take them back.
 */
export async function exchangeWithRetry(
  settings: Settings,
  given: Omit<Attempt, "hasTold" | "retryAfter">,
): Promise<ModelCompletion> {
  for (let count = 0; ; count++) {
    const attempt: Attempt = { ...given, hasTold: false, retryAfter: null };
    try {
      return await exchange(settings, attempt);
    } catch (thrown) {
      const isOver = count >= settings.retry.attempts || attempt.hasTold || given.watch.isAborted;
      if (isOver || !mayPass(thrown)) throw thrown;
      await given.watch.pause(delay(settings.retry, count, attempt.retryAfter));
    }
  }
}

/** True for a failure of the connection, of the provider's load, or of an answer on its way (KND-60). */
function mayPass(thrown: unknown): boolean {
  if (!(thrown instanceof ModelFailure)) return false;
  const { kind, status = 0 } = thrown;
  return kind === "transport" || kind === "unreadable" || (kind === "backend" && isTransientStatus(status));
}

/** Milliseconds: what the provider asks for, else half to all of a span that doubles, so that clients do not come back together. */
function delay(
  { baseDelayMs, maxDelayMs }: Required<RetryOptions>,
  count: number,
  after: string | null,
): number {
  const span = readRetryAfter(after) ?? baseDelayMs * 2 ** count * (1 + Math.random()) * 0.5;
  return Math.min(span, maxDelayMs);
}

/** `Retry-After` is a count of seconds or a date (RFC 9110, section 10.2.3); undefined for anything else. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - Date.now());
}
