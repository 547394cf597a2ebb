import type { JsonValue } from "../../events.ts";
import { ModelFailure } from "../../model-failure.ts";
import type { Watch } from "../watch.ts";
import type { Fetch, FetchResponse } from "./fetch.ts";
import type { Settings } from "./settings.ts";

/**
 * Sends a request and gives the response as soon as its head is there. Rejects with a `transport` failure when there is no connection or
 * no answer in time.
 */
export async function send(
  settings: Settings,
  headers: { readonly [name: string]: string },
  body: JsonValue,
  watch: Watch,
): Promise<FetchResponse> {
  const signal = watch.open();
  const answer = answered(fetchOf(settings), settings.url, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    redirect: "manual",
    ...(signal !== undefined && { signal }),
  });
  try {
    return await watch.wait(answer);
  } catch (thrown) {
    // A `fetch` that knows no signals answers all the same, with a body that nobody reads.
    answer.then((late) => late.body?.cancel()).catch(() => undefined);
    throw thrown;
  }
}

async function answered(fetch: Fetch, ...request: Parameters<Fetch>): Promise<FetchResponse> {
  try {
    return await fetch(...request);
  } catch (cause) {
    throw new ModelFailure({ kind: "transport" }, { cause });
  }
}

function fetchOf(settings: Settings): Fetch {
  const given = settings.fetch ?? (typeof fetch === "undefined" ? undefined : fetch);
  if (given !== undefined) return given;
  const message = "this platform has no `fetch`: give openai one as the option `fetch`";
  throw new ModelFailure({ kind: "config", message });
}
