import type { BodyStream } from "./body.ts";
import type { Search } from "./search-tool.ts";

/** A search gateway on the web. */
export interface SearchGateway {
  /** Where requests go. */
  readonly url: string;
  /** Sent with each request, such as `authorization`. */
  readonly headers?: { readonly [name: string]: string };
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A search that posts its arguments as JSON to a gateway. Redirects are not followed: the headers are for this gateway alone. */
export function searchGateway(gateway: SearchGateway): Search {
  return async (request, { signal }) => {
    const { fetch = globalThis.fetch } = gateway;
    const { status, body } = await fetch(gateway.url, {
      method: "POST",
      headers: { accept: "application/json", ...gateway.headers, "content-type": "application/json" },
      body: JSON.stringify(request),
      redirect: "manual",
      signal,
    });
    return { status, body: body as BodyStream | null };
  };
}
