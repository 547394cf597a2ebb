import TurndownService from "turndown";
import { isElement, isText, type PageNode } from "./page-document.ts";

/** A tree as Markdown, and whether that has all of it. */
export interface Markdown {
  readonly text: string;
  readonly whole: boolean;
}

/**
 * Turns a tree into Markdown with absolute links; the tree is changed. What no reader sees is left out, and what comes after enough text
 * to fill `maxChars` characters.
 */
export function toMarkdown(root: PageNode, base: URL, maxChars: number): Markdown {
  const whole = prune(root, base, maxChars);
  const service = new TurndownService({
    headingStyle: "atx",
    hr: "---",
    bulletListMarker: "-",
    codeBlockStyle: "fenced",
  });
  // The type of its parameter belongs to a browser's DOM.
  return { text: service.turndown(root as never).trim(), whole };
}

/** Elements without text for readers. */
const unread = new Set(
  "script style noscript template head title meta link base iframe object embed svg canvas audio video select textarea input".split(
    " ",
  ),
);

/** Takes out what is not wanted, in the order of the page; false when it had more text than is wanted. */
function prune(root: PageNode, base: URL, maxChars: number): boolean {
  let left = maxChars;
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (left < 0 || (!isElement(node) && !isText(node)) || unread.has(node.localName)) {
      if (node !== root) node.remove();
    } else if (isText(node)) {
      left = cutText(node, left);
    } else {
      completeLink(node, "href", base);
      completeLink(node, "src", base);
      for (const child of [...node.childNodes].reverse()) pending.push(child);
    }
  }
  return left >= 0;
}

/** Cuts a text behind one character more than is left, white space not counted; gives what is left after it. */
function cutText(node: PageNode, limit: number): number {
  const text = String(node.textContent);
  let left = limit;
  for (const { index } of text.matchAll(/\S/gu)) {
    if (left < 0) {
      node.textContent = text.slice(0, index);
      break;
    }
    left--;
  }
  return left;
}

/** Makes a link absolute; one that leads to no page is taken away. */
function completeLink(element: PageNode, attribute: string, base: URL): void {
  const link = element.getAttribute(attribute);
  if (link === null) return;
  const url = URL.canParse(link, base.href) ? new URL(link, base) : undefined;
  if (url !== undefined && /^(https?|mailto):$/.test(url.protocol)) element.setAttribute(attribute, url.href);
  else element.removeAttribute(attribute);
}
