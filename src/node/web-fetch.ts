import type { FetchPage, PageResponse } from "../web/page-request.ts";
import type { WebPolicy } from "../web/policy.ts";
import { PageFailure } from "../web/refusal.ts";
import { checkedLookup, type Resolve, systemResolve } from "./web-lookup.ts";

/**
 * A fetch that connects to addresses that are not blocked alone, within the connect limit. There is a connection for each request and no
 * proxy, so that every hop is checked (WEB-10). Rejects with a `PageFailure`, or with the network's error.
 */
export function checkedFetch(policy: WebPolicy, resolve: Resolve = systemResolve): FetchPage {
  const lookup = checkedLookup(resolve, policy.allowAddress);
  return async (url, request) => {
    // The library takes a while to load, and most runs fetch no page.
    const { Agent, fetch } = await import("undici");
    const dispatcher = new Agent({
      // No connection outlives its request.
      pipelining: 0,
      connect: { lookup, timeout: policy.connectTimeoutMs, autoSelectFamily: true },
    });
    try {
      return decodable(await fetch(url, { ...request, dispatcher }));
    } catch (error) {
      throw reasonOf(error);
    }
  };
}

/** Codings that are undone as a body is read; it is given as it is for any other. */
const codings = new Set(["", "identity", "gzip", "x-gzip", "deflate", "br"]);

/** The answer, whose body cannot be read when it is coded in another way. */
function decodable(response: PageResponse): PageResponse {
  const header = response.headers.get("content-encoding") ?? "";
  if (header.split(",").every((coding) => codings.has(coding.trim().toLowerCase()))) return response;
  return { status: response.status, headers: response.headers, body: unreadable };
}

const unreadable: NonNullable<PageResponse["body"]> = {
  getReader: () => ({
    read: () => Promise.reject(new Error("unknown content coding")),
    cancel: () => Promise.resolve(),
  }),
};

/** The `PageFailure` behind an error of the library; else the error. */
function reasonOf(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof PageFailure) return cause;
    if (timeouts.has(String((cause as NodeJS.ErrnoException).code)))
      return new PageFailure("timeout", { cause: error });
  }
  return error;
}

const timeouts = new Set(["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT"]);
