import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { web } from "../../src/node/web.ts";
import { call } from "../web/call.ts";
import { startWebServer } from "./web-server.ts";

/** Fetches what one listener answers; `shown` stands for the page's URL in what comes back. */
async function fetched(listener: RequestListener, policy: object = {}) {
  const server = await startWebServer({ "/": listener });
  onTestFinished(server.close);
  const tool = web({
    policy: { schemes: ["http"], ports: [server.port], allowAddress: (a) => a === "127.0.0.1", ...policy },
  });
  const url = `http://127.0.0.1:${server.port}/`;
  const text = (await call(tool, "fetch", { url })).replaceAll(url, "URL");
  return { text, server };
}

const send =
  (type: string, body: Uint8Array | string, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "content-type": type, ...headers }).end(body);
  };
const coded = (type: string, coding: string, body: Uint8Array) =>
  send(type, body, { "content-encoding": coding });
const success = (content: string, truncated = false) =>
  `url: URL\ntruncated: ${truncated}\nextraction: plain\n\n${content}`;

const unread = "the response body from URL could not be read; try again or use a different URL";
const cap = "response from URL exceeds the 8388608-byte size cap";

describe("content codings", () => {
  const json = Buffer.from('{"a": "é"}');
  it.each([
    ["gzip", gzipSync(json)],
    ["x-gzip", gzipSync(json)],
    ["deflate", deflateSync(json)],
    ["br", brotliCompressSync(json)],
    ["identity", json],
    ["gzip, br", brotliCompressSync(gzipSync(json))],
  ])("%s is undone", async (coding, body) => {
    expect((await fetched(coded("application/json", coding, body))).text).toBe(success(json.toString()));
  });

  it("one that nobody asked for cannot be read", async () => {
    expect((await fetched(coded("text/plain", "compress", json))).text).toBe(unread);
  });

  it("a body that is not coded as it says cannot be read", async () => {
    expect((await fetched(coded("text/plain", "gzip", json))).text).toBe(unread);
  });

  it("sizes count after decompression: bombs are not unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000, "x"));
    expect((await fetched(coded("text/html", "gzip", bomb))).text).toBe(cap);
    expect((await fetched(coded("application/json", "gzip", bomb))).text).toBe(cap);
    expect((await fetched(coded("text/plain", "gzip", bomb))).text).toBe(success("x".repeat(40_000), true));
    const atCap = gzipSync(Buffer.alloc(8_388_608, " "));
    expect((await fetched(coded("text/xml", "gzip", atCap))).text).toBe(success(" ".repeat(40_000), true));
  });
});

describe("bodies", () => {
  const endless =
    (type: string): RequestListener =>
    (_request, response) => {
      response.writeHead(200, { "content-type": type });
      const chunk = Buffer.alloc(65_536, "x");
      const more = () => {
        while (response.write(chunk));
      };
      response.on("drain", more);
      more();
    };

  it.each([
    ["text/html", cap],
    ["text/plain", success("x".repeat(40_000), true)],
    [
      "video/mp4",
      "content type video/mp4 from URL cannot be returned as text; try an HTML version of the page or a different URL",
    ],
  ])("an endless %s ends the connection", async (type, expected) => {
    const { text, server } = await fetched(endless(type));
    expect(text).toBe(expected);
    await expect.poll(() => server.connections().open).toBe(0);
  });

  it("a declared length over the cap is refused at once", async () => {
    const { text } = await fetched((_request, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-length": "8388609" });
      response.write("x");
    });
    expect(text).toBe(cap);
  });

  it("one that breaks off, and one that comes too slowly", async () => {
    const start: RequestListener = (_request, response) => {
      response.writeHead(200, { "content-type": "text/plain", "content-length": "10" });
      response.write("abc");
    };
    const cut = await fetched((request, response) => {
      start(request, response);
      setTimeout(() => response.destroy(), 20);
    });
    expect(cut.text).toBe(unread);
    const slow = await fetched(start, { requestTimeoutMs: 200 });
    expect(slow.text).toBe(unread);
    await expect.poll(() => slow.server.connections().open).toBe(0);
  });

  it("that of a status that is no success is not read", async () => {
    const { text, server } = await fetched((_request, response) => {
      response.writeHead(503, { "content-type": "text/html" });
      response.write("x");
    });
    expect(text).toBe("URL answered HTTP 503; try a different URL");
    await expect.poll(() => server.connections().open).toBe(0);
  });

  it("no content type", async () => {
    expect((await fetched((_request, response) => response.end("x"))).text).toBe(
      "response from URL declared no content type; refusing to guess its format; try a different URL",
    );
  });

  it("an HTML page in another charset", async () => {
    const body = Buffer.from("<p>\xe9\x93</p>", "latin1");
    expect((await fetched(send("text/html; charset=ISO-8859-1", body))).text).toMatch(/\n\né“$/);
  });
});
