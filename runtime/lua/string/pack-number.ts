import { runtimeError } from "../error.ts";
import { float, integer, type LuaFloat } from "../number.ts";

/** The bytes of an integer in `size` bytes, sign-extended when it is negative (manual §6.4.2). */
export function integerBytes(n: number | bigint, size: number, little: boolean): string {
  let rest = BigInt(n);
  let text = "";
  for (let at = 0; at < size; at++) {
    const byte = String.fromCharCode(Number(BigInt.asUintN(8, rest)));
    text = little ? text + byte : byte + text;
    rest >>= 8n;
  }
  return text;
}

/** The integer in the `size` bytes at `at`; raises when it does not fit 64 bits. */
export function bytesInteger(
  text: string,
  at: number,
  size: number,
  little: boolean,
  signed: boolean,
): number | bigint {
  let n = 0n;
  for (let byte = size - 1; byte >= 0; byte--) {
    n = (n << 8n) | BigInt(text.charCodeAt(at + (little ? byte : size - 1 - byte)));
  }
  if (signed) n = BigInt.asIntN(8 * size, n);
  const fits = signed ? BigInt.asIntN(64, n) === n : BigInt.asUintN(64, n) === n;
  if (!fits) throw runtimeError(`${size}-byte integer does not fit into Lua Integer`);
  return integer(n);
}

/** The bytes of a float in IEEE 754 of 4 or 8 bytes. */
export function floatBytes(n: number, size: number, little: boolean): string {
  const view = new DataView(new ArrayBuffer(8));
  if (size === 4) view.setFloat32(0, n, little);
  else view.setFloat64(0, n, little);
  let text = "";
  for (let at = 0; at < size; at++) text += String.fromCharCode(view.getUint8(at));
  return text;
}

/** The float in the 4 or 8 bytes at `at`. */
export function bytesFloat(text: string, at: number, size: number, little: boolean): number | LuaFloat {
  const view = new DataView(new ArrayBuffer(8));
  for (let byte = 0; byte < size; byte++) view.setUint8(byte, text.charCodeAt(at + byte));
  return float(size === 4 ? view.getFloat32(0, little) : view.getFloat64(0, little));
}
