import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fetched, page } from "./call.ts";

const shown = "https://a.example/";
const success = (content: string, extraction = "plain", truncated = false) =>
  `url: ${shown}\ntruncated: ${truncated}\nextraction: ${extraction}\n\n${content}`;
const refused = (type: string) =>
  `content type ${type} from ${shown} cannot be returned as text; try an HTML version of the page or a different URL`;

/** A body that counts what is taken of it; it never ends. */
function endless(chunk: Uint8Array) {
  const taken = { chunks: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        taken.chunks++;
        controller.enqueue(chunk);
      },
      cancel: () => {
        taken.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, taken };
}

describe("content types (WEB-20)", () => {
  it.each([
    "application/json",
    "application/xml",
    "text/xml",
    "text/json",
    "application/ld+json",
    "application/atom+xml",
    "text/x+json",
    "Application/JSON ; charset=UTF-8",
    "text/plain",
    "text/css",
    "text/markdown;charset",
    'TEXT/Calendar; x="a;b"; charset=\'',
  ])("%s: the body as it is", async (type) => {
    const body = '{ "a":  1 }\r\n<b/> ';
    // A charset in single quotes is a charset of that name, and there is none.
    const unknown = type.endsWith("'");
    expect(await fetched(page(body, type))).toBe(
      unknown ? `response from ${shown} declared unknown charset '; cannot decode its text` : success(body),
    );
  });

  it.each([
    ["application/pdf", "application/pdf"],
    ["Application/PDF; x=1", "application/pdf"],
    ["image/svg+xml", "image/svg+xml"],
    ["application/octet-stream", "application/octet-stream"],
    ["application/javascript", "application/javascript"],
    ["multipart/mixed; boundary=x", "multipart/mixed"],
    ["html", "html"],
    ["text/", "text/"],
    ["text/html, text/plain", "text/html, text/plain"],
    ["text html; charset=utf-8", "text html; charset=utf-8"],
  ])("%s is refused, and its body is not read", async (type, name) => {
    const { body, taken } = endless(new Uint8Array(1));
    expect(await fetched(page(body, type))).toBe(refused(name));
    expect(taken.chunks).toBe(0);
  });

  it.each([undefined, "", " "])("no content type (%j) is refused", async (type) => {
    expect(await fetched(page("x", type))).toBe(
      `response from ${shown} declared no content type; refusing to guess its format; try a different URL`,
    );
  });

  it.each([404, 500, 300, 304])("status %i is no success", async (status) => {
    const body = status === 304 ? null : "x";
    expect(await fetched(() => new Response(body, { status }))).toBe(
      `${shown} answered HTTP ${status}; try a different URL`,
    );
  });

  it("an answer that hides its status, as redirects do in browsers, is a network error", async () => {
    expect(await fetched(() => Response.error())).toBe(
      `fetch failed for ${shown}: network error; try a different URL`,
    );
  });
});

describe("charsets (WEB-21)", () => {
  it.each([
    ["text/plain", [0xc3, 0xa9], "é"],
    ["text/plain; charset=UTF-8", [0xc3, 0xa9, 0xff], "é\ufffd"],
    ['text/plain; charset="utf-8"', [0xc3, 0xa9], "é"],
    ["text/plain; charset=latin1", [0xe9, 0x80], "é€"],
    ["text/plain; charset=Shift_JIS", [0x82, 0xa0], "あ"],
    ["text/plain; charset=utf-16le", [0x61, 0x00, 0x3d, 0xd8], "a\ufffd"],
    ["text/plain; x=charset; charset=windows-1251", [0xcf], "П"],
    ["text/plain; charset=", [0xc3, 0xa9], "é"],
    ["text/plain; charset=latin1; charset=utf-8", [0xe9], "é"],
  ])("%s", async (type, bytes, text) => {
    expect(await fetched(page(Uint8Array.from(bytes), type))).toBe(success(text));
  });

  it.each(["klingon", "UTF-9", "utf_8"])("the unknown label %s is shown as it is", async (label) => {
    const { body, taken } = endless(new Uint8Array(1));
    expect(await fetched(page(body, `text/html; charset=${label}`))).toBe(
      `response from ${shown} declared unknown charset ${label}; cannot decode its text`,
    );
    expect(taken.chunks).toBe(0);
  });

  it("what the page itself says is not looked at", async () => {
    const html = Uint8Array.from(Buffer.from("<meta charset=latin1><p>é</p>"));
    expect(await fetched(page(html, "text/html"))).toBe(success("é", "raw-html"));
  });
});

describe("max_chars (WEB-21)", () => {
  it("cuts a text that is longer on a boundary between characters", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1 }), fc.nat(20), async (text, extra) => {
        const characters = [...text];
        const limit = 1 + (extra % characters.length);
        const body = Buffer.from(characters.join(""));
        // A mark at the start says how to read the bytes and is none of them.
        fc.pre(characters[0] !== "\ufeff");
        expect(await fetched(page(body, "text/plain"), { max_chars: limit })).toBe(
          success(characters.slice(0, limit).join(""), "plain", limit < characters.length),
        );
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    [3, { max_chars: 3 }, false],
    [4, { max_chars: 3 }, true],
    [40_000, {}, false],
    [40_001, {}, true],
    [40_001, { max_chars: 1e15 }, true],
  ])("%i characters with %j: truncated is %s", async (length, args, truncated) => {
    const limit = (args as { max_chars?: number }).max_chars ?? 40_000;
    expect(await fetched(page("😀".repeat(length), "text/plain"), args)).toBe(
      success("😀".repeat(Math.min(length, limit, 40_000)), "plain", truncated),
    );
  });
});

describe("sizes (WEB-20)", () => {
  const maxBytes = 100;
  const cap = `response from ${shown} exceeds the 100-byte size cap`;

  it.each(["text/html", "application/xhtml+xml", "application/json", "text/xml", "application/a+xml"])(
    "%s over the cap is refused, read or declared",
    async (type) => {
      expect(await fetched(page("x".repeat(101), type), {}, { maxBytes })).toBe(cap);
      const { body, taken } = endless(new Uint8Array(1));
      expect(await fetched(page(body, type, { "content-length": "101" }), {}, { maxBytes })).toBe(cap);
      expect(taken.chunks).toBe(0);
    },
  );

  it("exactly at the cap is whole", async () => {
    const text = "x".repeat(100);
    for (const type of ["application/json", "text/plain"])
      expect(await fetched(page(text, type, { "content-length": "100" }), {}, { maxBytes })).toBe(
        success(text),
      );
  });

  it("other text is cut, without half a character at its end", async () => {
    expect(await fetched(page(`${"x".repeat(99)}é`, "text/plain"), {}, { maxBytes })).toBe(
      success("x".repeat(99), "plain", true),
    );
    expect(
      await fetched(page("x".repeat(101), "text/plain", { "content-length": "101" }), {}, { maxBytes }),
    ).toBe(success("x".repeat(100), "plain", true));
  });

  it.each([
    ["text/html", cap],
    ["text/plain", success("x".repeat(100), "plain", true)],
  ])("an endless %s ends at the cap", async (type, text) => {
    const { body, taken } = endless(Buffer.from("x".repeat(30)));
    expect(await fetched(page(body, type), {}, { maxBytes })).toBe(text);
    expect(taken).toEqual({ chunks: 4, cancelled: true });
  });

  it("the cap of the language is 8388608 bytes", async () => {
    expect(await fetched(page(new Uint8Array(8_388_609), "text/html"))).toBe(
      `response from ${shown} exceeds the 8388608-byte size cap`,
    );
  });
});

describe("bodies that do not arrive", () => {
  const unread = `the response body from ${shown} could not be read; try again or use a different URL`;

  it("one that breaks off", async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error("reset")),
    });
    expect(await fetched(page(body, "text/plain"))).toBe(unread);
  });

  it("one that stalls, whether or not the host heeds the signal", async () => {
    const body = new ReadableStream({ pull: () => new Promise(() => {}) });
    expect(await fetched(page(body, "text/plain"), {}, { requestTimeoutMs: 20 })).toBe(unread);
  });

  it("an answer that never comes", async () => {
    const silence = () => new Promise<never>(() => {});
    expect(await fetched(silence, {}, { requestTimeoutMs: 20 })).toBe(
      `request to ${shown} timed out; try again or use a different URL`,
    );
  });
});
