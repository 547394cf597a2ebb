/** The limits of the web tools (part 08, section 13). The defaults are those of the language. */
export interface WebPolicy {
  /** The most characters of a page's content; what `max_chars` may ask for at most. Default 40000. */
  readonly maxChars: number;
  /** The most bytes of a page after decompression (WEB-20). Default 8388608. */
  readonly maxBytes: number;
  /** The time to connect to one host, in milliseconds. Default 5000. Held by the Node host; another host's fetch has its own. */
  readonly connectTimeoutMs: number;
  /** The time of one call of the fetch tool, redirects and body included, in milliseconds. Default 20000. */
  readonly requestTimeoutMs: number;
  /** The time of one search, in milliseconds. Default 30000 (WEB-32). */
  readonly searchTimeoutMs: number;
  /** Schemes of URLs. Default `["https"]`. Dangerous: with `http` anyone on the way reads and changes pages. */
  readonly schemes: readonly string[];
  /** Ports of URLs. Default `[80, 443]`. Dangerous: other ports are those of services that are no web pages. */
  readonly ports: readonly number[];
  /**
   * True for an IP address that may be reached though WEB-10 blocks it, or named as the host of a URL; it is asked with the canonical
   * form. Default: none. Dangerous: prompts and models choose the URLs, so each address it lets through is open to them.
   */
  readonly allowAddress: (address: string) => boolean;
}

/** The policy of the language with the host's own settings. Throws a `TypeError` for a limit that is no positive integer. */
export function webPolicy(settings: Partial<WebPolicy> = {}): WebPolicy {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  const policy: WebPolicy = { ...defaults, ...Object.fromEntries(given) };
  const wrong = limits.find((name) => !Number.isSafeInteger(policy[name]) || policy[name] < 1);
  if (wrong !== undefined) throw new TypeError(`web: policy.${wrong} must be a positive integer`);
  return policy;
}

const defaults: WebPolicy = {
  maxChars: 40_000,
  maxBytes: 8_388_608,
  connectTimeoutMs: 5000,
  requestTimeoutMs: 20_000,
  searchTimeoutMs: 30_000,
  schemes: ["https"],
  ports: [80, 443],
  allowAddress: () => false,
};

const limits = ["maxChars", "maxBytes", "connectTimeoutMs", "requestTimeoutMs", "searchTimeoutMs"] as const;
