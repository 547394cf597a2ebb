import { checkNumber, optionalInteger } from "../arguments.ts";
import { integer, numberToInteger, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { draw, drawnInteger, randomState, seededState } from "./random-state.ts";

/**
 * `math.randomseed(a, b = 0)`: starts the generator of `math.random` anew and gives the two integers of the seed; without
 * arguments they are drawn from the generator itself, so that runs stay reproducible (LIB-73).
 */
export function mathRandomseed(vm: VM): LuaFunction {
  return function randomseed(a: Value, b: Value): Result {
    const [high, low] = arguments.length === 0 ? drawnSeed(vm) : [seed(a), optionalInteger(b, 0, 2)];
    vm.generator = seededState(BigInt(high), BigInt(low));
    return [high, low];
  };
}

function drawnSeed(vm: VM): [number | bigint, number | bigint] {
  const state = randomState(vm);
  draw(state);
  const high = drawnInteger(state);
  draw(state);
  return [high, drawnInteger(state)];
}

/** A float that is no integer seeds with its 64 bits. */
function seed(a: Value): number | bigint {
  const number = checkNumber(a, 1);
  const exact = numberToInteger(number);
  return exact ?? integer(new BigInt64Array(new Float64Array([toDouble(number)]).buffer)[0]!);
}
