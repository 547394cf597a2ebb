import { describe, expect, it } from "vitest";
import { fetched, page } from "./call.ts";

const sentence = "The quick brown fox, as it is known, jumps over the lazy dog and runs on. ";
const html = (body: string) => fetched(page(body, "text/html; charset=utf-8"));
const raw = (body: string, args: object = {}) => fetched(page(body, "text/html"), { raw: true, ...args });
const contentOf = (text: string) => text.slice(text.indexOf("\n\n") + 2);
const extractionOf = (text: string) => /^extraction: (.*)$/m.exec(text)?.[1];

const story = `<!doctype html><html><head><title>Foxes</title></head><body>
  <nav><a href="/a">Home</a> <a href="/b">About us</a></nav>
  <article><h2>On foxes</h2>${`<p>${sentence.repeat(4)}</p>`.repeat(4)}
    <p>More at <a href="more?x=1">this page</a>, <a href="javascript:alert(1)">that one</a>.${sentence}</p>
    <ul><li>red</li><li>grey</li></ul></article>
  <footer>Imprint and cookies</footer></body></html>`;

describe("the main article (WEB-20)", () => {
  it("is given as Markdown, without what stands around it", async () => {
    const text = await html(story);
    expect(text).toMatch(
      /^url: https:\/\/a\.example\/\ntruncated: false\nextraction: readability\n\n## On foxes\n\n/,
    );
    expect(text).toContain(sentence.trim());
    expect(text).toContain("[this page](https://a.example/more?x=1), that one.");
    expect(text).toMatch(/\n- +red\n- +grey$/);
    expect(text).not.toMatch(/Home|Imprint|<\w/);
  });

  it("is the same for XHTML", async () => {
    const { body } = { body: story };
    expect(await fetched(page(body, "application/xhtml+xml"))).toBe(await html(story));
  });

  it("is looked for unless `raw` is true", async () => {
    const text = await raw(story);
    expect(extractionOf(text)).toBe("raw-html");
    expect(contentOf(text)).toMatch(
      /^\[Home\]\(https:\/\/a\.example\/a\).*\n\n## On foxes\n[\s\S]*Imprint and cookies$/,
    );
    expect(extractionOf(await fetched(page(story, "text/html"), { raw: false }))).toBe("readability");
  });

  it("is found whatever number of characters is asked for", async () => {
    for (const max of [1, 50, 150]) {
      const whole = contentOf(await html(story));
      expect(await fetched(page(story, "text/html"), { max_chars: max })).toBe(
        `url: https://a.example/\ntruncated: true\nextraction: readability\n\n${whole.slice(0, max)}`,
      );
    }
  });

  it("counts from 100 bytes on, else the whole page is given", async () => {
    const article = (text: string) => `<body><article><p>${text}</p></article><footer>End</footer></body>`;
    const short = await html(article("x".repeat(99)));
    expect(short).toBe(
      `url: https://a.example/\ntruncated: false\nextraction: raw-html\n\n${"x".repeat(99)}\n\nEnd`,
    );
    expect(extractionOf(await html(article("x".repeat(100))))).toBe("readability");
    // Bytes, not characters.
    expect(extractionOf(await html(article("é".repeat(49))))).toBe("raw-html");
    expect(extractionOf(await html(article("é".repeat(50))))).toBe("readability");
  });
});

describe("whole pages", () => {
  it.each([
    ["", ""],
    ["just text", "just text"],
    ["<p>one<p>two", "one\n\ntwo"],
    ["<html><p>one", "one"],
    ["<title>t</title><meta name=a><p>one", "one"],
    ["<head><title>t</title></head>one<body>two", "onetwo"],
    ["<div>one</div><html><body>two</body></html>", "one\n\ntwo"],
    ["<body>one<body>two</body>", "onetwo"],
    ["<p>&lt; &amp; &eacute;&#8212;&nbsp;</p>", "< & é—"],
    ["<!-- no --><p hidden>a</p><script>no</script><style>no</style><noscript>no</noscript><p>b", "a\n\nb"],
    ["<h1>A</h1><hr><pre><code>x  y\nz</code></pre>", "# A\n\n---\n\n```\nx  y\nz\n```"],
    [
      "<a href='//b.example/x#y'>l</a><img src='i.png' alt='pic'>",
      "[l](https://b.example/x#y)![pic](https://a.example/i.png)",
    ],
    [
      "<img src='data:image/png;base64,AAAA' alt=x><a href='javascript:x()'>l</a><a href='http://['>m</a>",
      "lm",
    ],
    ["<base href='/deep/'><a href=x>l</a>", "[l](https://a.example/deep/x)"],
    ["<base href='http://['><a href=x>l</a>", "[l](https://a.example/x)"],
  ])("%j", async (body, markdown) => {
    expect(await raw(body)).toBe(
      `url: https://a.example/\ntruncated: false\nextraction: raw-html\n\n${markdown}`,
    );
  });

  it.each([
    "script",
    "style",
    "noscript",
    "template",
    "title",
    "iframe",
    "object",
    "svg",
    "canvas",
    "audio",
    "video",
    "select",
    "textarea",
  ])("have nothing of what stands in a %s", async (name) => {
    const text = await raw(`<p>a</p><div><${name}>no</${name}></div><p>b</p>`);
    expect(contentOf(text)).toBe("a\n\nb");
  });

  it("max_chars counts the characters of the Markdown", async () => {
    const body = `<p>${"a".repeat(5)}</p><p>${"b".repeat(5)}</p>`;
    expect(await raw(body, { max_chars: 12 })).toMatch(/truncated: false[\s\S]*\n\naaaaa\n\nbbbbb$/);
    expect(await raw(body, { max_chars: 11 })).toMatch(/truncated: true[\s\S]*\n\naaaaa\n\nbbbb$/);
    expect(await raw(body, { max_chars: 3 })).toMatch(/truncated: true[\s\S]*\n\naaa$/);
  });
});

describe("hostile pages", () => {
  it.each([
    ["deep nesting", `<p>start</p>${"<div>".repeat(30_000)}end`],
    ["deep nesting of the root", `<p>start</p>${"<html><body>".repeat(10_000)}end`],
    ["open formatting", `<p>start</p>${"<b>".repeat(30_000)}end`],
    ["brackets", `<p>start</p>${"<".repeat(1_000_000)}`],
    ["entities", `<p>start</p>${"&amp;".repeat(1_000_000)}`],
    ["a long list", `<p>start</p>${"<li>x".repeat(100_000)}`],
    ["a long text", `<p>start</p>${"word ".repeat(1_000_000)}`],
    ["attributes", `<p>start</p><p ${Array.from({ length: 50_000 }, (_, at) => `a${at}`).join(" ")}>x`],
  ])("%s is read, or as much of it as is wanted", async (_name, body) => {
    for (const args of [{}, { raw: true }])
      expect(contentOf(await fetched(page(body, "text/html"), { max_chars: 1000, ...args }))).toContain(
        "start",
      );
  });

  it.each([
    ["tags", "<i></i>".repeat(60_000)],
    ["attributes", "<p a b=c d='e' f>x</p>".repeat(25_001)],
  ])("a page with more %s than anyone writes is cut, and says so", async (_name, body) => {
    const text = await raw(`<p>start</p>${body}<p>end</p>`);
    expect(text).toMatch(/^url: https:\/\/a\.example\/\ntruncated: true\nextraction: raw-html\n\nstart/);
    expect(text).not.toContain("end");
  });

  it.each([
    ["elements", `<article>${`<p>${sentence.repeat(4)}</p>`}${"<i></i>".repeat(12_000)}</article>`],
    ["attributes", `<article>${`<p>${sentence.repeat(4)}</p>`}${"<p a b c>x</p>".repeat(10_001)}</article>`],
  ])("no article is looked for among too many %s", async (_name, body) => {
    const text = await html(`<p>start</p>${body}<p>end</p>`);
    expect(text).toMatch(/truncated: false\nextraction: raw-html\n\nstart[\s\S]*\n\nend$/);
  });
});
