/*
 * Strings inside a run hold one character per UTF-8 byte (LUA-02); the host's side of the boundary is UTF-16. ASCII text is the
 * same on both sides. An own codec, because QuickJS has neither `TextEncoder` nor `TextDecoder`.
 */

const REPLACEMENT = 0xfffd;

/** UTF-16 text as a byte string; a lone surrogate becomes U+FFFD, as with `TextEncoder`. */
export function encodeUtf8(text: string): string {
  return text.replace(/[^\0-\x7f]{1,2000}/gu, (run) => {
    const bytes: number[] = [];
    for (let at = 0; at < run.length; at++) {
      const point = run.codePointAt(at)!;
      if (point > 0xffff) at++;
      addBytes(bytes, point >= 0xd800 && point <= 0xdfff ? REPLACEMENT : point);
    }
    return String.fromCharCode(...bytes);
  });
}

/** The UTF-8 bytes of one code point. */
export function encodeCodePoint(point: number): string {
  const bytes: number[] = [];
  addBytes(bytes, point);
  return String.fromCharCode(...bytes);
}

/** A byte string as UTF-16 text; each maximal invalid subpart becomes one U+FFFD, as with `TextDecoder` (RET-01). */
export function decodeUtf8(bytes: string): string {
  // A run that is cut at its length takes in the rest of its last sequence.
  return bytes.replace(/[\x80-\xff]{1,2000}[\x80-\xbf]{0,3}/g, decodeRun);
}

/** UTF-16 text with U+FFFD for each lone surrogate. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, "\ufffd");
}

/** True when the bytes are valid UTF-8: shortest forms, no surrogates, nothing above U+10FFFF. */
export function isUtf8(bytes: string): boolean {
  if (isAscii(bytes)) return true;
  const text = decodeUtf8(bytes);
  return !text.includes("\ufffd") || encodeUtf8(text) === bytes;
}

/** How many code points valid UTF-8 holds. */
export function countCodePoints(bytes: string): number {
  if (isAscii(bytes)) return bytes.length;
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if ((bytes.charCodeAt(at) & 0xc0) !== 0x80) count++;
  return count;
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}

/** A lead byte, whose ones say how many bytes follow, and the bytes that do. */
function addBytes(bytes: number[], point: number): void {
  let following = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  bytes.push(following === 0 ? point : ((0x780 >> following) & 0xff) | (point >> (6 * following)));
  while (following-- > 0) bytes.push(0x80 | ((point >> (6 * following)) & 0x3f));
}

/** Bytes that are not ASCII as UTF-16 (Unicode table 3-7). */
function decodeRun(run: string): string {
  const units: number[] = [];
  for (let at = 0; at < run.length; ) {
    const lead = run.charCodeAt(at++);
    let following = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    let point = following === 0 ? REPLACEMENT : lead & (0x3f >> following);
    let lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    let highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    while (following-- > 0) {
      const next = run.charCodeAt(at);
      if (!(next >= lowest && next <= highest)) {
        point = REPLACEMENT;
        break;
      }
      at++;
      point = (point << 6) | (next & 0x3f);
      lowest = 0x80;
      highest = 0xbf;
    }
    if (point > 0xffff) units.push(0xd7c0 + (point >> 10));
    units.push(point > 0xffff ? 0xdc00 | (point & 0x3ff) : point);
  }
  return String.fromCharCode(...units);
}
