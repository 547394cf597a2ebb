import { ModelFailure } from "../../model-failure.ts";
import type { EffectContext } from "../../options.ts";
import { wellFormed } from "../../utf8.ts";
import type { Settings, Supplied } from "./settings.ts";

/**
 * The headers of one request, names in lower case. Rejects with a `ModelFailure` of kind `config` that names a header which cannot be
 * sent: `fetch` itself would show its value, which may be a key.
 */
export async function requestHeaders(
  settings: Settings,
  context: Pick<EffectContext, "key">,
): Promise<{ readonly [name: string]: string }> {
  const key = await supplied(settings.apiKey);
  const extra = await supplied(settings.headers);
  const all = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    // A host that was written before there were keys gives none.
    "idempotency-key": context.key === undefined ? undefined : encodeURIComponent(wellFormed(context.key)),
    authorization: key ? `Bearer ${key}` : undefined,
    ...Object.fromEntries(Object.entries(extra ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  for (const [name, value] of sent) checkHeader(name, value);
  return Object.fromEntries(sent);
}

async function supplied<Value>(given: Supplied<Value> | undefined): Promise<Value | undefined> {
  return typeof given === "function" ? (given as () => Value | PromiseLike<Value>)() : given;
}

function checkHeader(name: string, value: unknown): void {
  const isGood =
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
    typeof value === "string" &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
  if (isGood) return;
  const message = `the header \`${name}\` has characters that no request can carry: look at the options \`apiKey\` and \`headers\``;
  throw new ModelFailure({ kind: "config", message });
}
