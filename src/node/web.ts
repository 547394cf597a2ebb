import type { Capability } from "promptforge-runtime";
import { type WebPolicy, webPolicy } from "../web/policy.ts";
import type { Search } from "../web/search-tool.ts";
import { web as webTools } from "../web/web.ts";
import { checkedFetch } from "./web-fetch.ts";
import type { Resolve } from "./web-lookup.ts";

/** What the web tools take from a program on Node. */
export interface NodeWebOptions {
  /** Searches; absent: the search tool fails. `searchGateway` of `promptforge-esm/web` makes one. */
  readonly search?: Search;
  readonly policy?: Partial<WebPolicy>;
  /** Gives the addresses of a name and rejects when there is none; they are checked all the same. Default: the system's resolver. */
  readonly resolve?: Resolve;
}

/**
 * The capability `promptforge/web` with a fetch that looks at every address as it connects (WEB-10): a page of a private network cannot
 * be had, whatever its name leads to. Throws a `TypeError` for a policy that is none.
 */
export function web({ search, policy: settings, resolve }: NodeWebOptions = {}): Capability {
  const policy = webPolicy(settings);
  const fetch = checkedFetch(policy, resolve);
  return webTools({ fetch, policy, ...(search !== undefined && { search }) });
}
