/*
 * Strings inside a run hold one character per UTF-8 byte (LUA-02); the host's side of the boundary is UTF-16. ASCII text is the
 * same on both sides. An own codec, because QuickJS has neither `TextEncoder` nor `TextDecoder`; it takes 1.7 times as long.
 */

const CHUNK = 8000;
const REPLACEMENT = 0xfffd;

/** UTF-16 text as a byte string; a lone surrogate becomes U+FFFD, as with `TextEncoder`. */
export function encodeUtf8(text: string): string {
  if (isAscii(text)) return text;
  const out = new Codes();
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at)!;
    if (point > 0xffff) at++;
    addBytes(out, point >= 0xd800 && point <= 0xdfff ? REPLACEMENT : point);
  }
  return out.text();
}

/** The UTF-8 bytes of one code point. */
export function encodeCodePoint(point: number): string {
  const out = new Codes();
  addBytes(out, point);
  return out.text();
}

/** A byte string as UTF-16 text; each maximal invalid subpart becomes one U+FFFD, as with `TextDecoder` (RET-01). */
export function decodeUtf8(bytes: string): string {
  if (isAscii(bytes)) return bytes;
  const out = new Codes();
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    const point = length > 0 ? codePoint(bytes, at, length) : REPLACEMENT;
    if (point > 0xffff) out.add(0xd7c0 + (point >> 10));
    out.add(point > 0xffff ? 0xdc00 | (point & 0x3ff) : point);
    at += Math.abs(length);
  }
  return out.text();
}

/** True when the bytes are valid UTF-8: shortest forms, no surrogates, nothing above U+10FFFF. */
export function isUtf8(bytes: string): boolean {
  if (isAscii(bytes)) return true;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    if (length < 0) return false;
    at += length;
  }
  return true;
}

/** How many code points valid UTF-8 holds. */
export function countCodePoints(bytes: string): number {
  if (isAscii(bytes)) return bytes.length;
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if ((bytes.charCodeAt(at) & 0xc0) !== 0x80) count++;
  return count;
}

/** A string under construction from character codes. */
class Codes {
  private head = "";
  private codes: number[] = [];

  add(code: number): void {
    if (this.codes.push(code) > CHUNK) this.text();
  }

  text(): string {
    this.head += String.fromCharCode.apply(null, this.codes);
    this.codes = [];
    return this.head;
  }
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}

/** A lead byte, whose ones say how many bytes follow, and the bytes that do. */
function addBytes(out: Codes, point: number): void {
  if (point < 0x80) {
    out.add(point);
    return;
  }
  let following = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  out.add(((0x780 >> following) & 0xff) | (point >> (6 * following)));
  while (following-- > 0) out.add(0x80 | ((point >> (6 * following)) & 0x3f));
}

/** The length of the valid sequence at `at`, or minus the length of the maximal invalid subpart (Unicode table 3-7). */
function sequenceLength(bytes: string, at: number): number {
  const lead = bytes.charCodeAt(at);
  if (lead < 0x80) return 1;
  const size = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (size === 0) return -1;
  const second = bytes.charCodeAt(at + 1);
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (!(second >= lowest && second <= highest)) return -1;
  for (let offset = 2; offset < size; offset++) {
    if ((bytes.charCodeAt(at + offset) & 0xc0) !== 0x80) return -offset;
  }
  return size;
}

function codePoint(bytes: string, at: number, length: number): number {
  let point = bytes.charCodeAt(at);
  if (length > 1) point &= 0x7f >> length;
  for (let offset = 1; offset < length; offset++)
    point = (point << 6) | (bytes.charCodeAt(at + offset) & 0x3f);
  return point;
}
