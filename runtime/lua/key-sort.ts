/** Tells which of two keys comes first: below 0 for the first one. */
export type Compare<Key> = (a: Key, b: Key) => number;

/** So many keys are sorted in one go: about a millisecond. */
const PIECE = 2048;

/**
 * Keys in order: sorted by pieces, which are then merged two by two, with a call of `pay` for each piece's work, so that no number of keys hangs
 * a run. `sort` puts a piece in order.
 */
export function sortKeys<Key>(
  keys: Key[],
  compare: Compare<Key>,
  sort: (piece: Key[]) => Key[],
  pay: (keys: number) => void,
): Key[] {
  if (keys.length <= PIECE) return sort(keys);
  let runs: Key[][] = [];
  for (let at = 0; at < keys.length; at += PIECE) {
    pay(4 * PIECE);
    runs.push(sort(keys.slice(at, at + PIECE)));
  }
  while (runs.length > 1) {
    const merged: Key[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const other = runs[at + 1];
      merged.push(other === undefined ? runs[at]! : mergeRuns(runs[at]!, other, compare, pay));
    }
    runs = merged;
  }
  return runs[0]!;
}

function mergeRuns<Key>(one: Key[], other: Key[], compare: Compare<Key>, pay: (keys: number) => void): Key[] {
  // Keys that came in order make runs that follow one another.
  if (compare(one[one.length - 1]!, other[0]!) <= 0) return one.concat(other);
  const merged: Key[] = [];
  let at = 0;
  let otherAt = 0;
  while (at < one.length && otherAt < other.length) {
    if ((merged.length & (PIECE - 1)) === 0) pay(PIECE);
    merged.push(compare(other[otherAt]!, one[at]!) < 0 ? other[otherAt++]! : one[at++]!);
  }
  while (at < one.length) merged.push(one[at++]!);
  while (otherAt < other.length) merged.push(other[otherAt++]!);
  return merged;
}
