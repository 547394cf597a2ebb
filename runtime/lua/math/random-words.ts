/**
 * The first xoshiro256** state of a VM: four unsigned 64-bit words that depend on nothing but the run's seed and the VM's name
 * (LIB-73). The name is hashed with FNV-1a, the words are drawn by splitmix64.
 */
export function randomWords(seed: bigint, name: string): [bigint, bigint, bigint, bigint] {
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < name.length; at++) hash = wrap((hash ^ BigInt(name.charCodeAt(at))) * 0x100000001b3n);
  const start = wrap(seed + hash);
  return [word(start, 1n), word(start, 2n), word(start, 3n), word(start, 4n)];
}

function word(start: bigint, step: bigint): bigint {
  let mixed = wrap(start + step * 0x9e3779b97f4a7c15n);
  mixed = wrap((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
  mixed = wrap((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
  return mixed ^ (mixed >> 31n);
}

function wrap(n: bigint): bigint {
  return BigInt.asUintN(64, n);
}
