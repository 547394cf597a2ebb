import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { next, pairsIterator } from "../../runtime/lua/next.ts";
import { float, integer, isInteger } from "../../runtime/lua/number.ts";
import { Fields, LuaTable } from "../../runtime/lua/table.ts";
import { border, set } from "../../runtime/lua/table-write.ts";
import type { Value } from "../../runtime/lua/value.ts";
import { newVM, tableOf } from "./state.ts";

/** The keys that `next` visits, at most 60; `visit` runs at each. */
function walk(table: LuaTable, visit: (key: Value) => void = () => {}): Value[] {
  const keys: Value[] = [];
  let key: Value;
  do {
    key = next(table, key)[0];
    if (key !== undefined) {
      keys.push(key);
      visit(key);
    }
  } while (key !== undefined && keys.length < 60);
  return keys;
}

/** The keys that `pairs` visits. */
function pairsOf(table: LuaTable, visit: (key: Value) => void = () => {}): Value[] {
  const iterator = pairsIterator(newVM(), table);
  const keys: Value[] = [];
  for (;;) {
    const [key] = iterator() as readonly Value[];
    if (key === undefined) return keys;
    keys.push(key);
    visit(key);
  }
}

const keysOf = (...keys: Value[]): LuaTable => tableOf(keys.map((key) => [key, true]));

/** One of every kind, in the order of ITER-01. */
const object = new LuaTable();
const ordered: readonly Value[] = [
  1,
  2,
  false,
  true,
  -1e300,
  integer(-(2n ** 63n)),
  integer(-(2n ** 53n) - 1n),
  -1,
  -0.5,
  0,
  2.5,
  7,
  integer(2n ** 53n),
  integer(2n ** 53n + 1n),
  integer(2n ** 63n - 1n),
  1e300,
  "",
  "A",
  "a",
  "b",
  "\xc3\xa9",
  object,
  Infinity,
  "\xff",
];

describe("key order (ITER-01)", () => {
  it("sorts every kind; group 5 stays as it was inserted", () => {
    const shuffled = [...ordered.slice(0, 21).reverse(), ...ordered.slice(21)];
    expect(walk(keysOf(...shuffled))).toEqual(ordered);
    expect(pairsOf(keysOf(...shuffled))).toEqual(ordered);
  });

  it("depends on the keys only, not on the history (ITER-01)", () => {
    const keys = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 21 });
    fc.assert(
      fc.property(keys, keys, (present, gone) => {
        const all = ordered.slice(0, 21);
        const table = new LuaTable();
        for (const at of gone) set(table, all[at], true);
        pairsOf(table);
        for (const at of gone) set(table, all[at], undefined);
        for (const at of present) set(table, all[at], true);
        const last = border(table);
        const isArray = (key: Value): boolean => typeof key === "number" && key >= 1 && key <= last;
        const wanted = all.filter((_, at) => present.includes(at));
        const expected = [
          ...wanted.filter(isArray),
          ...wanted.filter((key) => !isArray(key) && typeof key === "boolean"),
          ...wanted
            .filter((key) => !isArray(key) && (typeof key === "number" || isInteger(key)))
            .sort((a, b) => ((a as number) < (b as number) ? -1 : 1)),
          ...wanted.filter((key) => typeof key === "string"),
        ];
        expect(walk(table)).toEqual(expected);
        expect(pairsOf(table)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it("array slots behind a hole are numbers like any other", () => {
    const table = keysOf(1, 2, 3, 4, "x", true, 2.5, -1);
    set(table, 2, undefined);
    expect(walk(table)).toEqual([1, true, -1, 2.5, 3, 4, "x"]);
    expect(pairsOf(table)).toEqual([1, true, -1, 2.5, 3, 4, "x"]);
  });

  it("constant and computed string keys mix", () => {
    const table = new LuaTable([0, "first"], new Fields());
    for (const key of ["name", "b", "a"]) table.setField(key, 1);
    expect(pairsOf(table)).toEqual([1, "a", "b", "name"]);
    table.setField("b", undefined);
    set(table, "c", 1);
    expect(pairsOf(table)).toEqual([1, "a", "c", "name"]);
    expect(walk(table)).toEqual([1, "a", "c", "name"]);
  });
});

describe("pairs (ITER-02, ITER-03)", () => {
  it("keys are fixed at the start, values are live, cleared keys are skipped", () => {
    const table = keysOf(1, 2, 3, "a", "b");
    const seen = pairsOf(table, (key) => {
      if (key === 1) {
        set(table, 2, undefined);
        set(table, "b", undefined);
        set(table, "new", true);
        set(table, 4, true);
      }
    });
    expect(seen).toEqual([1, 3, "a"]);
    const live = tableOf([
      [1, "old"],
      [2, "old"],
    ]);
    const iterator = pairsIterator(newVM(), live);
    iterator();
    set(live, 2, "new");
    expect(iterator()).toEqual([2, "new"]);
  });

  it("gives two nils for ever after the end", () => {
    const iterator = pairsIterator(newVM(), keysOf(1));
    iterator();
    expect([iterator(), iterator(5)]).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it("does not see keys added after the end", () => {
    const table = keysOf(1);
    const iterator = pairsIterator(newVM(), table);
    iterator();
    iterator();
    set(table, 2, true);
    expect(iterator()).toEqual([undefined, undefined]);
  });
});

describe("next (ITER-06, ITER-07)", () => {
  it("first, following, past the end", () => {
    const table = tableOf([
      ["b", 2],
      ["a", 1],
    ]);
    expect(next(table, undefined)).toEqual(["a", 1]);
    expect(next(table, "a")).toEqual(["b", 2]);
    expect(next(table, "b")).toEqual([undefined, undefined]);
    expect(next(new LuaTable(), undefined)).toEqual([undefined, undefined]);
    expect(next(keysOf(1, 2), float(1))).toEqual([2, true]);
  });

  it("clearing at the visit loses nothing", () => {
    const table = keysOf(...ordered);
    const seen = walk(table, (key) => set(table, key, undefined));
    expect(new Set(seen)).toEqual(new Set(ordered));
    expect(next(table, undefined)[0]).toBeUndefined();
  });

  it("a cleared integer behind the array part may revisit", () => {
    const table = keysOf(false, 3, 7);
    const seen = walk(table, (key) => {
      if (key === 7) set(table, 7, undefined);
    });
    expect(seen).toEqual([false, 3, 7, false, 3]);
  });

  it("an absent key resumes at its place", () => {
    const table = keysOf(1, 2, false, -3, 2.5, "b", "d", object);
    expect(next(table, true)[0]).toBe(-3);
    expect(next(table, -5)[0]).toBe(-3);
    expect(next(table, -2.5)[0]).toBe(2.5);
    expect(next(table, 0)[0]).toBe(2.5);
    expect(next(table, "a")[0]).toBe("b");
    expect(next(table, "c")[0]).toBe("d");
    expect(next(table, "e")[0]).toBe(object);
    expect(next(table, 9)[0]).toBe(false);
    expect(next(table, integer(2n ** 60n))[0]).toBe(false);
    expect(next(table, new LuaTable())[0]).toBe(object);
    expect(next(table, Infinity)[0]).toBe(object);
    expect(next(keysOf(1), new LuaTable())[0]).toBeUndefined();
  });

  it("sees keys that move from the hash into the array part once", () => {
    const table = keysOf(2, 3, "x");
    expect(walk(table)).toEqual([2, 3, "x"]);
    set(table, 1, true);
    expect(walk(table)).toEqual([1, 2, 3, "x"]);
  });

  it("sees array slots that come back", () => {
    const table = keysOf(1, 2, 3, 4, 5, 6);
    for (const key of [2, 4, 5]) set(table, key, undefined);
    expect(walk(table)).toEqual([1, 3, 6]);
    set(table, 6, undefined);
    set(table, 4, true);
    expect(walk(table)).toEqual([1, 3, 4]);
    set(table, 2, true);
    expect(walk(table)).toEqual([1, 2, 3, 4]);
  });

  it("keys that come and go between steps stand where a new order has them", () => {
    const step = fc.record({
      key: fc.nat(ordered.length - 4),
      clears: fc.boolean(),
      asks: fc.constantFrom("", "next", "pairs"),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const table = new LuaTable();
        const live = new Map<Value, Value>();
        for (const { key: at, clears, asks } of steps) {
          // Away from the array part, whose keys move.
          const key = typeof ordered[at] === "number" ? ordered[at] + 1000 : ordered[at];
          set(table, key, clears ? undefined : at);
          if (clears) live.delete(key);
          else live.set(key, at);
          if (asks === "") continue;
          const keys = [...walk(tableOf([...live]))];
          expect(asks === "next" ? walk(table) : pairsOf(table)).toEqual(keys);
          for (const [place, before] of keys.entries()) expect(next(table, before)[0]).toBe(keys[place + 1]);
        }
      }),
    );
  });

  it("finds the first key of a growing table without looking at all of them each time", () => {
    const kinds: ((at: number) => Value)[] = [
      (at) => `k${at}`,
      (at) => -at - 1,
      () => new LuaTable(),
      (at) => at + 0.5,
    ];
    for (const kind of kinds) {
      const table = new LuaTable();
      let reads = 0;
      const get = table.get.bind(table);
      table.get = (key) => {
        reads++;
        return get(key);
      };
      const size = 20_000;
      for (let at = 0; at < size; at++) {
        const key = kind(at);
        set(table, key, at);
        expect(next(table, undefined)[0]).not.toBeUndefined();
        next(table, key);
      }
      expect(reads).toBeLessThan(200 * size);
    }
  });

  it("walks and clears a large table of any kind without looking at every key each time", () => {
    const size = 30_000;
    const kinds: ((at: number) => Value)[] = [
      (at) => at + 1,
      (at) => `k${at}`,
      (at) => at - size,
      () => new LuaTable(),
    ];
    for (const kind of kinds) {
      const table = new LuaTable();
      for (let at = 0; at < size; at++) set(table, kind(at), true);
      let reads = 0;
      const get = table.get.bind(table);
      table.get = (key) => {
        reads++;
        return get(key);
      };
      let steps = 0;
      for (let key = next(table, undefined)[0]; key !== undefined; key = next(table, undefined)[0]) {
        set(table, key, undefined);
        steps++;
      }
      expect(steps).toBe(size);
      expect(reads).toBeLessThan(5 * size);
    }
  });
});
