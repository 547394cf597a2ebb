import { type JsonValue, ToolFailure } from "promptforge-runtime";

/** What is searched for: the arguments of the search tool as they were given, without those that are null. */
export interface SearchRequest {
  readonly query: string;
  readonly count?: number;
  readonly freshness?: "pd" | "pw" | "pm" | "py";
  readonly country?: string;
  readonly search_lang?: string;
  readonly safesearch?: "off" | "moderate" | "strict";
  readonly include_domains?: readonly string[];
  readonly exclude_domains?: readonly string[];
}

/** The schema that models are shown. */
export const searchParameters: { readonly [key: string]: JsonValue } = {
  type: "object",
  properties: {
    query: { type: "string" },
    count: { type: "integer", minimum: 1, maximum: 20 },
    freshness: { type: "string", enum: ["pd", "pw", "pm", "py"] },
    country: { type: "string" },
    search_lang: { type: "string" },
    safesearch: { type: "string", enum: ["off", "moderate", "strict"] },
    include_domains: { type: "array", items: { type: "string" }, maxItems: 20 },
    exclude_domains: { type: "array", items: { type: "string" }, maxItems: 20 },
  },
  required: ["query"],
  additionalProperties: false,
};

/** Reads the arguments; throws a `ToolFailure` for the first that is wrong (WEB-30). */
export function searchArguments(args: JsonValue): SearchRequest {
  if (!isRecord(args)) throw invalid("invalid arguments");
  const given = Object.entries(args).filter(([, value]) => value !== null);
  const request = Object.fromEntries(given) as unknown as SearchRequest;
  const hasShape = given.every(([field, value]) => shapes.get(field)?.(value) === true);
  if (!hasShape || request.query === undefined) throw invalid("invalid arguments");
  for (const rule of rules) {
    const problem = rule(request);
    if (problem !== undefined) throw invalid(problem);
  }
  return request;
}

const isText = (value: JsonValue) => typeof value === "string";
const isOneOf = (words: readonly string[]) => (value: JsonValue) => words.includes(value as string);
const isTexts = (value: JsonValue) => Array.isArray(value) && value.every(isText);
const isCount = (value: JsonValue) => Number.isInteger(value) && (value as number) >= 0;

/** The fields, and what their JSON must be. */
const shapes: ReadonlyMap<string, (value: JsonValue) => boolean> = new Map([
  ["query", isText],
  ["count", isCount],
  ["freshness", isOneOf(["pd", "pw", "pm", "py"])],
  ["country", isText],
  ["search_lang", isText],
  ["safesearch", isOneOf(["off", "moderate", "strict"])],
  ["include_domains", isTexts],
  ["exclude_domains", isTexts],
]);

type Rule = (request: SearchRequest) => string | undefined;

const word =
  (field: "country" | "search_lang"): Rule =>
  ({ [field]: text }) =>
    text !== undefined && (isBlank(text) || isLonger(text, 128))
      ? `${field} must be 1..=128 characters`
      : undefined;

const domainCount =
  (field: "include_domains" | "exclude_domains"): Rule =>
  ({ [field]: names = [] }) =>
    names.length > 20 ? `${field} may list at most 20 hostnames` : undefined;

const domainNames =
  (field: "include_domains" | "exclude_domains"): Rule =>
  ({ [field]: names = [] }) =>
    names.some((name) => isBlank(name) || isLonger(name, 128) || /[/\p{White_Space}\p{Cc}]/u.test(name))
      ? `${field} contains an invalid hostname`
      : undefined;

/** In the order in which they are looked at. */
const rules: readonly Rule[] = [
  ({ query }) => (isBlank(query) ? "query must not be empty" : undefined),
  ({ query }) => (isLonger(query, 400) ? "query exceeds 400 characters" : undefined),
  ({ count }) =>
    count !== undefined && (count < 1 || count > 20) ? "count must be between 1 and 20" : undefined,
  word("country"),
  word("search_lang"),
  domainCount("include_domains"),
  domainCount("exclude_domains"),
  domainNames("include_domains"),
  domainNames("exclude_domains"),
];

/** True for a text of nothing but white space. */
export function isBlank(text: string): boolean {
  return /^\p{White_Space}*$/u.test(text);
}

/** Counts characters, not the units of UTF-16. */
function isLonger(text: string, limit: number): boolean {
  return text.length > limit && [...text].length > limit;
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is { readonly [field: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(problem: string): ToolFailure {
  return new ToolFailure(`web_search: ${problem}`, "InvalidArguments");
}
