import { add, arithmeticMethod, div, idiv, mod, mul, pow, sub, unm } from "./arithmetic.ts";
import { band, bitwiseMethod, bnot, bor, bxor, shl, shr } from "./bitwise.ts";
import { callSteps, first } from "./call.ts";
import { isNumber } from "./number.ts";
import type { Value } from "./value.ts";
import type { VM } from "./vm.ts";

type Operator = (vm: VM, a: Value, b: Value) => Value;

const ARITHMETIC: Readonly<Record<string, Operator>> = {
  __add: add,
  __sub: sub,
  __mul: mul,
  __div: div,
  __mod: mod,
  __pow: pow,
  __idiv: idiv,
  __unm: unm,
};

const BITWISE: Readonly<Record<string, Operator>> = {
  __band: band,
  __bor: bor,
  __bxor: bxor,
  __shl: shl,
  __shr: shr,
  __bnot: bnot,
};

/** A binary arithmetic or bitwise operation, named by its event (`"__add"`), whose metamethod may suspend. */
export function* arithmeticSteps(
  vm: VM,
  event: string,
  a: Value,
  b: Value,
): Generator<unknown, Value, Value> {
  const arithmetic = ARITHMETIC[event];
  if (isNumber(a) && isNumber(b)) return (arithmetic ?? BITWISE[event]!)(vm, a, b);
  const method =
    arithmetic === undefined ? bitwiseMethod(vm, event, a, b) : arithmeticMethod(vm, event, a, b);
  // Numeric strings have no method: the plain operation converts them.
  if (method === undefined) return arithmetic!(vm, a, b);
  return first(yield* callSteps(vm, method, a, b));
}

/** `-a` (`"__unm"`) or `~a` (`"__bnot"`), whose metamethod may suspend. */
export function unarySteps(vm: VM, event: string, a: Value): Generator<unknown, Value, Value> {
  return arithmeticSteps(vm, event, a, a);
}
