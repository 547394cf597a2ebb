import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { type Search, type SearchResponse, searchGateway, web } from "../../src/web/index.ts";
import { call, failure } from "./call.ts";

const fetch = () => Promise.reject(new Error("no page is asked for"));
const search = (args: unknown, given: Search, policy = {}) =>
  call(web({ fetch, search: given, policy }), "search", args);
const never: Search = () => {
  throw new Error("nothing may be sent");
};
const answering = (status: number, body: SearchResponse["body"]): Promise<string> =>
  search({ query: "x" }, async () => ({ status, body }));
const broken = () => new ReadableStream({ pull: (controller) => controller.error(new Error("reset")) });

describe("arguments of search (WEB-30)", () => {
  it.each<readonly [args: unknown, problem: string]>([
    [{}, "invalid arguments"],
    [null, "invalid arguments"],
    [["x"], "invalid arguments"],
    [{ query: null }, "invalid arguments"],
    [{ query: 5 }, "invalid arguments"],
    [{ query: "x", more: 1 }, "invalid arguments"],
    [{ query: "x", more: true, count: 0 }, "invalid arguments"],
    [{ query: "x", toString: "x" }, "invalid arguments"],
    [{ query: "x", count: -1 }, "invalid arguments"],
    [{ query: "x", count: 1.5 }, "invalid arguments"],
    [{ query: "x", count: "3" }, "invalid arguments"],
    [{ query: "x", freshness: "today" }, "invalid arguments"],
    [{ query: "x", safesearch: "on" }, "invalid arguments"],
    [{ query: "x", country: 1 }, "invalid arguments"],
    [{ query: "x", include_domains: "a.example" }, "invalid arguments"],
    [{ query: "x", exclude_domains: [1] }, "invalid arguments"],
    [{ query: "", count: 1.5 }, "invalid arguments"],
    [{ query: "", count: 0 }, "query must not be empty"],
    [{ query: " \t\u3000" }, "query must not be empty"],
    [{ query: "é".repeat(401), count: 0 }, "query exceeds 400 characters"],
    [{ query: "x", count: 0, country: "" }, "count must be between 1 and 20"],
    [{ query: "x", count: 21 }, "count must be between 1 and 20"],
    [{ query: "x", country: " ", search_lang: "" }, "country must be 1..=128 characters"],
    [{ query: "x", search_lang: "e".repeat(129) }, "search_lang must be 1..=128 characters"],
    [
      { query: "x", include_domains: ["a/b"], exclude_domains: Array(21).fill("a") },
      "exclude_domains may list at most 20 hostnames",
    ],
    [{ query: "x", include_domains: Array(21).fill("a") }, "include_domains may list at most 20 hostnames"],
    ...["", " ", "a b", "a/b", "https://a.example", "a\u0000b", "a\u0085", "a".repeat(129)].map(
      (name) =>
        [
          { query: "x", include_domains: ["ok.example", name] },
          "include_domains contains an invalid hostname",
        ] as const,
    ),
    [{ query: "x", exclude_domains: ["a\tb"] }, "exclude_domains contains an invalid hostname"],
  ])("%j: %s", async (args, problem) => {
    expect(await failure(search(args, never))).toEqual({
      message: `web_search: ${problem}`,
      kind: "InvalidArguments",
    });
  });

  it("sends what was given, at the limits too, without nulls", async () => {
    const args = {
      query: "😀".repeat(400),
      count: 20,
      freshness: "pd",
      country: "c".repeat(128),
      search_lang: "en",
      safesearch: "off",
      include_domains: Array(20).fill("d".repeat(128)),
      exclude_domains: [],
    };
    const seen: unknown[] = [];
    const given: Search = async (request) => {
      seen.push(request);
      return { status: 200, body: '{"results":[]}' };
    };
    expect(await search(args, given)).toBe('{"results":[]}');
    await search({ query: "x", count: null, country: null }, given);
    expect(seen).toEqual([args, { query: "x" }]);
  });
});

describe("answers of the gateway (WEB-31, WEB-32)", () => {
  it.each([' { "more": 1, "results": [ {"url": "u", "title": 3}, {"url":" v "} ] }\n', '{"results":[]}'])(
    "%j is given unchanged",
    async (text) => {
      expect(await answering(200, text)).toBe(text);
      expect(await answering(201, new TextEncoder().encode(text))).toBe(text);
      expect(await answering(299, new Response(text).body)).toBe(text);
    },
  );

  it.each([
    ["", "malformed search response"],
    ["[]", "malformed search response"],
    ["null", "malformed search response"],
    ["{}", "malformed search response"],
    ['{"results":{}}', "malformed search response"],
    ['{"results":[1]}', "malformed search response"],
    ['{"results":[{"url":""},{}]}', "malformed search response"],
    ['{"results":[{"url":1}]}', "malformed search response"],
    ['\ufeff{"results":[]}', "malformed search response"],
    ['{"results":[{"url":"u"},{"url":" "}]}', "malformed search response: result 1 has an empty url"],
    ["x".repeat(262_145), "response body exceeded 262144 bytes"],
    [Uint8Array.from([0x22, 0xff, 0x22]), "response body was not valid UTF-8"],
  ])("%.40j: %s", async (body, problem) => {
    expect(await failure(answering(200, body))).toEqual({
      message: `web_search: ${problem}`,
      kind: "Backend",
    });
  });

  it("262144 bytes are not too many", async () => {
    const text = `{"results":[]}${" ".repeat(262_144 - 14)}`;
    expect(await answering(200, text)).toBe(text);
  });

  it.each([
    [500, "", "backend returned 500: (empty body)"],
    [404, null, "backend returned 404: (empty body)"],
    [302, "moved", "backend returned 302: moved"],
    [
      429,
      "a\nb\r\tc\u0000\u001b\u007f\u0085é",
      "backend returned 429: a\\nb\\r\\tc\\u{0000}\\u{001b}\\u{007f}\\u{0085}é",
    ],
    [500, "x".repeat(5000), `backend returned 500: ${"x".repeat(2000)}`],
    [500, `${"x".repeat(1999)}é`, `backend returned 500: ${"x".repeat(1999)}`],
    [503, broken(), "backend returned 503, and its error body could not be read"],
  ])("status %i: the start of its body is told", async (status, body, problem) => {
    expect(await failure(answering(status, body))).toEqual({
      message: `web_search: ${problem}`,
      kind: "Backend",
    });
  });

  it("a search that does not come back, or only half", async () => {
    const failed = { message: "web_search: request failed", kind: "Transport" };
    const unread = { message: "web_search: reading response failed", kind: "Transport" };
    const policy = { searchTimeoutMs: 20 };
    const query = { query: "x" };
    expect(await failure(search(query, () => Promise.reject(new Error("secret"))))).toEqual(failed);
    expect(await failure(search(query, never))).toEqual(failed);
    expect(await failure(search(query, () => new Promise(() => {}), policy))).toEqual(failed);
    expect(await failure(answering(200, broken()))).toEqual(unread);
    const stalled = new ReadableStream({ pull: () => new Promise(() => {}) });
    expect(await failure(search(query, async () => ({ status: 200, body: stalled }), policy))).toEqual(
      unread,
    );
  });

  it("a host without search says so, once the arguments are right", async () => {
    const tool = web({ fetch });
    expect(await failure(call(tool, "search", { query: "x" }))).toEqual({
      message: "web_search: this host has no search; its option `search` gives one",
      kind: "Backend",
    });
    expect((await failure(call(tool, "search", {}))).message).toBe("web_search: invalid arguments");
  });
});

describe("searchGateway", () => {
  it("posts the arguments as JSON with the host's headers, and follows no redirect", async () => {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk) => {
        text += chunk;
      });
      request.on("end", () => {
        const { authorization, "content-type": type } = request.headers;
        seen.push([request.method, request.url, authorization, type, text]);
        if (request.url === "/moved") response.writeHead(302, { location: "/search" });
        response.end('{"results":[]}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const gateway = (path: string) =>
        searchGateway({ url: base + path, headers: { authorization: "Bearer k" } });
      expect(await search({ query: "x", count: 2 }, gateway("/search"))).toBe('{"results":[]}');
      expect((await failure(search({ query: "x" }, gateway("/moved")))).message).toBe(
        'web_search: backend returned 302: {"results":[]}',
      );
      expect(seen).toEqual([
        ["POST", "/search", "Bearer k", "application/json", '{"query":"x","count":2}'],
        ["POST", "/moved", "Bearer k", "application/json", '{"query":"x"}'],
      ]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
