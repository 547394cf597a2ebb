import type { ModelDescriptor } from "../../options.ts";
import type { Fetch } from "./fetch.ts";

/** A value, or what gives it for each request that is sent. */
export type Supplied<Value> = Value | (() => Value | PromiseLike<Value>);

/** Headers by name; undefined leaves one out that would be sent otherwise. */
export type Headers = { readonly [name: string]: string | undefined };

/** How often and when a request that has failed is sent again. */
export interface RetryOptions {
  /** How many more times, at the most. Default 2. */
  readonly attempts?: number;
  /** Milliseconds before the first of them, about; they double from there on. Default 500. */
  readonly baseDelayMs?: number;
  /** The longest wait in milliseconds, whatever the provider asks for. Default 30,000. */
  readonly maxDelayMs?: number;
}

/** A chat-completions endpoint, and the model behind it. */
export interface OpenAIOptions {
  /** Such as `https://api.openai.com/v1`: what `/chat/completions` is added to, unless it ends so. A query is kept. */
  readonly baseURL: string;
  /** Sent as `Authorization: Bearer`. A function is asked for each request that is sent. */
  readonly apiKey?: Supplied<string | undefined> | undefined;
  /** The model's name at the provider. */
  readonly model: string;
  /** Its catalog id. Default: `model`. */
  readonly id?: string;
  readonly description?: string;
  /** In tokens; default 131,072. */
  readonly context?: number;
  /** Default `switchable`: only then the provider is told whether to think. */
  readonly thinking?: ModelDescriptor["thinking"];
  /** More headers; they win over those of the adapter. */
  readonly headers?: Supplied<Headers | undefined>;
  /** Off by default; a number is `attempts`. */
  readonly retry?: RetryOptions | number;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch;
}

/** Options that have been looked at. */
export interface Settings extends Pick<OpenAIOptions, "apiKey" | "model" | "headers" | "fetch"> {
  readonly url: string;
  readonly isSwitchable: boolean;
  readonly retry: Required<RetryOptions>;
}

/** Throws a `TypeError` that names the first option that is no good, without its value, and says what to give. */
export function readSettings(options: OpenAIOptions): Settings {
  const { apiKey, model, headers, fetch, thinking = "switchable" } = options;
  for (const [name, fits, what] of RULES) {
    const value: unknown = options[name];
    if (value === undefined ? name === "model" : !fits(value)) refuse(name, what);
  }
  return {
    apiKey,
    model,
    ...(headers !== undefined && { headers }),
    ...(fetch !== undefined && { fetch }),
    url: endpoint(options.baseURL),
    isSwitchable: thinking === "switchable",
    retry: readRetry(options.retry),
  };
}

type Rule = readonly [name: keyof OpenAIOptions, fits: (value: unknown) => boolean, what: string];

const isFunction = (value: unknown): boolean => typeof value === "function";
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isName = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

const RULES: readonly Rule[] = [
  ["model", isName, "the name that the provider has for the model"],
  ["id", isName, "a text that is not empty"],
  ["description", (value) => typeof value === "string", "a text"],
  [
    "apiKey",
    (value) => typeof value === "string" || isFunction(value),
    "a text or a function that gives one",
  ],
  ["context", (value) => isCount(value) && value > 0, "a number of tokens"],
  [
    "thinking",
    (value) => ["never", "always", "switchable"].includes(value as string),
    '"never", "always" or "switchable"',
  ],
  ["headers", (value) => isObject(value) || isFunction(value), "an object or a function that gives one"],
  ["retry", (value) => isCount(value) || isObject(value), "a count or an object"],
  ["fetch", isFunction, "a function"],
];

function readRetry(retry: RetryOptions | number = 0): Required<RetryOptions> {
  const given = typeof retry === "number" ? { attempts: retry } : retry;
  const read = { attempts: 2, baseDelayMs: 500, maxDelayMs: 30_000, ...given };
  for (const [name, value] of Object.entries(read)) if (!isCount(value)) refuse(`retry.${name}`, "a count");
  return read;
}

function endpoint(baseURL: string): string {
  const what = "a URL such as `https://api.openai.com/v1`";
  let url: URL;
  try {
    url = new URL(baseURL);
  } catch {
    return refuse("baseURL", what);
  }
  if (!/^https?:$/.test(url.protocol)) refuse("baseURL", what);
  if (url.username !== "" || url.password !== "")
    refuse("baseURL", "a URL without user name and password (give them as `headers`)");
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = path.endsWith("/chat/completions") ? path : `${path}/chat/completions`;
  url.hash = "";
  return url.href;
}

function refuse(name: string, what: string): never {
  throw new TypeError(`the option \`${name}\` of openai must be ${what}`);
}
