/** The first byte that a start argument means, from 1: negative counts from the end (manual §6.4). */
export function startPosition(position: number, length: number): number {
  if (position > 0) return position;
  if (position === 0 || position < -length) return 1;
  return length + position + 1;
}

/** The last byte that an end argument means; 0 for before the string. */
export function endPosition(position: number, length: number): number {
  if (position > length) return length;
  if (position >= 0) return position;
  return position < -length ? 0 : length + position + 1;
}
