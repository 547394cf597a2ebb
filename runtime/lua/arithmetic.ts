import type { Raiser } from "./call.ts";
import { crossing, runtimeError } from "./error.ts";
import { getMetamethod } from "./metatable.ts";
import { float, integer, isInteger, isNumber, LuaFloat, toDouble } from "./number.ts";
import { handler, operate, operatorMethod } from "./operator.ts";
import { power } from "./power.ts";
import { toNumber } from "./to-number.ts";
import { basicType, typeName } from "./type-name.ts";
import type { LuaFunction, Value } from "./value.ts";
import type { VM } from "./vm.ts";

export { band, bnot, bor, bxor, shl, shr } from "./bitwise.ts";

/** `a + b` (manual §3.4.1): integers wrap, numeric strings convert, else `__add`. */
export function add(vm: VM, a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (!(Number.isSafeInteger(a) && Number.isSafeInteger(b))) return float(sum);
    return Number.isSafeInteger(sum) ? sum : integer(BigInt(a) + BigInt(b));
  }
  const x = double(a);
  const y = double(b);
  return isDouble(x) && isDouble(y) ? float(x + y) : mixed(vm, a, b, ADD);
}

/** `a - b`, else `__sub`. */
export function sub(vm: VM, a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (!(Number.isSafeInteger(a) && Number.isSafeInteger(b))) return float(difference);
    return Number.isSafeInteger(difference) ? difference : integer(BigInt(a) - BigInt(b));
  }
  const x = double(a);
  const y = double(b);
  return isDouble(x) && isDouble(y) ? float(x - y) : mixed(vm, a, b, SUB);
}

/** `a * b`, else `__mul`. */
export function mul(vm: VM, a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    if (!(Number.isSafeInteger(a) && Number.isSafeInteger(b))) return float(product);
    return Number.isSafeInteger(product) ? product + 0 : integer(BigInt(a) * BigInt(b));
  }
  const x = double(a);
  const y = double(b);
  return isDouble(x) && isDouble(y) ? float(x * y) : mixed(vm, a, b, MUL);
}

/** `a / b`: always a float, else `__div`. */
export function div(vm: VM, a: Value, b: Value): Value {
  const x = double(a);
  const y = double(b);
  return isDouble(x) && isDouble(y) ? float(x / y) : mixed(vm, a, b, DIV);
}

/** `a ^ b`: always a float, else `__pow`. */
export function pow(vm: VM, a: Value, b: Value): Value {
  const x = double(a);
  const y = double(b);
  return isDouble(x) && isDouble(y) ? float(power(x, y)) : mixed(vm, a, b, POW);
}

/** `a % b`: the result has the sign of b; an integer by zero raises; else `__mod`. */
export function mod(vm: VM, a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number" && Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
    if (b === 0) throw moduloByZero();
    const multiple = Math.floor(a / b) * b;
    // Beyond 2^53 the product may be rounded. The remainder operator of JavaScript is exact, but slow.
    return Number.isSafeInteger(multiple) ? a - multiple : floatModulo(a, b) + 0;
  }
  const x = double(a);
  const y = double(b);
  return isDouble(x) && isDouble(y) ? float(floatModulo(x, y)) : mixed(vm, a, b, MOD);
}

/** `a // b`: rounds down; an integer by zero raises; else `__idiv`. */
export function idiv(vm: VM, a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number" && Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
    if (b === 0) throw divisionByZero();
    return Math.floor(a / b) + 0;
  }
  const x = double(a);
  const y = double(b);
  return isDouble(x) && isDouble(y) ? float(Math.floor(x / y)) : mixed(vm, a, b, IDIV);
}

/** `-a`, else `__unm`. */
export function unm(vm: VM, a: Value): Value {
  if (typeof a === "number") return 0 - a;
  if (typeof a === "bigint") return integer(-a);
  if (a instanceof LuaFloat) return float(-a.n);
  const method = arithmeticMethod(vm, "__unm", a, a);
  return method === undefined ? unm(vm, toNumber(a)) : operate(method, a, a);
}

/**
 * What an arithmetic event calls for operands that are not both numbers; undefined when they are numeric strings, whose
 * numbers the operation takes. Throws the error of §3.4.3 when there is nothing to call.
 */
export function arithmeticMethod(vm: VM, event: string, a: Value, b: Value): LuaFunction | undefined {
  const method = operatorMethod(vm, event, a, b);
  if (typeof a !== "string" && (typeof b !== "string" || method !== undefined)) {
    if (method !== undefined) return method;
    const operand = isNumber(a) ? 1 : 0;
    const type = typeName(vm, operand === 1 ? b : a);
    throw runtimeError(`attempt to perform arithmetic on a ${type} value`, operand);
  }
  if (vm.strings.getString(event) !== undefined) return method;
  if (toNumber(a) !== undefined && toNumber(b) !== undefined) return undefined;
  // The arithmetic of strings gives way to a metamethod of the second operand only.
  const other: Raiser | undefined =
    typeof b === "string" ? undefined : handler(vm, event, getMetamethod(vm, b, event));
  // It is the library that calls it, so an error of that has neither place nor name.
  if (other?.error !== undefined) throw crossing(vm, other.error);
  if (other !== undefined) return other;
  throw runtimeError(`attempt to ${event.slice(2)} a '${basicType(a)}' with a '${basicType(b)}'`);
}

/** How an event computes: both operands are integers, else both count as doubles. */
interface Operation {
  readonly event: string;
  /** Absent where the result is always a float. */
  readonly integers?: (x: bigint, y: bigint) => bigint;
  readonly floats: (x: number, y: number) => number;
}

const ADD: Operation = { event: "__add", integers: (x, y) => x + y, floats: (x, y) => x + y };
const SUB: Operation = { event: "__sub", integers: (x, y) => x - y, floats: (x, y) => x - y };
const MUL: Operation = { event: "__mul", integers: (x, y) => x * y, floats: (x, y) => x * y };
const DIV: Operation = { event: "__div", floats: (x, y) => x / y };
const POW: Operation = { event: "__pow", floats: power };
const MOD: Operation = { event: "__mod", integers: bigModulo, floats: floatModulo };
const IDIV: Operation = { event: "__idiv", integers: bigDivision, floats: (x, y) => Math.floor(x / y) };

/** A plain or boxed number as a double, NaN for anything else. */
function double(value: Value): number {
  return typeof value === "number" ? value : value instanceof LuaFloat ? value.n : Number.NaN;
}

function isDouble(n: number): boolean {
  return !Number.isNaN(n);
}

function mixed(vm: VM, a: Value, b: Value, operation: Operation): Value {
  if (isNumber(a) && isNumber(b)) {
    const { integers } = operation;
    return integers !== undefined && isInteger(a) && isInteger(b)
      ? integer(integers(BigInt(a), BigInt(b)))
      : float(operation.floats(toDouble(a), toDouble(b)));
  }
  const method = arithmeticMethod(vm, operation.event, a, b);
  return method === undefined ? converted(vm, a, b, operation) : operate(method, a, b);
}

/** Stock Lua does this in a library function, the metamethod of strings: what it raises has no position. */
function converted(vm: VM, a: Value, b: Value, operation: Operation): Value {
  try {
    return mixed(vm, toNumber(a), toNumber(b), operation);
  } catch (thrown) {
    throw crossing(vm, thrown);
  }
}

function floatModulo(x: number, y: number): number {
  const rest = x % y;
  return (rest > 0 ? y < 0 : rest < 0 && y > 0) ? rest + y : rest;
}

function bigModulo(x: bigint, y: bigint): bigint {
  if (y === 0n) throw moduloByZero();
  const rest = x % y;
  return rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest;
}

function bigDivision(x: bigint, y: bigint): bigint {
  if (y === 0n) throw divisionByZero();
  return (x - bigModulo(x, y)) / y;
}

function moduloByZero(): unknown {
  return runtimeError("attempt to perform 'n%0'");
}

function divisionByZero(): unknown {
  return runtimeError("attempt to divide by zero");
}
