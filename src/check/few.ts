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
    // A list that grows by itself gets room for 16 more.
    if (this.items.length === 1) this.items = [this.items[0]!, item];
    else (this.items as T[]).push(item);
    if (this.#known !== undefined) this.#known.add(item);
    else if (this.items.length > MOST) this.#known = new Set(this.items);
    return true;
  }
}

const NONE: readonly never[] = [];
