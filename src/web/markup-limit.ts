/** Tags and entities; a long page of an encyclopedia has about 40000. */
const maxMarkup = 60_000;
/** Attributes; such a page has about 80000. */
const maxAttributes = 100_000;

/** How much of a page is read, and how many attributes that has. */
export interface Markup {
  /** Where what is read ends, in UTF-16 units. */
  readonly end: number;
  readonly attributes: number;
}

/** Where the most markup that is read ends: what lies behind it would keep a program from all else for many seconds. */
export function measureMarkup(html: string): Markup {
  const end = endOfMarkup(html);
  const tags = /<(!--|[a-z])/gi;
  let attributes = 0;
  for (let found = tags.exec(html); found !== null && found.index < end; found = tags.exec(html)) {
    const tag = found[1] === "!--" ? comment(html, tags.lastIndex) : measureTag(html, found.index + 1);
    if (attributes + tag.attributes > maxAttributes) return { end: found.index, attributes };
    attributes += tag.attributes;
    tags.lastIndex = tag.end;
  }
  return { end, attributes };
}

function endOfMarkup(html: string): number {
  let left = maxMarkup;
  for (const { index } of html.matchAll(/[<&]/g)) {
    if (left-- === 0) return index;
  }
  return html.length;
}

function comment(html: string, start: number): Markup {
  return { end: behind(html, "-->", start), attributes: 0 };
}

/** `a b='c'` has two attributes. The content of scripts and styles counts as part of their tags. */
function measureTag(html: string, start: number): Markup {
  const pieces = /[\s/]+|=\s*["']?|[^\s/>=]+|>/y;
  const [name] = /^[a-z]+/i.exec(html.slice(start, start + "script".length + 1)) ?? [""];
  let attributes = 0;
  let isBehindSpace = false;
  let end = start;
  for (pieces.lastIndex = start; end < html.length; pieces.lastIndex = end) {
    const [piece] = pieces.exec(html)!;
    end += piece.length;
    if (piece === ">") break;
    if (piece.startsWith("=")) end = endOfValue(html, end, piece);
    else if (isBehindSpace && !/^[\s/]/.test(piece)) attributes++;
    isBehindSpace = /^[\s/=]/.test(piece);
  }
  return { end: /^(script|style)$/i.test(name) ? endOfRawText(html, name, end) : end, attributes };
}

function endOfRawText(html: string, name: string, start: number): number {
  const close = new RegExp(`</${name}`, "gi");
  close.lastIndex = start;
  return close.test(html) ? close.lastIndex : html.length;
}

/** `equals` is the equals sign, with the quote when there is one. */
function endOfValue(html: string, start: number, equals: string): number {
  const [quote] = /["']$/.exec(equals) ?? [];
  if (quote !== undefined) return behind(html, quote, start);
  const bare = /[^\s>]*/y;
  bare.lastIndex = start;
  return start + bare.exec(html)![0].length;
}

/** The place behind the next occurrence of a text; the end of the page when there is none. */
function behind(html: string, text: string, start: number): number {
  const at = html.indexOf(text, start);
  return at === -1 ? html.length : at + text.length;
}
