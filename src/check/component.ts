/**
 * The strongly connected components of the graph that can be reached from `roots`, each after all those that it leads to (Tarjan's algorithm,
 * without recursion). Time is linear in the number of edges.
 */
export function components<Node>(
  roots: Iterable<Node>,
  next: (node: Node) => Iterable<Node>,
): readonly (readonly Node[])[] {
  const walk = new Walk(next);
  for (const root of roots) walk.from(root);
  return walk.found;
}

class Walk<Node> {
  readonly found: Node[][] = [];
  readonly #next: (node: Node) => Iterable<Node>;
  /** The lowest place in the order of visits that a node is known to lead to; infinite once its component is complete. */
  readonly #lowest = new Map<Node, number>();
  /** Visited nodes whose component is not complete, in the order of visits. */
  readonly #open: Node[] = [];
  readonly #path: { readonly node: Node; readonly place: number; readonly rest: Iterator<Node> }[] = [];

  constructor(next: (node: Node) => Iterable<Node>) {
    this.#next = next;
  }

  from(root: Node): void {
    if (this.#lowest.has(root)) return;
    this.#enter(root);
    for (let top = this.#path.at(-1); top !== undefined; top = this.#path.at(-1)) {
      const { done, value } = top.rest.next();
      if (done === true) this.#leave();
      else if (this.#lowest.has(value)) this.#lower(top.node, this.#lowest.get(value)!);
      else this.#enter(value);
    }
  }

  #enter(node: Node): void {
    const place = this.#lowest.size;
    this.#lowest.set(node, place);
    this.#open.push(node);
    this.#path.push({ node, place, rest: this.#next(node)[Symbol.iterator]() });
  }

  #leave(): void {
    const { node, place } = this.#path.pop()!;
    const lowest = this.#lowest.get(node)!;
    const outer = this.#path.at(-1);
    if (outer !== undefined) this.#lower(outer.node, lowest);
    if (lowest < place) return;
    const members = this.#open.splice(this.#open.lastIndexOf(node));
    for (const member of members) this.#lowest.set(member, Number.POSITIVE_INFINITY);
    this.found.push(members);
  }

  #lower(node: Node, place: number): void {
    if (place < this.#lowest.get(node)!) this.#lowest.set(node, place);
  }
}
