import { runtimeError } from "../error.ts";
import type { Value } from "../value.ts";

/** Up to this many elements the middle one is the pivot, whatever happened before. */
const SMALL = 100;

/** Tells whether one element must come before another. */
export type Before = (a: Value, b: Value) => boolean;

/**
 * Sorts `a[low…high]` with the quicksort of stock Lua, step for step, so that even a comparison that changes the list finds what it finds
 * there: the same final order for equal elements, the same error for an order function that contradicts itself. Where stock Lua takes a
 * random pivot, this takes a fixed one.
 */
export function quicksort(a: Value[], low: number, high: number, before: Before, unbalanced = false): void {
  let lo = low;
  let up = high;
  let skewed = unbalanced;
  while (lo < up) {
    order(a, lo, up, before);
    if (up - lo === 1) return;
    let pivot = up - lo > SMALL && skewed ? lo + Math.floor((up - lo) / 4) : Math.floor((lo + up) / 2);
    if (!order(a, lo, pivot, before)) order(a, pivot, up, before);
    if (up - lo === 2) return;
    const value = a[pivot];
    a[pivot] = a[up - 1];
    a[up - 1] = value;
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

/** Exchanges two elements that stand in the wrong order; true when it did. */
function order(a: Value[], left: number, right: number, before: Before): boolean {
  const first = a[left];
  const second = a[right];
  if (!before(second, first)) return false;
  a[left] = second;
  a[right] = first;
  return true;
}

/** Parts `a[lo…up]` around the pivot, which stands at `up - 1`; gives its final place. */
function partition(a: Value[], lo: number, up: number, pivot: Value, before: Before): number {
  let i = lo;
  let j = up - 1;
  for (;;) {
    let left = a[++i];
    while (before(left, pivot)) {
      if (i === up - 1) throw invalidOrder();
      left = a[++i];
    }
    let right = a[--j];
    while (before(pivot, right)) {
      if (j < i) throw invalidOrder();
      right = a[--j];
    }
    if (j < i) {
      a[up - 1] = left;
      a[i] = pivot;
      return i;
    }
    a[i] = right;
    a[j] = left;
  }
}

function invalidOrder() {
  return runtimeError("invalid order function for sorting");
}
