/*
 * `promptforge-runtime/streams`: runs as streams of the web platform, for servers. For hosts with `ReadableStream`, `Response` and
 * `TextEncoder`: Node, Deno, Bun, browsers, edge workers.
 */
export { readable } from "./readable.ts";
export { type SseOptions, sse } from "./sse.ts";
