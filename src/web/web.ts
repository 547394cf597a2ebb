import type { Capability } from "promptforge-runtime";
import { fetchTool } from "./fetch-tool.ts";
import type { FetchPage } from "./page-request.ts";
import { type WebPolicy, webPolicy } from "./policy.ts";
import { type Search, searchTool } from "./search-tool.ts";

/** What the web tools take from their host. */
export interface WebOptions {
  /**
   * Gets pages; the platform's `fetch` fits. URLs, redirects and sizes are checked here, but only it sees which addresses a name leads
   * to: one that reaches private addresses lets prompts and models read them.
   */
  readonly fetch: FetchPage;
  /** Searches; absent: the search tool fails. */
  readonly search?: Search;
  readonly policy?: Partial<WebPolicy>;
}

/** The capability `promptforge/web` (part 08, section 13). Throws a `TypeError` for a policy that is none. */
export function web({ fetch, search, policy: settings }: WebOptions): Capability {
  const policy = webPolicy(settings);
  return { id: "promptforge/web", activate: () => [fetchTool(fetch, policy), searchTool(search, policy)] };
}
