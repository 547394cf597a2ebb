import { Readability } from "@mozilla/readability";
import { type Markdown, toMarkdown } from "./markdown.ts";
import { type PageDocument, type PageNode, readPage } from "./page-document.ts";

/** Markdown of a page and how it was found (WEB-20). */
export interface Extracted extends Markdown {
  readonly extraction: "readability" | "raw-html";
}

/** The main article of a page; undefined when that is under 100 bytes (WEB-20). */
export function articleOf(html: string, url: URL, maxChars: number): Extracted | undefined {
  const { document, whole } = readPage(html, url);
  const base = baseOf(document);
  const article = mainElement(document);
  if (!article) return undefined;
  const markdown = toMarkdown(article, base, Math.max(maxChars, minArticleBytes));
  if (new TextEncoder().encode(markdown.text).length < minArticleBytes) return undefined;
  return { ...markdown, whole: whole && markdown.whole, extraction: "readability" };
}

/** All of a page. */
export function wholePageOf(html: string, url: URL, maxChars: number): Extracted {
  const { document, whole } = readPage(html, url);
  const markdown = toMarkdown(document.body, baseOf(document), maxChars);
  return { ...markdown, whole: whole && markdown.whole, extraction: "raw-html" };
}

const minArticleBytes = 100;

/** More elements take the library seconds. */
const maxArticleElements = 30_000;

function mainElement(document: PageDocument): PageNode | null | undefined {
  try {
    return new Readability<PageNode>(document as never, {
      maxElemsToParse: maxArticleElements,
      serializer: (node) => node as never,
    }).parse()?.content;
  } catch {
    // Too many elements, or a page that the library cannot read.
    return undefined;
  }
}

function baseOf(document: PageDocument): URL {
  return new URL(document.querySelector("base")!.getAttribute("href")!);
}
