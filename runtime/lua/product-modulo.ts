import type { Value } from "./value.ts";

/** No product of integers that is less has been rounded. */
const EXACT = 9e15;
/** Below it a product does not wrap around at 2^63, rounded or not. */
const WRAPS = 9.2e18;

/**
 * `a * b % m` (manual §3.4.1) for integers and a positive m, exact where the product is more than a double holds. -1, which is no such result,
 * where the operations must be done one by one.
 */
export function productModulo(a: Value, b: Value, m: Value): number {
  if (typeof a !== "number" || typeof b !== "number" || typeof m !== "number" || !(m > 0 && m <= 2 ** 31))
    return -1;
  if (!(Number.isSafeInteger(a) && Number.isSafeInteger(b) && Number.isSafeInteger(m))) return -1;
  const product = a * b;
  const size = Math.abs(product);
  const quotient = Math.floor(product / m);
  if (size <= EXACT) return product - quotient * m;
  if (!(size < WRAPS && m <= 2 ** 30 && Math.abs(quotient) < 2 ** 51)) return -1;
  // The quotient is right or one off, so the rest has 32 bits with its sign: the low bits of both products tell it.
  const rest = (Math.imul(a, b) - Math.imul(quotient, m)) | 0;
  return rest < 0 ? rest + m : rest < m ? rest : rest - m;
}
