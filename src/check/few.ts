/** A longer list is looked up in a set. */
const MOST = 8;

/** A list without repeats that most often has very few items. */
export class Few<T> {
  /** In the order in which they came. */
  items: readonly T[] = NONE;
  #known: Set<T> | undefined;

  /** False for an item that it has. */
  add(item: T): boolean {
    if (this.items.length === 0) {
      this.items = [item];
      return true;
    }
    if (this.#known === undefined ? this.items.includes(item) : this.#known.has(item)) return false;
    (this.items as T[]).push(item);
    if (this.#known !== undefined) this.#known.add(item);
    else if (this.items.length > MOST) this.#known = new Set(this.items);
    return true;
  }
}

const NONE: readonly never[] = [];
