/**
 * SHA-256 (FIPS 180-4) of a byte string of at most 55 bytes, which is one block; as 64 lower-case hex digits.
 */
export function sha256(bytes: string): string {
  const schedule = new Int32Array(64);
  for (let at = 0; at < bytes.length; at++) schedule[at >> 2]! |= bytes.charCodeAt(at) << (24 - 8 * (at & 3));
  schedule[bytes.length >> 2]! |= 0x80 << (24 - 8 * (bytes.length & 3));
  schedule[15] = bytes.length * 8;
  for (let at = 16; at < 64; at++) {
    const early = schedule[at - 15]!;
    const late = schedule[at - 2]!;
    const small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[at] = schedule[at - 16]! + small0 + schedule[at - 7]! + small1;
  }
  const primes = firstPrimes(64);
  const initial = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  const final = compress(
    initial,
    schedule,
    primes.map((p) => fraction(Math.cbrt(p))),
  );
  return final.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function compress(initial: readonly number[], schedule: Int32Array, constants: readonly number[]): number[] {
  let [a, b, c, d, e, f, g, h] = initial as [number, number, number, number, number, number, number, number];
  for (let round = 0; round < 64; round++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const large1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const large0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const first = (h + large1 + choice + constants[round]! + schedule[round]!) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + large0 + majority) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + initial[at]!) | 0);
}

function rotate(word: number, count: number): number {
  return (word >>> count) | (word << (32 - count));
}

/** The first 32 bits of the fractional part. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 0x100000000) | 0;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((p) => candidate % p !== 0)) primes.push(candidate);
  }
  return primes;
}
