/** A number literal's value: an `<integer>` is a number in the safe range and a bigint beyond, a `<number>` is a float. */
export interface NumberLiteral {
  readonly type: "<integer>" | "<number>";
  readonly value: number | bigint;
}

/**
 * The value of a number literal, undefined when it is malformed (Lua 5.5 manual §3.1, LUA-03): a decimal integer that does not
 * fit 64 bits becomes a float, a hexadecimal one wraps around.
 */
export function numberLiteral(text: string): NumberLiteral | undefined {
  if (/^\d+$/.test(text)) return decimalInteger(text);
  if (/^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return { type: "<number>", value: Number(text) };
  if (/^0[xX][\da-fA-F]+$/.test(text)) return integer(BigInt.asIntN(64, BigInt(text)));
  const float = /^0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)(?:[pP]([+-]?\d+))?$/.exec(text);
  if (float === null || (float[1] === "" && float[2] === "")) return undefined;
  const fraction = float[2] ?? "";
  const exponent = Number(float[3] ?? 0) - 4 * fraction.length;
  return { type: "<number>", value: scaled(BigInt(`0x${float[1]}${fraction}`), exponent) };
}

function decimalInteger(text: string): NumberLiteral {
  if (text.length < 16) return { type: "<integer>", value: Number(text) };
  const value = BigInt(text);
  return value < 2n ** 63n ? integer(value) : { type: "<number>", value: Number(text) };
}

function integer(value: bigint): NumberLiteral {
  const number = Number(value);
  return { type: "<integer>", value: Number.isSafeInteger(number) ? number : value };
}

/** `mantissa * 2^exponent`, rounded once, half to even, as C's strtod does. */
function scaled(mantissa: bigint, exponent: number): number {
  const bits = mantissa === 0n ? 0 : mantissa.toString(2).length;
  if (bits === 0 || exponent + bits < -1074) return 0;
  if (exponent + bits > 1024) return Number.POSITIVE_INFINITY;
  const unit = Math.max(exponent + bits - 53, -1074);
  if (unit <= exponent) return Number(mantissa << BigInt(exponent - unit)) * 2 ** unit;
  const shift = BigInt(unit - exponent);
  const quotient = mantissa >> shift;
  const twice = (mantissa - (quotient << shift)) * 2n;
  const one = 1n << shift;
  const up = twice > one || (twice === one && (quotient & 1n) === 1n);
  return Number(up ? quotient + 1n : quotient) * 2 ** unit;
}
