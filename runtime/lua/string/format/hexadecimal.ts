/**
 * A finite magnitude as C's `%a` prints it, without sign and `0x`: `1.8p+1`. Precision -1 gives as many digits as needed, else ties
 * go to the even digit.
 */
export function hexadecimal(magnitude: number, precision: number, alternate = false): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, magnitude);
  const bits = view.getBigUint64(0);
  const field = Number(bits >> 52n);
  let mantissa = bits & 0xfffffffffffffn;
  if (field > 0) mantissa |= 1n << 52n;
  const exponent = magnitude === 0 ? 0 : Math.max(field, 1) - 1023;
  let places = 13;
  if (precision >= 0 && precision < 13) {
    const dropped = BigInt(4 * (13 - precision));
    const half = 1n << (dropped - 1n);
    const rest = mantissa & ((1n << dropped) - 1n);
    mantissa >>= dropped;
    if (rest > half || (rest === half && (mantissa & 1n) === 1n)) mantissa++;
    places = precision;
  }
  const all = mantissa.toString(16).padStart(places + 1, "0");
  const whole = all.slice(0, all.length - places);
  const fraction = all.slice(all.length - places);
  const shown = precision < 0 ? fraction.replace(/0+$/, "") : fraction.padEnd(precision, "0");
  const point = shown !== "" || alternate ? "." : "";
  return `${whole}${point}${shown}p${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
}
