import { integer } from "../number.ts";
import type { VM } from "../vm.ts";
import { randomWords } from "./random-words.ts";
import { seedOf } from "./seed.ts";

/**
 * xoshiro256** as stock Lua has it (LIB-73), on 32-bit halves: words 2i and 2i + 1 of a state are the low and high half
 * of its i-th 64-bit word. Words 8 and 9 are the halves of the number drawn last.
 */
export type RandomState = Int32Array;

/** The state of a VM, made at its first use. */
export function randomState(vm: VM): RandomState {
  vm.generator ??= stateOf(randomWords(seedOf(vm.entropy), vm.name));
  return vm.generator;
}

/** The state that `math.randomseed(high, low)` sets. */
export function seededState(high: bigint, low: bigint): RandomState {
  const state = stateOf([high, 0xffn, low, 0n]);
  for (let round = 0; round < 16; round++) draw(state);
  return state;
}

/** Draws the next 64 bits into words 8 and 9. */
export function draw(state: RandomState): void {
  const low1 = state[2]!;
  const high1 = state[3]!;
  // rotl(word1 * 5, 7) * 9
  const fiveLow = Math.imul(low1, 5);
  const fiveHigh = Math.imul(high1, 5) + carry(low1, 5);
  const turnedLow = (fiveLow << 7) | (fiveHigh >>> 25);
  const turnedHigh = (fiveHigh << 7) | (fiveLow >>> 25);
  state[8] = Math.imul(turnedLow, 9);
  state[9] = Math.imul(turnedHigh, 9) + carry(turnedLow, 9);
  const low2 = state[4]! ^ state[0]!;
  const high2 = state[5]! ^ state[1]!;
  const low3 = state[6]! ^ low1;
  const high3 = state[7]! ^ high1;
  state[0] = state[0]! ^ low3;
  state[1] = state[1]! ^ high3;
  state[2] = low1 ^ low2;
  state[3] = high1 ^ high2;
  state[4] = low2 ^ (low1 << 17);
  state[5] = high2 ^ ((high1 << 17) | (low1 >>> 15));
  // rotl(word3, 45)
  state[6] = (high3 << 13) | (low3 >>> 19);
  state[7] = (low3 << 13) | (high3 >>> 19);
}

/** The number drawn last as a Lua integer. */
export function drawnInteger(state: RandomState): number | bigint {
  return integer((BigInt(state[9]!) << 32n) | BigInt(state[8]! >>> 0));
}

function stateOf(words: readonly bigint[]): RandomState {
  const state = new Int32Array(10);
  words.forEach((word, at) => {
    state[2 * at] = Number(BigInt.asIntN(32, word));
    state[2 * at + 1] = Number(BigInt.asIntN(32, word >> 32n));
  });
  return state;
}

/** What low × factor carries into the high half. */
function carry(low: number, factor: number): number {
  return Math.floor(((low >>> 0) * factor) / 4294967296);
}
