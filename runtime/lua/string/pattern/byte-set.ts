/** A set of bytes: 1 at the codes that are in it. */
export type ByteSet = Uint8Array;

/** The ranges of each class letter, as pairs of the first and the last byte; ASCII only (LIB-10). */
const CLASSES: Readonly<Record<string, string>> = {
  a: "AZaz",
  c: "\0\x1f\x7f\x7f",
  d: "09",
  g: "!~",
  l: "az",
  p: "!/:@[`{~",
  s: "\t\r  ",
  u: "AZ",
  w: "09AZaz",
  x: "09AFaf",
  z: "\0\0",
};

/** All bytes: the pattern `.`. */
export function anyByte(): ByteSet {
  return new Uint8Array(256).fill(1);
}

/** The set of one byte. */
export function oneByte(code: number): ByteSet {
  const set = new Uint8Array(256);
  set[code] = 1;
  return set;
}

/** Adds what `%letter` matches: the class, its complement for a capital letter, else the byte itself. */
export function addClass(set: ByteSet, letter: string): void {
  const ranges = CLASSES[letter.toLowerCase()];
  if (ranges === undefined) {
    set[letter.charCodeAt(0)] = 1;
    return;
  }
  const inside = new Uint8Array(256);
  for (let at = 0; at < ranges.length; at += 2) {
    inside.fill(1, ranges.charCodeAt(at), ranges.charCodeAt(at + 1) + 1);
  }
  const wanted = letter === letter.toLowerCase() ? 1 : 0;
  for (let code = 0; code < 256; code++) if (inside[code] === wanted) set[code] = 1;
}

/** The set of `[body]`, brackets taken off (manual §6.4.1); ranges and escapes are read as stock Lua reads them. */
export function bracketSet(body: string): ByteSet {
  const set = new Uint8Array(256);
  const negated = body[0] === "^";
  let at = negated ? 1 : 0;
  while (at < body.length) {
    if (body[at] === "%") {
      addClass(set, body[at + 1] ?? "]");
      at += 2;
    } else if (body[at + 1] === "-" && at + 2 < body.length) {
      set.fill(1, body.charCodeAt(at), body.charCodeAt(at + 2) + 1);
      at += 3;
    } else set[body.charCodeAt(at++)] = 1;
  }
  return negated ? set.map((member) => 1 - member) : set;
}

/** The first index from `at` on whose byte is in the set (or, with 1, is not): the length of the text when there is none. */
export function skip(set: ByteSet, text: string, at: number, passed: 0 | 1 = 0): number {
  let end = at;
  while (end < text.length && set[text.charCodeAt(end)] === passed) end++;
  return end;
}

/** True when no byte is in both sets. */
export function disjoint(one: ByteSet, other: ByteSet): boolean {
  for (let code = 0; code < 256; code++) if (one[code] === 1 && other[code] === 1) return false;
  return true;
}

/** The bytes of either set. */
export function union(one: ByteSet, other: ByteSet): ByteSet {
  return one.map((member, code) => member | (other[code] as number));
}
