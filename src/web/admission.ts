import { ToolFailure } from "promptforge-runtime";
import { addressOfHost } from "./address.ts";
import type { WebPolicy } from "./policy.ts";
import { Refusal } from "./refusal.ts";

/** The URL of a call, once nothing speaks against it; throws a `ToolFailure` or a `Refusal` with the first broken rule (WEB-01). */
export function admit(text: string, policy: WebPolicy): URL {
  const url = parseUrl(text);
  if (url === undefined) throw new ToolFailure("invalid url", "InvalidArguments");
  const objection = objectionTo(url, policy);
  if (objection === undefined) return url;
  throw objection.soft
    ? new Refusal(objection.message)
    : new ToolFailure(objection.message, "InvalidArguments");
}

/** Why a URL is refused, in the words of WEB-01; undefined when it is not. */
export function objectionTo(url: URL, policy: WebPolicy): Objection | undefined {
  for (const { soft, objection } of rules) {
    const message = objection(url, policy);
    if (message !== undefined) return { message, soft };
  }
  return undefined;
}

/** A broken rule of admission. `soft`: the model is told, the call does not fail. */
export interface Objection {
  readonly message: string;
  readonly soft: boolean;
}

/** A URL without its fragment, which is never sent (WEB-02); undefined when it does not parse. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  if (!URL.canParse(text, base?.href)) return undefined;
  const url = new URL(text, base);
  url.hash = "";
  return url;
}

/** A URL as messages show it: scheme, host, port and path (WEB-01). */
export function shownUrl(url: URL): string {
  return `${url.protocol}${url.host === "" ? "" : `//${url.host}`}${url.pathname}`;
}

/** In the order in which they are looked at. */
const rules: readonly {
  readonly soft: boolean;
  readonly objection: (url: URL, policy: WebPolicy) => string | undefined;
}[] = [
  {
    soft: true,
    objection: (url, { schemes }) => {
      const scheme = url.protocol.slice(0, -1);
      return schemes.includes(scheme) ? undefined : `scheme not allowed: ${scheme}`;
    },
  },
  {
    soft: false,
    objection: ({ username, password }) =>
      username === "" && password === "" ? undefined : "url must not contain userinfo",
  },
  {
    soft: false,
    objection: (url, { ports }) => {
      const port = url.port === "" ? (defaultPorts[url.protocol] ?? 0) : Number(url.port);
      return ports.includes(port) ? undefined : `port not allowed: ${port}`;
    },
  },
  {
    soft: false,
    objection: (url, { allowAddress }) => {
      const address = addressOfHost(url.hostname);
      if (address === undefined || allowAddress(address)) return undefined;
      return `ip literal host not allowed: ${address}`;
    },
  },
];

const defaultPorts: { readonly [protocol: string]: number } = { "http:": 80, "https:": 443 };
