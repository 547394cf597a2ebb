/*
 * `promptforge-esm/web`: the capability `promptforge/web` for any platform with `URL`, `AbortController` and `TextDecoder`. The host
 * gives the fetch and answers for the addresses that it connects to; `promptforge-esm/node-host` has one that checks them.
 */

export type { BodyStream } from "./body.ts";
export type { FetchPage, PageRequest, PageResponse } from "./page-request.ts";
export type { WebPolicy } from "./policy.ts";
export { PageFailure } from "./refusal.ts";
export type { SearchRequest } from "./search-arguments.ts";
export type { SearchGateway } from "./search-gateway.ts";
export { searchGateway } from "./search-gateway.ts";
export type { Search, SearchResponse } from "./search-tool.ts";
export type { WebOptions } from "./web.ts";
export { web } from "./web.ts";
