import type { Chunk, Node } from "../parse/lua/tree.ts";

/** A part of a tree: a node, a variable or a list. */
export type Part = Partial<Node> & { readonly kind?: string };

/** Every part of a tree, in any order; on a list of its own, because trees may be deep. */
export function* partsOf(chunk: Chunk): Generator<Part, void> {
  const open: object[] = [chunk];
  const seen = new Set<object>(open);
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    yield part;
    for (const inner of Object.values(part)) {
      if (typeof inner !== "object" || inner === null || seen.has(inner)) continue;
      seen.add(inner);
      open.push(inner);
    }
  }
}
