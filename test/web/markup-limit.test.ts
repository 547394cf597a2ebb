import { describe, expect, it } from "vitest";
import { measureMarkup } from "../../src/web/markup-limit.ts";

describe("the markup of a page", () => {
  it.each<[html: string, attributes: number]>([
    ["", 0],
    ["a < b & c", 0],
    ["<p>a b c</p x y>", 0],
    ["<p a b=c d='e f' g=\"h > i\" j>k l</p>", 5],
    ["<p a/b/ c = d e = 'f' />", 4],
    ["<p a='1'b=\"2\"c>", 3],
    ["<a href=https://a.example/b/c?d=e>", 1],
    ["<p a='b c <p d e>", 1],
    ["<p a b", 2],
    ["<!-- <p a='b c --><p d>", 1],
    ["<!-- <p a b", 0],
    ["<script a>if (i<n) s = 'it\"s'</script><p b='c' d>", 3],
    ["<STYLE>a<b c d</style><p e>", 1],
    ["<script>a<b c d", 0],
  ])("%s has its attributes counted", (html, attributes) => {
    expect(measureMarkup(html)).toEqual({ end: html.length, attributes });
  });

  it("is read up to 60000 tags and entities", () => {
    const most = "<i>&amp;".repeat(30_000);
    expect(measureMarkup(`${most} text`)).toEqual({ end: most.length + 5, attributes: 0 });
    expect(measureMarkup(`${most} text<i>x`)).toEqual({ end: most.length + 5, attributes: 0 });
  });

  it("is read up to 100000 attributes, and no tag in part", () => {
    const most = "<p a b=c d='e' f>".repeat(25_000);
    expect(measureMarkup(`${most}<p>text`)).toEqual({ end: most.length + 7, attributes: 100_000 });
    expect(measureMarkup(`${most}<p>text<p g>x`)).toEqual({ end: most.length + 7, attributes: 100_000 });
    const tag = `<p ${"a ".repeat(100_001)}>`;
    expect(measureMarkup(`text${tag}`)).toEqual({ end: 4, attributes: 0 });
  });
});
