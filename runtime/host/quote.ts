import { decodeUtf8, encodeUtf8 } from "../utf8.ts";

/** A byte string between double quotes, its quotes, backslashes and control characters escaped: `{x:q}` of the message texts. */
export function quoted(text: string): string {
  return `"${encodeUtf8(escapeText(decodeUtf8(text)))}"`;
}

/** `["a", "b"]`: `{list:q}` of the message texts. */
export function quotedList(texts: Iterable<string>): string {
  return `[${Array.from(texts, quoted).join(", ")}]`;
}

/** What stands between the quotes; UTF-16 on both sides. */
export function escapeText(text: string): string {
  return text.replace(/["\\]|\p{Cc}/gu, escaped);
}

function escaped(character: string): string {
  return ESCAPES[character] ?? `\\u{${character.charCodeAt(0).toString(16)}}`;
}

const ESCAPES: { readonly [character: string]: string } = {
  "\\": "\\\\",
  '"': '\\"',
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  "\0": "\\0",
};
