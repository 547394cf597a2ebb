import { describe, expect, it } from "vitest";
import { PageFailure, web } from "../../src/web/index.ts";
import { call, failure, type Page, page, pages, redirect } from "./call.ts";

const start = "https://a.example/start?q=secret";
const end = page("there", "text/plain");

function visit(table: { readonly [url: string]: Page }) {
  const { fetch, asked } = pages(table);
  return { text: call(web({ fetch }), "fetch", { url: start }), asked };
}

/** `/1` leads to `/2` and so on; the last leads to the end. */
function chain(hops: number): { readonly [url: string]: Page } {
  const urls = [start, ...Array.from({ length: hops }, (_, place) => `https://a.example/${place + 1}`)];
  return Object.fromEntries(urls.map((url, place) => [url, place < hops ? redirect(urls[place + 1]!) : end]));
}

describe("redirects (WEB-11)", () => {
  it.each([301, 302, 303, 307, 308])(
    "status %i is one, and the header shows where it ended",
    async (status) => {
      const { text, asked } = visit({
        [start]: redirect("/next?x=1#part", status),
        "https://a.example/next?x=1": end,
      });
      expect(await text).toBe(
        "url: https://a.example/next?x=1\ntruncated: false\nextraction: plain\n\nthere",
      );
      expect(asked).toEqual([start, "https://a.example/next?x=1"]);
    },
  );

  it("five hops are followed, a sixth is not", async () => {
    expect(await visit(chain(5)).text).toContain("\n\nthere");
    const { text, asked } = visit(chain(6));
    expect(await text).toBe(
      "redirect from https://a.example/5 to https://a.example/6 refused: exceeded max redirects (5)",
    );
    expect(asked).toHaveLength(6);
  });

  it("a loop ends", async () => {
    expect(await visit({ [start]: redirect(start) }).text).toBe(
      "redirect from https://a.example/start to https://a.example/start refused: exceeded max redirects (5)",
    );
  });

  it.each([
    ["http://a.example/x?y", "http://a.example/x", "refusing https to http downgrade"],
    ["http://u:p@1.2.3.4:9/", "http://1.2.3.4:9/", "refusing https to http downgrade"],
    ["ftp://b.example/x", "ftp://b.example/x", "scheme not allowed: ftp"],
    ["file:///etc/passwd", "file:/etc/passwd", "scheme not allowed: file"],
    ["data:text/plain,x?y", "data:text/plain,x", "scheme not allowed: data"],
    ["https://u:p@b.example/", "https://b.example/", "url must not contain userinfo"],
    ["https://b.example:8443/", "https://b.example:8443/", "port not allowed: 8443"],
    [
      "https://169.254.169.254/meta?x",
      "https://169.254.169.254/meta",
      "ip literal host not allowed: 169.254.169.254",
    ],
    ["https://0x7f.1/", "https://127.0.0.1/", "ip literal host not allowed: 127.0.0.1"],
    ["//[::1]/", "https://[::1]/", "ip literal host not allowed: ::1"],
    ["https://exa mple/?q", "https://exa mple/", "invalid url"],
  ])("to %s", async (location, shown, reason) => {
    const { text, asked } = visit({ [start]: redirect(location) });
    expect(await text).toBe(`redirect from https://a.example/start to ${shown} refused: ${reason}`);
    expect(asked).toEqual([start]);
  });

  it("too many hops are said before anything else", async () => {
    const table = { ...chain(5), "https://a.example/5": redirect("http://1.2.3.4/") };
    expect(await visit(table).text).toBe(
      "redirect from https://a.example/5 to http://1.2.3.4/ refused: exceeded max redirects (5)",
    );
  });

  it("a location in UTF-8 is read as such", async () => {
    const location = Buffer.from("/café").toString("latin1");
    const { text } = visit({ [start]: redirect(location), "https://a.example/caf%C3%A9": end });
    expect(await text).toContain("url: https://a.example/caf%C3%A9\n");
  });

  it("without a location the status counts", async () => {
    const { text } = visit({ [start]: () => new Response(null, { status: 302 }) });
    expect(await text).toBe("https://a.example/start answered HTTP 302; try a different URL");
  });

  it("a hop to a host whose addresses are all blocked fails the call", async () => {
    const blocked: Page = () => Promise.reject(new PageFailure("blocked"));
    const { text } = visit({ [start]: redirect("https://b.example/"), "https://b.example/": blocked });
    expect(await failure(text)).toEqual({
      message: "host b.example has no allowed address",
      kind: "InvalidArguments",
    });
  });

  it("other failures of a hop name the hop, network errors the URL of the call", async () => {
    const hop = (reason: Error) =>
      visit({
        [start]: redirect("https://b.example/p?q"),
        "https://b.example/p?q": () => Promise.reject(reason),
      }).text;
    expect(await hop(new PageFailure("dns"))).toBe("dns resolution failed for b.example");
    expect(await hop(new PageFailure("timeout"))).toBe(
      "request to https://b.example/p timed out; try again or use a different URL",
    );
    expect(await hop(new Error("reset"))).toBe(
      `fetch failed for ${start}: network error; try a different URL`,
    );
  });
});
