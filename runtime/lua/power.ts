/** `a ^ b` on doubles (manual §3.4.1) as C's `pow` gives it; JavaScript's is often off by one unit in the last place. */
export function power(a: number, b: number): number {
  if (b === 2) return a * a;
  if (a === 1 || (a === -1 && Math.abs(b) === Infinity)) return 1;
  if (Math.abs(b) > 1024 || !(Number.isInteger(b) || (Number.isInteger(b * 2) && a > 0))) return a ** b;
  return precisePower(a, b);
}

/** Repeated squaring, from 1 or a square root, in twice the precision; plain `**` where a step could lose bits. */
function precisePower(a: number, b: number): number {
  const rough = a ** b;
  const size = Math.abs(rough);
  if (!(size > 1e-280 && size < 1e280)) return rough;
  const root = Number.isInteger(b) ? 1 : Math.sqrt(a);
  let high = root;
  let low = root === 1 ? 0 : -productError(root, root, a) / (2 * root);
  let square = a;
  let squareLow = 0;
  for (let rest = Math.floor(Math.abs(b)); ; ) {
    if (rest % 2 === 1) {
      const product = high * square;
      low = productError(high, square, product) + (high * squareLow + low * square);
      high = product;
    }
    rest = Math.floor(rest / 2);
    if (rest === 0) break;
    const product = square * square;
    squareLow = productError(square, square, product) + 2 * square * squareLow;
    square = product;
  }
  if (b >= 0) return high + low;
  const inverse = 1 / high;
  if (low === 0) return inverse;
  const product = inverse * high;
  return inverse + inverse * (1 - product - productError(inverse, high, product) - inverse * low);
}

/** x × y - product, exactly: Dekker's splitting. */
function productError(x: number, y: number, product: number): number {
  const wideX = x * 134217729;
  const wideY = y * 134217729;
  const highX = wideX - (wideX - x);
  const highY = wideY - (wideY - y);
  const lowX = x - highX;
  const lowY = y - highY;
  return highX * highY - product + highX * lowY + lowX * highY + lowX * lowY;
}
