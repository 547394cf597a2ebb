import type { Entropy } from "../vm.ts";

/** The 64-bit seed of a run, unsigned. A random one is drawn when it is first asked for. */
export function seedOf(entropy: Entropy): bigint {
  const seed = BigInt.asUintN(64, BigInt(entropy.seed ?? randomSeed()));
  entropy.seed = seed;
  return seed;
}

function randomSeed(): bigint {
  if (typeof crypto !== "undefined") return crypto.getRandomValues(new BigUint64Array(1))[0]!;
  const half = () => BigInt(Math.floor(Math.random() * 2 ** 32));
  return half() * 4294967296n + half();
}
