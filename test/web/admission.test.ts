import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { web } from "../../src/web/index.ts";
import { call, failure, page, pages } from "./call.ts";

const never = () => {
  throw new Error("no request may be sent");
};
const tool = web({ fetch: never });
const fetch = (args: unknown) => call(tool, "fetch", args);

describe("arguments of fetch (WEB-01)", () => {
  it.each([
    [{}, "web_fetch: missing url argument"],
    [{ url: null }, "web_fetch: missing url argument"],
    [{ url: 5, max_chars: 0 }, "web_fetch: missing url argument"],
    [["https://a.example/"], "web_fetch: missing url argument"],
    [null, "web_fetch: missing url argument"],
    [{ url: "x", max_chars: 0, raw: 1 }, "web_fetch: max_chars must be a positive integer"],
    [{ url: "x", max_chars: -1 }, "web_fetch: max_chars must be a positive integer"],
    [{ url: "x", max_chars: 1.5 }, "web_fetch: max_chars must be a positive integer"],
    [{ url: "x", max_chars: "7" }, "web_fetch: max_chars must be a positive integer"],
    [{ url: "x", raw: "yes" }, "web_fetch: raw must be a boolean"],
    [{ url: "x", raw: 0 }, "web_fetch: raw must be a boolean"],
    [{ url: "not a url" }, "invalid url"],
    [{ url: "" }, "invalid url"],
    [{ url: "https://" }, "invalid url"],
    [{ url: "https://1.2.3.4.5/" }, "invalid url"],
  ])("%j fails the call: %s", async (args, message) => {
    expect(await failure(fetch(args))).toEqual({ message, kind: "InvalidArguments" });
  });

  it("null is as good as an argument that is not there", async () => {
    const { fetch } = pages({ "https://a.example/": page("text", "text/plain") });
    const text = await call(web({ fetch }), "fetch", {
      url: "https://a.example/",
      max_chars: null,
      raw: null,
    });
    expect(text).toBe("url: https://a.example/\ntruncated: false\nextraction: plain\n\ntext");
  });
});

describe("admission (WEB-01)", () => {
  it.each([
    ["http://a.example/", "http"],
    ["ftp://user:pw@1.2.3.4/", "ftp"],
    ["file:///etc/passwd", "file"],
    ["data:text/plain,x", "data"],
    ["javascript:alert(1)", "javascript"],
    ["a.example:443/x", "a.example"],
  ])("%s: a soft failure names the scheme", async (url, scheme) => {
    expect(await fetch({ url })).toBe(`scheme not allowed: ${scheme}`);
  });

  it.each([
    ["https://u:p@a.example:8080/", "url must not contain userinfo"],
    ["https://u@a.example/", "url must not contain userinfo"],
    ["https://:p@1.2.3.4/", "url must not contain userinfo"],
    ["https://a.example:8080/", "port not allowed: 8080"],
    ["https://127.0.0.1:22/", "port not allowed: 22"],
    ["https://a.example:0/", "port not allowed: 0"],
  ])("%s: %s", async (url, message) => {
    expect(await failure(fetch({ url }))).toEqual({ message, kind: "InvalidArguments" });
  });

  it.each([
    ["1.2.3.4", "1.2.3.4"],
    ["127.0.0.1", "127.0.0.1"],
    ["127.0.0.1.", "127.0.0.1"],
    ["127.1", "127.0.0.1"],
    ["2130706433", "127.0.0.1"],
    ["0x7f000001", "127.0.0.1"],
    ["0x7F.1", "127.0.0.1"],
    ["0177.0.0.1", "127.0.0.1"],
    ["017700000001", "127.0.0.1"],
    ["0", "0.0.0.0"],
    ["%31%32%37.1", "127.0.0.1"],
    ["１２７.０.０.１", "127.0.0.1"],
    ["169.254.169.254", "169.254.169.254"],
    ["[::1]", "::1"],
    ["[0:0:0:0:0:0:0:1]", "::1"],
    ["[::]", "::"],
    ["[2001:DB8:0:0:1:0:0:1]", "2001:db8::1:0:0:1"],
    ["[::ffff:127.0.0.1]", "::ffff:127.0.0.1"],
    ["[::ffff:7f00:1]", "::ffff:127.0.0.1"],
    ["[64:ff9b::10.0.0.1]", "64:ff9b::a00:1"],
    ["[2606:4700:4700::1111]", "2606:4700:4700::1111"],
  ])("the address %s is shown as %s", async (host, address) => {
    expect(await failure(fetch({ url: `https://${host}/` }))).toEqual({
      message: `ip literal host not allowed: ${address}`,
      kind: "InvalidArguments",
    });
  });

  it("refuses every IPv4 address in every radix", async () => {
    const notation = fc.constantFrom(
      (n: number) => String(n),
      (n: number) => `0x${n.toString(16)}`,
      (n: number) => `0${n.toString(8)}`,
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(0xffffffff), notation, async (address, write) => {
        const shown = [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join(".");
        const { message } = await failure(fetch({ url: `https://${write(address)}/` }));
        expect(message).toBe(`ip literal host not allowed: ${shown}`);
      }),
      { numRuns: 50 },
    );
  });

  it("port 80 is a port of the web", async () => {
    const { fetch, asked } = pages({ "https://a.example:80/": page("x", "text/plain") });
    await call(web({ fetch }), "fetch", { url: "https://a.example:80/" });
    expect(asked).toEqual(["https://a.example:80/"]);
  });

  it("sends the query as it is, without the fragment, and nothing that names anyone (WEB-02)", async () => {
    const seen: unknown[] = [];
    const fetch = async (url: string, { signal: _signal, ...request }: object & { signal: unknown }) => {
      seen.push(url, request);
      return new Response("x", { headers: { "content-type": "text/plain" } });
    };
    const text = await call(web({ fetch }), "fetch", { url: "https://a.example/p?b=%20+&a=1#part" });
    expect(text).toMatch(/^url: https:\/\/a\.example\/p\?b=%20\+&a=1\n/);
    expect(seen).toEqual([
      "https://a.example/p?b=%20+&a=1",
      { method: "GET", redirect: "manual", headers: { "user-agent": "harness-webfetch/0.0" } },
    ]);
  });

  it("a policy opens schemes, ports and addresses, those that it names alone", async () => {
    const { fetch } = pages({ "http://127.0.0.1:8080/": page("x", "text/plain") });
    const policy = { schemes: ["http"], ports: [8080], allowAddress: (a: string) => a === "127.0.0.1" };
    const tool = web({ fetch, policy });
    expect(await call(tool, "fetch", { url: "http://127.0.0.1:8080/" })).toContain("\n\nx");
    expect(await call(tool, "fetch", { url: "https://a.example/" })).toBe("scheme not allowed: https");
    expect((await failure(call(tool, "fetch", { url: "http://127.0.0.1/" }))).message).toBe(
      "port not allowed: 80",
    );
    expect((await failure(call(tool, "fetch", { url: "http://127.0.0.2:8080/" }))).message).toBe(
      "ip literal host not allowed: 127.0.0.2",
    );
  });

  it("a policy that is none is an error of the host program", () => {
    expect(() => web({ fetch: never, policy: { maxChars: 0 } })).toThrow(
      "web: policy.maxChars must be a positive integer",
    );
  });
});
