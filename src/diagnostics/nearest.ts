/**
 * The candidate that a misspelt word most likely means, or undefined when none is near: at most one edit
 * (insertion, deletion, substitution, swap of neighbours) for every three characters, and at least one
 * allowed. Case does not count.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/**
 * The same where a word may well be meant as it is, with a candidate of a like name beside it: none for a word under four characters, which
 * has too many neighbours to tell.
 */
export function nearestToLong(word: string, candidates: Iterable<string>): string | undefined {
  return word.length < shortestMistake ? undefined : nearest(word, candidates);
}

const shortestMistake = 4;

/** The Damerau-Levenshtein distance (optimal string alignment) in UTF-16 units. */
export function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (same ? 0 : 1),
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped && row > 1 && column > 1) cost = Math.min(cost, beforePrevious[column - 2]! + 1);
      current.push(cost);
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[right.length]!;
}
