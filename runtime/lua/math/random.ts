import { checkInteger } from "../arguments.ts";
import { argumentError, runtimeError } from "../error.ts";
import { float, integer } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { draw, drawnInteger, type RandomState, randomState } from "./random-state.ts";

/** `math.random()`: a float in [0, 1); `(m)`: an integer in 1..m; `(m, n)`: in m..n; `(0)`: any integer (LIB-73). */
export function mathRandom(vm: VM): LuaFunction {
  return function random(m: Value, n: Value): Result {
    const state = randomState(vm);
    draw(state);
    if (arguments.length === 0) {
      return float(((state[9]! >>> 0) * 2097152 + (state[8]! >>> 11)) * 2 ** -53);
    }
    if (arguments.length > 2) throw runtimeError("wrong number of arguments");
    const first = checkInteger(m, 1);
    if (arguments.length === 2) return between(state, first, checkInteger(n, 2));
    return first === 0 ? drawnInteger(state) : between(state, 1, first);
  };
}

function between(state: RandomState, low: number | bigint, high: number | bigint): number | bigint {
  if (low > high) throw argumentError(1, "interval is empty");
  if (typeof low === "number" && typeof high === "number" && high - low <= 0xffffffff) {
    return low + projectWord(state, high - low);
  }
  return integer(BigInt(low) + project(state, BigInt.asUintN(64, BigInt(high) - BigInt(low))));
}

/** The number drawn, cut to the bits of `limit`, drawn again until it is not above `limit`: without bias. */
function projectWord(state: RandomState, limit: number): number {
  const mask = limit === 0 ? 0 : 0xffffffff >>> Math.clz32(limit);
  let drawn = (state[8]! & mask) >>> 0;
  while (drawn > limit) {
    draw(state);
    drawn = (state[8]! & mask) >>> 0;
  }
  return drawn;
}

function project(state: RandomState, limit: bigint): bigint {
  const bits = limit.toString(2).length;
  for (;;) {
    const drawn = BigInt.asUintN(bits, BigInt(drawnInteger(state)));
    if (drawn <= limit) return drawn;
    draw(state);
  }
}
