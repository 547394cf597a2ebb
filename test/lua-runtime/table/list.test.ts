import { describe, expect, it } from "vitest";
import { EMPTY } from "../../../runtime/lua/call.ts";
import { float } from "../../../runtime/lua/number.ts";
import { tableConcat } from "../../../runtime/lua/table/concat.ts";
import { tableCreate } from "../../../runtime/lua/table/create.ts";
import { tableInsert } from "../../../runtime/lua/table/insert.ts";
import { tableMove } from "../../../runtime/lua/table/move.ts";
import { tablePack } from "../../../runtime/lua/table/pack.ts";
import { tableRemove } from "../../../runtime/lua/table/remove.ts";
import { tableUnpack } from "../../../runtime/lua/table/unpack.ts";
import { LuaTable } from "../../../runtime/lua/table.ts";
import { border, set } from "../../../runtime/lua/table-write.ts";
import { Userdata, type Value } from "../../../runtime/lua/value.ts";
import { messageOf } from "../message.ts";
import { newVM, tableOf } from "../state.ts";

const vm = newVM();
const MAX = 2n ** 63n - 1n;

function listOf(...values: Value[]): LuaTable {
  return tableOf(
    values.map((value, at) => [at + 1, value] as const).filter(([, value]) => value !== undefined),
  );
}

function elements(table: unknown): Value[] {
  const list = table as LuaTable;
  return Array.from({ length: border(list) }, (_, at) => list.get(at + 1));
}

/** An empty table that reads and writes another one through its metatable, as `var` does (VAR-02). */
function proxyOf(target: LuaTable): LuaTable {
  const proxy = new LuaTable();
  proxy.mt = tableOf([
    ["__index", target],
    ["__newindex", target],
    ["__len", () => border(target)],
  ]);
  return proxy;
}

describe("insert (LIB-32)", () => {
  const insert = tableInsert(vm);

  it("appends or shifts up", () => {
    const list = listOf("a", "c");
    expect(insert(list, "d")).toBe(EMPTY);
    insert(list, 2, "b");
    insert(list, 1, "z");
    insert(list, 6, "e");
    expect(elements(list)).toEqual(["z", "a", "b", "c", "d", "e"]);
  });

  it("takes over keys that follow from the hash", () => {
    const list = listOf("a", "b");
    set(list, 4, "d");
    insert(list, 1, "x");
    expect(elements(list)).toEqual(["x", "a", "b", "d"]);
  });

  it("checks position and count", () => {
    expect(messageOf(() => insert(listOf(1), 3, "x"))).toBe("#2 position out of bounds");
    expect(messageOf(() => insert(listOf(1), 0, "x"))).toBe("#2 position out of bounds");
    expect(messageOf(() => insert(listOf()))).toBe("wrong number of arguments to 'insert'");
    expect(messageOf(() => insert(listOf(), 1, 2, 3))).toBe("wrong number of arguments to 'insert'");
    expect(messageOf(() => insert(undefined, 1))).toBe("#1 table expected, got nil");
    expect(messageOf(() => insert("x", 1))).toBe("#1 table expected, got string");
  });

  it("respects metamethods (META-02)", () => {
    const target = listOf("a", "b");
    insert(proxyOf(target), 1, "x");
    expect(elements(target)).toEqual(["x", "a", "b"]);
  });
});

describe("remove (LIB-32)", () => {
  const remove = tableRemove(vm);

  it("takes the last or the one at pos", () => {
    const list = listOf("a", "b", "c");
    expect(remove(list)).toBe("c");
    expect(remove(list, 1)).toBe("a");
    expect(elements(list)).toEqual(["b"]);
    expect(remove(list, 2)).toBeUndefined();
    expect(remove(list)).toBe("b");
    expect(remove(list)).toBeUndefined();
    expect(remove(list, 0)).toBeUndefined();
    expect(border(list)).toBe(0);
  });

  it("checks the position", () => {
    expect(messageOf(() => remove(listOf(1, 2), 4))).toBe("#2 position out of bounds");
    expect(messageOf(() => remove(listOf(1, 2), 0))).toBe("#2 position out of bounds");
    expect(messageOf(() => remove(listOf(), 5))).toBe("#2 position out of bounds");
  });

  it("respects metamethods (META-02)", () => {
    const target = listOf("a", "b", "c");
    expect(remove(proxyOf(target), 1)).toBe("a");
    expect(elements(target)).toEqual(["b", "c"]);
  });
});

describe("concat (LIB-31)", () => {
  const concat = tableConcat(vm);

  it("joins strings and numbers", () => {
    expect(concat(listOf("a", 1, 2.5, float(3)))).toBe("a12.53.0");
    expect(concat(listOf("a", "b", "c"), ", ")).toBe("a, b, c");
    expect(concat(listOf("a", "b", "c"), "-", 2)).toBe("b-c");
    expect(concat(listOf("a", "b", "c"), "-", 2, 2)).toBe("b");
    expect(concat(listOf("a"), "-", 2)).toBe("");
    expect(concat(listOf(1, 2), 0)).toBe("102");
    expect(concat(tableOf([[MAX, "last"]]), "", MAX, MAX)).toBe("last");
  });

  it("uses tostring for userdata and for tables with __tostring", () => {
    const text = tableOf([["__tostring", () => "T"]]);
    const table = new LuaTable();
    table.mt = text;
    expect(concat(listOf("a", table, new Userdata(1, text)), " ")).toBe("a T T");
  });

  it("names the bad element", () => {
    const message = (...values: Value[]) => messageOf(() => concat(listOf(...values), "", 1, 2));
    expect(message("a")).toBe("invalid value (nil) at index 2 in table for 'concat'");
    expect(message("a", true)).toBe("invalid value (boolean) at index 2 in table for 'concat'");
    expect(message(new LuaTable())).toBe("invalid value (table) at index 1 in table for 'concat'");
    const sealed = new LuaTable();
    sealed.mt = tableOf([
      ["__tostring", () => "T"],
      ["__metatable", "sealed"],
    ]);
    expect(message(sealed)).toBe("invalid value (table) at index 1 in table for 'concat'");
  });

  it("checks the other arguments", () => {
    expect(messageOf(() => concat(listOf(), true))).toBe("#2 string expected, got boolean");
    expect(messageOf(() => concat(undefined))).toBe("attempt to get length of a nil value");
    expect(messageOf(() => concat(5, "", 1, 2))).toBe("attempt to index a number value");
  });

  it("reads through __index", () => {
    expect(concat(proxyOf(listOf("a", "b")), ",")).toBe("a,b");
  });

  it("stops at the memory ceiling (LIM-02)", () => {
    expect(messageOf(() => tableConcat(newVM(100))(listOf("x".repeat(60), "x".repeat(60))))).toBe(
      "not enough memory",
    );
  });
});

describe("unpack (LIB-32)", () => {
  const unpack = tableUnpack(vm);

  it("gives the elements i to j", () => {
    expect(unpack(listOf(1, 2, 3))).toEqual([1, 2, 3]);
    expect(unpack(listOf(7))).toBe(7);
    expect(unpack(listOf())).toBe(EMPTY);
    expect(unpack(listOf(1, 2, 3), 2)).toEqual([2, 3]);
    expect(unpack(listOf(1, 2, 3), 2, 5)).toEqual([2, 3, undefined, undefined]);
    expect(unpack(listOf(1), 0, 1)).toEqual([undefined, 1]);
    expect(unpack(listOf(1, undefined, 3), 1, 3)).toEqual([1, undefined, 3]);
    expect(unpack(listOf(), MAX, MAX)).toBeUndefined();
    expect(unpack(proxyOf(listOf("a", "b")))).toEqual(["a", "b"]);
  });

  it("has a limit", () => {
    expect(messageOf(() => unpack(listOf(), 1, 10_000_000))).toBe("too many results to unpack");
    expect(messageOf(() => unpack(listOf(), -MAX, MAX))).toBe("too many results to unpack");
    expect(messageOf(() => unpack(5))).toBe("attempt to get length of a number value");
  });
});

describe("pack", () => {
  it("counts nils too", () => {
    const table = tablePack(vm)(1, undefined, 3, undefined) as LuaTable;
    expect([1, 2, 3, 4].map((key) => table.get(key))).toEqual([1, undefined, 3, undefined]);
    expect(table.get("n")).toBe(4);
    expect(border(table)).toBe(1);
    expect((tablePack(vm)() as LuaTable).get("n")).toBe(0);
  });
});

describe("move (LIB-32)", () => {
  const move = tableMove(vm);

  it("copies within a table, whichever way they overlap", () => {
    expect(elements(move(listOf(1, 2, 3), 1, 3, 2))).toEqual([1, 1, 2, 3]);
    expect(elements(move(listOf(1, 2, 3), 2, 3, 1))).toEqual([2, 3, 3]);
  });

  it("copies to another table and gives it", () => {
    const other = listOf("x");
    expect(move(listOf(1, 2), 1, 2, 2, other)).toBe(other);
    expect(elements(other)).toEqual(["x", 1, 2]);
    expect(move(listOf(1), 1, 0, 9, other)).toBe(other);
  });

  it("works at the ends of the integers", () => {
    const table = tableOf([[MAX, "last"]]);
    move(table, MAX, MAX, 1);
    expect(table.get(1)).toBe("last");
    expect(messageOf(() => move(listOf(), 1, MAX, 2))).toBe("#4 destination wrap around");
    expect(messageOf(() => move(listOf(), 0, MAX, 2))).toBe("#3 too many elements to move");
  });
});

describe("create (LUA-04)", () => {
  it("gives an empty table", () => {
    expect(border(tableCreate(vm)(10, 5) as LuaTable)).toBe(0);
    expect(messageOf(() => tableCreate(vm)(-1))).toBe("#1 out of range");
    expect(messageOf(() => tableCreate(vm)(1, 2 ** 31))).toBe("#2 out of range");
    expect(messageOf(() => tableCreate(vm)(2 ** 30))).toBe("not enough memory");
  });
});
