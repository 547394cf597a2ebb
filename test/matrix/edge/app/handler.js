import { openai } from "promptforge-runtime/openai";
import { sse } from "promptforge-runtime/streams";
import digest from "./digest.prompt.md";
import { INPUT, visit } from "./visit.js";

/**
 * The request handler of every edge platform: `/visit` answers with what came of `visit`, `/stream` with the events of a run, `/abort` with
 * the outcome of a run whose signal is aborted. `model` in the query is the base URL of the provider.
 */
export async function handle(request) {
  const { pathname, searchParams } = new URL(request.url);
  const model = openai({ baseURL: searchParams.get("model"), model: "m", apiKey: "k" });
  if (pathname === "/visit") return json(await visit(model));
  if (pathname === "/stream") return sse(digest.start(INPUT, { model, signal: request.signal }));
  const controller = new AbortController();
  const { signal } = controller;
  const run = digest.start(INPUT, { model, signal, onDelta: () => controller.abort("enough") });
  return json(await run.outcome);
}

function json(value) {
  return new Response(JSON.stringify(value), { headers: { "content-type": "application/json" } });
}
