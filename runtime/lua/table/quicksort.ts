import { runtimeError } from "../error.ts";
import type { Value } from "../value.ts";

/** Up to this many elements the middle one is the pivot, whatever happened before. */
const SMALL = 100;

/** Tells whether one element must come before another. */
export type Before = (a: Value, b: Value) => boolean;

/**
 * Sorts `a[low…high]` with the quicksort of stock Lua, step for step: the same final order for equal elements, the same
 * error for an order function that contradicts itself. Where stock Lua takes a random pivot, this takes a fixed one.
 */
export function quicksort(a: Value[], low: number, high: number, before: Before, unbalanced = false): void {
  let lo = low;
  let up = high;
  let skewed = unbalanced;
  while (lo < up) {
    if (before(a[up], a[lo])) swap(a, lo, up);
    if (up - lo === 1) return;
    let pivot = up - lo > SMALL && skewed ? lo + Math.floor((up - lo) / 4) : Math.floor((lo + up) / 2);
    if (before(a[pivot], a[lo])) swap(a, pivot, lo);
    else if (before(a[up], a[pivot])) swap(a, pivot, up);
    if (up - lo === 2) return;
    const value = a[pivot];
    swap(a, pivot, up - 1);
    pivot = partition(a, lo, up, value, before);
    let smaller: number;
    if (pivot - lo < up - pivot) {
      quicksort(a, lo, pivot - 1, before, skewed);
      smaller = pivot - lo;
      lo = pivot + 1;
    } else {
      quicksort(a, pivot + 1, up, before, skewed);
      smaller = up - pivot;
      up = pivot - 1;
    }
    if ((up - lo) / 128 > smaller) skewed = true;
  }
}

/** Parts `a[lo…up]` around the pivot, which stands at `up - 1`; gives its final place. */
function partition(a: Value[], lo: number, up: number, pivot: Value, before: Before): number {
  let i = lo;
  let j = up - 1;
  for (;;) {
    while (before(a[++i], pivot)) if (i === up - 1) throw invalidOrder();
    while (before(pivot, a[--j])) if (j < i) throw invalidOrder();
    if (j < i) {
      swap(a, up - 1, i);
      return i;
    }
    swap(a, i, j);
  }
}

function swap(a: Value[], i: number, j: number): void {
  const value = a[i];
  a[i] = a[j];
  a[j] = value;
}

function invalidOrder() {
  return runtimeError("invalid order function for sorting");
}
