import type { Capability, JsonValue, ToolContext } from "../../runtime/index.ts";
import { type PageRequest, type PageResponse, type WebOptions, web } from "../../src/web/index.ts";

/** Calls a tool of a capability by its name; gives its text. */
export async function call(
  capability: Capability,
  name: "fetch" | "search",
  args: unknown,
  signal?: AbortSignal,
): Promise<string> {
  const tools = await capability.activate({ store: {} as never, signal: undefined });
  const tool = tools.find(({ path }) => path === `promptforge/web/${name}`)!;
  const answer = await tool.call!(args as JsonValue, { signal } as ToolContext);
  if (typeof answer !== "string") throw new Error("the text must be untrusted");
  return answer;
}

/** The message of a failed call, and its kind. */
export async function failure(answer: Promise<string>): Promise<{ message: string; kind: string }> {
  try {
    return { message: `no failure: ${await answer}`, kind: "" };
  } catch (error) {
    const { message, kind } = error as Error & { kind: string };
    return { message, kind };
  }
}

/** What one URL answers. */
export type Page = (request: PageRequest) => PageResponse | Promise<PageResponse>;

/** Fetches from a table of pages; notes the URLs that are asked for. */
export function pages(table: { readonly [url: string]: Page }): {
  readonly fetch: WebOptions["fetch"];
  readonly asked: string[];
} {
  const asked: string[] = [];
  const fetch: WebOptions["fetch"] = async (url, request) => {
    asked.push(url);
    const page = table[url];
    if (page === undefined) throw new Error(`nothing is at ${url}`);
    return page(request);
  };
  return { fetch, asked };
}

/** A page with a body and a content type. */
export function page(
  body: ConstructorParameters<typeof Response>[0],
  type: string | undefined,
  headers: Record<string, string> = {},
): Page {
  return () => {
    const response = new Response(body, { headers });
    // A `Response` makes up a type for texts.
    if (type === undefined) response.headers.delete("content-type");
    else response.headers.set("content-type", type);
    return response;
  };
}

/** A redirect to a location. */
export function redirect(location: string, status = 302): Page {
  return () => new Response(null, { status, headers: { location } });
}

/** What the fetch tool makes of the page at https://a.example/. */
export function fetched(at: Page, args: object = {}, policy: WebOptions["policy"] = {}): Promise<string> {
  const { fetch } = pages({ "https://a.example/": at });
  return call(web({ fetch, policy }), "fetch", { url: "https://a.example/", ...args });
}
