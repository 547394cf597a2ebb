import { ToolFailure } from "promptforge-runtime";
import { objectionTo, parseUrl, shownUrl } from "./admission.ts";
import type { BodyStream } from "./body.ts";
import type { Deadline } from "./deadline.ts";
import type { WebPolicy } from "./policy.ts";
import { PageFailure, Refusal } from "./refusal.ts";

/**
 * Sends one request and gives the answer, redirects included; the platform's `fetch` is one. A host that knows why there is no answer
 * rejects with a `PageFailure`.
 */
export type FetchPage = (url: string, request: PageRequest) => PromiseLike<PageResponse>;

/** What a page is asked with: no cookies, no `Authorization`, no `Referer` (WEB-02). */
export interface PageRequest {
  readonly method: "GET";
  readonly headers: { readonly [name: string]: string };
  readonly redirect: "manual";
  /** Aborts when the answer, or what is left of it, is no longer wanted. */
  readonly signal: AbortSignal;
}

/** The part of a `Response` that is looked at. The body is decompressed. */
export interface PageResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: BodyStream | null;
}

/** What the requests of one call have in common. */
export interface Visit {
  readonly fetch: FetchPage;
  readonly policy: WebPolicy;
  readonly deadline: Deadline;
  /** The URL of the call as it was given. */
  readonly requested: string;
}

/** Asks for a page and follows redirects (WEB-11); throws a `Refusal` or a `ToolFailure` when no answer is to be had. */
export async function requestPage(
  start: URL,
  visit: Visit,
): Promise<{ readonly url: URL; readonly response: PageResponse }> {
  let url = start;
  for (let hops = 0; ; hops++) {
    const response = await request(url, visit);
    const location = redirects.has(response.status) ? response.headers.get("location") : null;
    if (location === null) return { url, response };
    url = redirectTarget(url, utf8Header(location), hops, visit.policy);
  }
}

const userAgent = "harness-webfetch/0.0";
const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

async function request(url: URL, { fetch, deadline, requested }: Visit): Promise<PageResponse> {
  const { signal } = deadline;
  let reason: unknown;
  try {
    const response = await deadline.race(
      fetch(url.href, { method: "GET", headers: { "user-agent": userAgent }, redirect: "manual", signal }),
    );
    // A browser hides where a redirect leads: there is nothing to check.
    if (response.status !== 0) return response;
  } catch (error) {
    reason = error;
  }
  throw failureOf(reason, url, deadline, requested);
}

/** The message for a request without an answer (WEB-01). */
function failureOf(error: unknown, url: URL, deadline: Deadline, requested: string): Error {
  const reason = deadline.expired ? "timeout" : error instanceof PageFailure ? error.reason : "network";
  if (reason === "blocked")
    return new ToolFailure(`host ${url.hostname} has no allowed address`, "InvalidArguments");
  if (reason === "dns") return new Refusal(`dns resolution failed for ${url.hostname}`);
  if (reason === "timeout")
    return new Refusal(`request to ${shownUrl(url)} timed out; try again or use a different URL`);
  return new Refusal(`fetch failed for ${requested}: network error; try a different URL`);
}

/** Where a redirect leads, by its `Location`; throws a `Refusal` with the first broken rule. */
function redirectTarget(from: URL, location: string, hops: number, policy: WebPolicy): URL {
  const to = parseUrl(location, from);
  const reason = hopObjection(from, to, hops, policy);
  if (to !== undefined && reason === undefined) return to;
  // What does not parse has no parts to show: everything before its query.
  const shown = to === undefined ? location.replace(/[?#].*/s, "") : shownUrl(to);
  throw new Refusal(`redirect from ${shownUrl(from)} to ${shown} refused: ${reason}`);
}

/** The first rule that a redirect breaks; `to` is undefined when its location does not parse. */
function hopObjection(from: URL, to: URL | undefined, hops: number, policy: WebPolicy): string | undefined {
  if (hops >= maxRedirects) return `exceeded max redirects (${maxRedirects})`;
  if (to === undefined) return "invalid url";
  if (from.protocol === "https:" && to.protocol === "http:") return "refusing https to http downgrade";
  return objectionTo(to, policy)?.message;
}

/** Platforms give each byte of a header as one character; servers send UTF-8. */
function utf8Header(value: string): string {
  if (!/[\x80-\xff]/.test(value) || /[^\0-\xff]/.test(value)) return value;
  return new TextDecoder().decode(Uint8Array.from(value, (character) => character.charCodeAt(0)));
}
