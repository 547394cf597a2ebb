/** The SHA-256 of a text in UTF-8 (FIPS 180-4), in hexadecimal digits. Done here at once: for a small text, asking another thread takes longer. */
export function sha256(text: string): string {
  const blocks = padded(new TextEncoder().encode(text));
  const hash = Int32Array.from(INITIAL);
  const schedule = new Int32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) addBlock(hash, schedule, blocks, at);
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The first 32 bits of the fractions of the square roots of the first eight primes. */
const INITIAL = primes(8).map((prime) => fraction(Math.sqrt(prime)));
/** Those of the cube roots of the first 64. */
const ROUNDS = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}

function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

/** The message, a bit, zeros up to whole blocks, and its length in bits. */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const blocks = new DataView(bytes.buffer);
  blocks.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29));
  blocks.setUint32(bytes.length - 4, message.length << 3);
  return blocks;
}

function addBlock(hash: Int32Array, w: Int32Array, blocks: DataView, at: number): void {
  for (let round = 0; round < 16; round++) w[round] = blocks.getInt32(at + 4 * round);
  for (let round = 16; round < 64; round++) {
    const early = w[round - 15]!;
    const late = w[round - 2]!;
    const spread0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const spread1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    w[round] = w[round - 16]! + spread0 + w[round - 7]! + spread1;
  }
  let a = hash[0]!;
  let b = hash[1]!;
  let c = hash[2]!;
  let d = hash[3]!;
  let e = hash[4]!;
  let f = hash[5]!;
  let g = hash[6]!;
  let h = hash[7]!;
  for (let round = 0; round < 64; round++) {
    const choice = (e & f) ^ (~e & g);
    const sum = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + ROUNDS[round]! + w[round]!;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + sum) | 0;
    d = c;
    c = b;
    b = a;
    a = (sum + (rotate(b, 2) ^ rotate(b, 13) ^ rotate(b, 22)) + majority) | 0;
  }
  hash[0]! += a;
  hash[1]! += b;
  hash[2]! += c;
  hash[3]! += d;
  hash[4]! += e;
  hash[5]! += f;
  hash[6]! += g;
  hash[7]! += h;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
