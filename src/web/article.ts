import { Readability } from "@mozilla/readability";
import { type Markdown, toMarkdown } from "./markdown.ts";
import { type Page, type PageDocument, type PageNode, readPage } from "./page-document.ts";

/** Markdown of a page and how it was found (WEB-20). */
export interface Extracted extends Markdown {
  readonly extraction: "readability" | "raw-html";
}

/** The most that the library is given, in a page: more keeps a program from all else for seconds. */
const maxArticle = { elements: 12_000, attributes: 30_000 };
const minArticleBytes = 100;

/**
 * The main article of a page; all of the page when `raw` is true, when the article is under 100 bytes (WEB-20), and when the page is so
 * large that looking for an article would take too long.
 */
export function extract(
  html: string,
  url: URL,
  { maxChars, raw }: { readonly maxChars: number; readonly raw: boolean },
): Extracted {
  const page = readPage(html, url);
  const isLarge = page.elements > maxArticle.elements || page.attributes > maxArticle.attributes;
  if (raw || isLarge) return wholePage(page, maxChars);
  // The library takes the tree apart.
  return articleOf(page, maxChars) ?? wholePage(readPage(html, url), maxChars);
}

function articleOf({ document, whole }: Page, maxChars: number): Extracted | undefined {
  const base = baseOf(document);
  const article = mainElement(document);
  if (!article) return undefined;
  const markdown = toMarkdown(article, base, Math.max(maxChars, minArticleBytes));
  if (new TextEncoder().encode(markdown.text).length < minArticleBytes) return undefined;
  return { ...markdown, whole: whole && markdown.whole, extraction: "readability" };
}

function wholePage({ document, whole }: Page, maxChars: number): Extracted {
  const markdown = toMarkdown(document.body, baseOf(document), maxChars);
  return { ...markdown, whole: whole && markdown.whole, extraction: "raw-html" };
}

function mainElement(document: PageDocument): PageNode | null | undefined {
  try {
    return new Readability<PageNode>(document as never, {
      serializer: (node) => node as never,
    }).parse()?.content;
  } catch {
    // A page that the library cannot read.
    return undefined;
  }
}

function baseOf(document: PageDocument): URL {
  return new URL(document.querySelector("base")!.getAttribute("href")!);
}
