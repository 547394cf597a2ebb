/** n × 2^exponent for any exponent, in steps whose factors are doubles themselves. */
export function scale(n: number, exponent: number): number {
  let rest = exponent;
  let scaled = n;
  for (; rest < -1000; rest += 1000) {
    scaled *= 2 ** -1000;
    if (scaled === 0) return scaled;
  }
  for (; rest > 1000; rest -= 1000) {
    scaled *= 2 ** 1000;
    if (!Number.isFinite(scaled) || scaled === 0) return scaled;
  }
  return scaled * 2 ** rest;
}
