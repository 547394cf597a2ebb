import { type JsonValue, type ToolDescriptor, ToolFailure } from "promptforge-runtime";
import { admit, shownUrl } from "./admission.ts";
import { Deadline } from "./deadline.ts";
import { type FetchArguments, fetchArguments, fetchParameters } from "./fetch-arguments.ts";
import { type FetchPage, requestPage, type Visit } from "./page-request.ts";
import { firstCharacters, type PageText, readPageText, unreadableBody } from "./page-text.ts";
import type { WebPolicy } from "./policy.ts";
import { Refusal } from "./refusal.ts";

/** `promptforge/web/fetch`: gives a page as text (WEB-01 to WEB-21). */
export function fetchTool(fetch: FetchPage, policy: WebPolicy): ToolDescriptor {
  return {
    path: "promptforge/web/fetch",
    description: "Fetch a web page and return its main content as markdown.",
    parameters: fetchParameters(policy),
    call: (args, { signal }) => fetched(args, fetch, policy, signal),
  };
}

async function fetched(
  args: JsonValue,
  fetch: FetchPage,
  policy: WebPolicy,
  signal: ConstructorParameters<typeof Deadline>[1],
): Promise<string> {
  const request = fetchArguments(args, policy);
  const deadline = new Deadline(policy.requestTimeoutMs, signal);
  try {
    const url = admit(request.url, policy);
    return await retrieve(url, request, { fetch, policy, deadline, requested: request.url });
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  } finally {
    deadline.end();
  }
}

async function retrieve(start: URL, request: FetchArguments, visit: Visit): Promise<string> {
  const { url, response } = await requestPage(start, visit);
  if (response.status < 200 || response.status > 299)
    throw new Refusal(`${shownUrl(url)} answered HTTP ${response.status}; try a different URL`);
  const page = await readPageText(response, url, visit.policy, visit.deadline);
  const { extraction, text, whole } = await contentOf(page, url, request);
  const cut = firstCharacters(text, request.maxChars);
  const truncated = !(whole && cut.whole);
  return `url: ${url.href}\ntruncated: ${truncated}\nextraction: ${extraction}\n\n${cut.text}`;
}

/** What of a page is the answer, and how it was made (WEB-20). */
interface PageContent {
  readonly extraction: "readability" | "raw-html" | "plain";
  readonly text: string;
  readonly whole: boolean;
}

async function contentOf(page: PageText, url: URL, request: FetchArguments): Promise<PageContent> {
  if (page.format !== "html") return { extraction: "plain", text: page.text, whole: page.whole };
  // The libraries are large, and most runs fetch no page.
  const { extract } = await import("./article.ts").catch((): never => {
    throw new ToolFailure("web_fetch: this host cannot read HTML pages", "Other");
  });
  try {
    return extract(page.text, url, request);
  } catch {
    // What a library stumbles over says nothing to the model.
    throw unreadableBody(url);
  }
}
