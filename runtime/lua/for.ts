import { runtimeError } from "./error.ts";
import { float, integer, isInteger, type LuaFloat, numberToInteger, toDouble } from "./number.ts";
import { toNumber } from "./to-number.ts";
import { typeName } from "./type-name.ts";
import type { Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** More iterations than any run can make (2^50). */
const ENDLESS = 1_125_899_906_842_624;

/**
 * A numeric `for` ready to run (manual §3.3.5): from `from` by `step` up or down to `to`, which no overflow can jump over. All
 * three are numbers, or all three bigints (`big`: the variable is `integer(r)`); with `float` it is `float(r)`.
 */
export interface ForLoop {
  readonly from: number | bigint;
  readonly to: number | bigint;
  readonly step: number | bigint;
  readonly float: boolean;
  readonly big: boolean;
  /** True when the counter is the variable: integers that stay safe. */
  readonly plain: boolean;
  /** The variable of a loop that runs once because its start or limit is NaN: no comparison says that it is over. */
  readonly only: number | undefined;
}

/** Prepares a numeric `for`. Numeric strings convert; throws for values that are no numbers and a zero step. */
export function forLoop(vm: VM, from: Value, to: Value, step: Value): ForLoop {
  if (isInteger(from) && isInteger(step)) return integerLoop(vm, from, to, step);
  const last = toDouble(checked(vm, to, "limit"));
  const stride = toDouble(checked(vm, step, "step"));
  const start = toDouble(checked(vm, from, "initial value"));
  if (stride === 0) throw zeroStep();
  if (Number.isNaN(start) || Number.isNaN(last)) return { ...floatLoop(0, 0, NaN), only: start };
  return floatLoop(start, last, stride);
}

/**
 * The limit of a loop whose start and step are integer literals, as a number to compare the variable with; it lies within the
 * safe integers, which such a loop cannot leave in any time that a run has. Throws for a value that is no number.
 */
export function forLimit(vm: VM, to: Value, isDown = false): number {
  const limit = toDouble(checked(vm, to, "limit"));
  // No integer is below nan, and all are above it.
  if (isDown && Number.isNaN(limit)) return -Number.MAX_SAFE_INTEGER;
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(limit, Number.MAX_SAFE_INTEGER));
}

/** The variable of a loop that is not `plain`, from its counter. */
export function forValue(range: ForLoop, counter: number | bigint): Value {
  return range.float ? float(range.only ?? (counter as number)) : integer(counter as bigint);
}

function integerLoop(vm: VM, from: number | bigint, to: Value, step: number | bigint): ForLoop {
  if (step === 0) throw zeroStep();
  const up = step > 0;
  const limit = integerLimit(checked(vm, to, "limit"), up);
  if (limit === undefined || (up ? from > limit : from < limit)) {
    return up ? loop(1, 0, 1) : loop(0, 1, -1);
  }
  if (typeof from === "number" && typeof step === "number") {
    if (typeof limit === "number") return loop(from, limit, step);
    const edge = up ? Number.MAX_SAFE_INTEGER : -Number.MAX_SAFE_INTEGER;
    if ((edge - from) / step > ENDLESS) return loop(from, edge, step);
  }
  return {
    from: BigInt(from),
    to: BigInt(limit),
    step: BigInt(step),
    float: false,
    big: true,
    plain: false,
    only: undefined,
  };
}

/** The last integer within the limit; undefined when there is none in the direction of the loop. */
function integerLimit(to: number | bigint | LuaFloat, up: boolean): number | bigint | undefined {
  const exact = numberToInteger(to);
  if (exact !== undefined) return exact;
  const limit = toDouble(to);
  const rounded = numberToInteger(up ? Math.floor(limit) : Math.ceil(limit));
  if (rounded !== undefined) return rounded;
  if (limit > 0) return up ? 9223372036854775807n : undefined;
  return up ? undefined : -9223372036854775808n;
}

function loop(from: number, to: number, step: number): ForLoop {
  return { from, to, step, float: false, big: false, plain: true, only: undefined };
}

function floatLoop(from: number, to: number, step: number): ForLoop {
  return { from, to, step, float: true, big: false, plain: false, only: undefined };
}

function checked(vm: VM, value: Value, what: string): number | bigint | LuaFloat {
  const n = toNumber(value);
  if (n !== undefined) return n;
  throw runtimeError(`bad 'for' ${what} (number expected, got ${typeName(vm, value)})`);
}

function zeroStep(): unknown {
  return runtimeError("'for' step is zero");
}
