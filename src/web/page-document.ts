import { parseHTML } from "linkedom/worker";
import { measureMarkup } from "./markup-limit.ts";

/** The part of the DOM that pages are worked on with. */
export interface PageNode {
  readonly nodeType: number;
  /** Of elements, in lower case. */
  readonly localName: string;
  readonly childNodes: Iterable<PageNode>;
  readonly parentNode: PageNode | null;
  readonly ownerDocument: PageDocument;
  textContent: string | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  hasAttribute(name: string): boolean;
  appendChild(child: PageNode): PageNode;
  querySelector(selector: string): PageNode | null;
  remove(): void;
}

/** The part of a document that is worked with. */
export interface PageDocument {
  readonly body: PageNode;
  readonly head: PageNode;
  readonly childNodes: Iterable<PageNode>;
  readonly appendChild: (child: PageNode) => PageNode;
  createElement(name: string): PageNode;
  createTextNode(text: string): PageNode;
  querySelector(selector: string): PageNode | null;
}

/** A page as a tree. */
export interface Page {
  readonly document: PageDocument;
  /** False when the tree lacks the end of the page. */
  readonly whole: boolean;
  /** How many elements its body has. */
  readonly elements: number;
  /** How many attributes its elements have, about. */
  readonly attributes: number;
}

/** True for an element. */
export function isElement(node: PageNode): boolean {
  return node.nodeType === 1;
}

/** True for a text. */
export function isText(node: PageNode): boolean {
  return node.nodeType === 3;
}

/**
 * Reads HTML. The document has a head and a body whatever the page has, its links are relative to `url`, and it is no deeper and not
 * much larger than what browsers and people make (`measureMarkup`): a hostile page costs one or two seconds.
 */
export function readPage(html: string, url: URL): Page {
  const { end, attributes } = measureMarkup(html);
  const { document } = parseHTML(html.slice(0, end)) as unknown as { readonly document: PageDocument };
  completeDocument(document);
  const elements = limitDepth(document.body);
  setBase(document, url);
  return { document, whole: end === html.length, elements, attributes };
}

const maxDepth = 256;
const headNames = new Set(["title", "meta", "link", "base"]);

/** Gives the document the `html`, `head` and `body` that HTML lets authors leave out and the library does not add. */
function completeDocument(document: PageDocument): void {
  const [root, head, body] = ["html", "head", "body"].map((name) => document.createElement(name)) as [
    PageNode,
    PageNode,
    PageNode,
  ];
  const pending = [...document.childNodes].reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (["html", "head", "body"].includes(node.localName)) {
      for (const child of [...node.childNodes].reverse()) pending.push(child);
      node.remove();
    } else if (isElement(node) || isText(node)) {
      (headNames.has(node.localName) ? head : body).appendChild(node);
    }
  }
  root.appendChild(head);
  root.appendChild(body);
  document.appendChild(root);
}

/** Turns what lies too deep into text: the libraries descend by calling themselves. Gives the number of elements that are left below. */
function limitDepth(root: PageNode): number {
  let elements = 0;
  const pending: (readonly [PageNode, number])[] = [[root, 0]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, depth] = next;
    for (const child of [...node.childNodes]) {
      if (!isElement(child)) continue;
      elements++;
      if (depth < maxDepth) pending.push([child, depth + 1]);
      else child.textContent = String(child.textContent);
    }
  }
  return elements;
}

function setBase(document: PageDocument, url: URL): void {
  const base = document.querySelector("base") ?? document.head.appendChild(document.createElement("base"));
  const href = base.getAttribute("href") ?? "";
  base.setAttribute("href", URL.canParse(href, url.href) ? new URL(href, url).href : url.href);
}
