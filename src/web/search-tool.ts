import { type JsonValue, type ToolContext, type ToolDescriptor, ToolFailure } from "promptforge-runtime";
import { type BodyStream, readBody } from "./body.ts";
import { Deadline } from "./deadline.ts";
import type { WebPolicy } from "./policy.ts";
import {
  isBlank,
  isRecord,
  type SearchRequest,
  searchArguments,
  searchParameters,
} from "./search-arguments.ts";

/** Asks a search gateway. Rejects when there is no answer; any status is an answer. */
export type Search = (
  request: SearchRequest,
  context: { readonly signal: AbortSignal },
) => PromiseLike<SearchResponse>;

/** What a gateway answers; a `Response` is one. The body of a success is JSON: an object with `results`, each with a `url` (WEB-31). */
export interface SearchResponse {
  readonly status: number;
  readonly body: string | Uint8Array | BodyStream | null;
}

/** `promptforge/web/search`: gives a gateway's answer unchanged (WEB-30 to WEB-33). Without a gateway every search fails. */
export function searchTool(search: Search | undefined, policy: WebPolicy): ToolDescriptor {
  return {
    path: "promptforge/web/search",
    description: "Search the web and return a list of results (title, url, description).",
    parameters: searchParameters,
    call: (args, { signal }) => searched(args, search, policy, signal),
  };
}

const maxAnswerBytes = 262_144;
const maxErrorBytes = 2000;

async function searched(
  args: JsonValue,
  search: Search | undefined,
  policy: WebPolicy,
  signal: ToolContext["signal"],
): Promise<string> {
  const request = searchArguments(args);
  if (search === undefined) throw failure("this host has no search; its option `search` gives one");
  const deadline = new Deadline(policy.searchTimeoutMs, signal);
  try {
    const { status, body } = await deadline
      // A gateway that throws at once has failed like one that rejects.
      .race(new Promise<SearchResponse>((resolve) => resolve(search(request, { signal: deadline.signal }))))
      .catch((): never => {
        throw failure("request failed", "Transport");
      });
    if (status < 200 || status > 299) throw await statusFailure(status, body, deadline);
    const { bytes, whole } = await readAnswer(body, maxAnswerBytes, deadline).catch((): never => {
      throw failure("reading response failed", "Transport");
    });
    if (!whole) throw failure(`response body exceeded ${maxAnswerBytes} bytes`);
    return checkedAnswer(bytes);
  } finally {
    deadline.end();
  }
}

function failure(problem: string, kind: ToolFailure["kind"] = "Backend"): ToolFailure {
  return new ToolFailure(`web_search: ${problem}`, kind);
}

function readAnswer(
  body: SearchResponse["body"],
  limit: number,
  deadline: Deadline,
): ReturnType<typeof readBody> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  if (!(bytes instanceof Uint8Array)) return readBody(bytes, limit, deadline);
  return Promise.resolve({ bytes: bytes.subarray(0, limit), whole: bytes.length <= limit });
}

async function statusFailure(
  status: number,
  body: SearchResponse["body"],
  deadline: Deadline,
): Promise<ToolFailure> {
  let text: string;
  try {
    const { bytes, whole } = await readAnswer(body, maxErrorBytes, deadline);
    text = new TextDecoder().decode(bytes, { stream: !whole });
  } catch {
    return failure(`backend returned ${status}, and its error body could not be read`);
  }
  return failure(`backend returned ${status}: ${text === "" ? "(empty body)" : escapeControls(text)}`);
}

const escapes: { readonly [character: string]: string } = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** `\n`, `\r`, `\t`, and `\u{001b}` for other control characters. */
function escapeControls(text: string): string {
  return text.replaceAll(
    /\p{Cc}/gu,
    (character) => escapes[character] ?? `\\u{${character.charCodeAt(0).toString(16).padStart(4, "0")}}`,
  );
}

/** The text of an answer that has the shape of WEB-31; throws for any other. */
function checkedAnswer(bytes: Uint8Array): string {
  const text = utf8(bytes);
  const urls = resultUrls(text);
  if (urls === undefined) throw failure("malformed search response");
  const empty = urls.findIndex(isBlank);
  if (empty < 0) return text;
  throw failure(`malformed search response: result ${empty} has an empty url`);
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw failure("response body was not valid UTF-8");
  }
}

function resultUrls(text: string): readonly string[] | undefined {
  let results: unknown;
  try {
    const answer: unknown = JSON.parse(text);
    results = isRecord(answer) ? answer["results"] : undefined;
  } catch {
    return undefined;
  }
  if (!Array.isArray(results)) return undefined;
  const urls = results.map((row: unknown) => (isRecord(row) ? row["url"] : undefined));
  return urls.every((url) => typeof url === "string") ? (urls as string[]) : undefined;
}
