import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { components } from "../../src/check/component.ts";

const graphs = fc
  .integer({ min: 1, max: 12 })
  .chain((size) =>
    fc.array(fc.uniqueArray(fc.nat(size - 1), { maxLength: 4 }), { minLength: size, maxLength: size }),
  );

/** The nodes that a node leads to, by one edge or more. */
function reached(graph: readonly (readonly number[])[], from: number): Set<number> {
  const seen = new Set<number>();
  const queue = [...graph[from]!];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    queue.push(...graph[node]!);
  }
  return seen;
}

describe("strongly connected components", () => {
  it("hold the nodes that lead to one another, each node once", () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const found = components(graph.keys(), (node) => graph[node]!);
        expect(found.flat().sort((a, b) => a - b)).toEqual([...graph.keys()]);
        const place = new Map(found.flatMap((members, at) => members.map((node) => [node, at] as const)));
        for (const a of graph.keys()) {
          const from = reached(graph, a);
          for (const b of graph.keys()) {
            if (a === b) continue;
            expect(place.get(a) === place.get(b)).toBe(from.has(b) && reached(graph, b).has(a));
          }
        }
      }),
    );
  });

  it("come after those that they lead to", () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const found = components(graph.keys(), (node) => graph[node]!);
        const place = new Map(found.flatMap((members, at) => members.map((node) => [node, at] as const)));
        for (const [a, edges] of graph.entries())
          for (const b of edges) expect(place.get(b)!).toBeLessThanOrEqual(place.get(a)!);
      }),
    );
  });

  it("are found in graphs of any depth", () => {
    const chain = (node: number) => (node < 200_000 ? [node + 1] : [100_000]);
    const found = components([0], chain);
    expect(found.map((members) => members.length)).toEqual([100_001, ...Array<number>(100_000).fill(1)]);
  });
});
