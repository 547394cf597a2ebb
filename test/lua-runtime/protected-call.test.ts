import { describe, expect, it } from "vitest";
import { baseError } from "../../runtime/lua/base/error.ts";
import { basePcall } from "../../runtime/lua/base/pcall.ts";
import { baseXpcall } from "../../runtime/lua/base/xpcall.ts";
import { EMPTY, tail } from "../../runtime/lua/call.ts";
import { concat } from "../../runtime/lua/concat.ts";
import { argumentError, fail, LuaError, MemoryError, runtimeError } from "../../runtime/lua/error.ts";
import { Stop } from "../../runtime/lua/fuel.ts";
import { errorValue, hostError } from "../../runtime/lua/host-error.ts";
import { MessageHandler } from "../../runtime/lua/message-handler.ts";
import { Region } from "../../runtime/lua/region.ts";
import { LuaTable } from "../../runtime/lua/table.ts";
import { set } from "../../runtime/lua/table-write.ts";
import { toText } from "../../runtime/lua/to-text.ts";
import type { LuaFunction, Steps, Value } from "../../runtime/lua/value.ts";
import type { VM } from "../../runtime/lua/vm.ts";
import { errorOf, finish, newVM, tableOf } from "./state.ts";

const region = new Region("block", 10, "3\tlx\tfy\n4\t");

/** A Lua function as it is emitted: its `catch` completes what passes. */
function emitted(vm: VM, body: LuaFunction, site = 1): LuaFunction {
  return (...values) => {
    try {
      return body(...values);
    } catch (thrown) {
      throw fail(vm, region, site, thrown);
    }
  };
}

const raising =
  (thrown: unknown): LuaFunction =>
  () => {
    throw thrown;
  };

describe("pcall (ERR-10)", () => {
  it("true and all results", () => {
    const vm = newVM();
    const pcall = basePcall(vm);
    expect(pcall(() => 1)).toEqual([true, 1]);
    expect(pcall(() => [1, undefined, 3])).toEqual([true, 1, undefined, 3]);
    expect(pcall(() => EMPTY)).toBe(true);
    expect(pcall((a, b) => [b, a], 1, 2)).toEqual([true, 2, 1]);
    expect(pcall(() => tail(vm, (a) => a, "tail"))).toEqual([true, "tail"]);
  });

  it("false and the error as it was raised (ERR-06)", () => {
    const vm = newVM();
    const pcall = basePcall(vm);
    const table = new LuaTable();
    expect(pcall(emitted(vm, () => baseError(vm)("x")))).toEqual([false, '[string "block"]:3: x']);
    expect((pcall(emitted(vm, () => baseError(vm)(table))) as Value[])[1]).toBe(table);
    expect(pcall(baseError(vm), "x")).toEqual([false, "x"]);
    expect(pcall(baseError(vm))).toEqual([false, "<no error object>"]);
    expect(pcall(raising(new LuaError(false)))).toEqual([false, false]);
  });

  it("a value that cannot be called, a callable table, no argument", () => {
    const vm = newVM();
    const pcall = basePcall(vm);
    const object = new LuaTable();
    object.mt = tableOf([["__call", (_self: Value, a: Value) => a]]);
    expect(pcall(undefined)).toEqual([false, "attempt to call a nil value"]);
    expect(pcall(object, 7)).toEqual([true, 7]);
    expect(errorOf(() => pcall()).argument).toEqual({ index: 1, detail: "value expected" });
  });

  it("names of operands and arguments", () => {
    const vm = newVM();
    const pcall = basePcall(vm);
    const message = (thrown: unknown): Value => (pcall(emitted(vm, raising(thrown))) as Value[])[1];
    expect(message(runtimeError("attempt to index a nil value", 1))).toBe(
      `[string "block"]:3: attempt to index a nil value (field 'y')`,
    );
    expect(message(runtimeError("number has no integer representation", 0))).toBe(
      `[string "block"]:3: number (local 'x') has no integer representation`,
    );
    expect(message(runtimeError("attempt to index a nil value", -1))).toBe(
      '[string "block"]:3: attempt to index a nil value',
    );
    expect(message(argumentError(2, "value expected"))).toBe(
      `[string "block"]:3: bad argument #2 to 'x' (value expected)`,
    );
    const rep = raising(argumentError(1, "detail"));
    vm.globals.setField("string", new LuaTable());
    (vm.globals.get("string") as LuaTable).setField("rep", rep);
    expect(pcall(rep)).toEqual([false, "bad argument #1 to 'string.rep' (detail)"]);
  });

  it("lets stops and faults of the host pass (ERR-13)", () => {
    const pcall = basePcall(newVM());
    const stop = new Stop("cancelled");
    const fault = new TypeError("engine");
    expect(() => pcall(raising(stop))).toThrow(stop as unknown as Error);
    expect(() => pcall(raising(fault))).toThrow(fault);
  });

  it("restores depth and handler", () => {
    const vm = newVM();
    const handler = new MessageHandler((e: Value) => e);
    vm.handler = handler;
    vm.depth = 3;
    basePcall(vm)(() => {
      vm.depth = 50;
      expect(vm.handler).toBeUndefined();
      throw new LuaError("x");
    });
    expect([vm.handler, vm.depth]).toEqual([handler, 3]);
    basePcall(vm)(() => 1);
    expect(vm.handler).toBe(handler);
  });

  it("runaway recursion is a stack overflow (LUA-07)", () => {
    const vm = newVM();
    const deep: LuaFunction = () => [deep(), 1][0] as Value;
    expect(basePcall(vm)(deep)).toEqual([false, "stack overflow"]);
  });

  it("memory exhaustion is an error value (ERR-07)", () => {
    const vm = newVM();
    const raisers: LuaFunction[] = [raising(new MemoryError()), () => "x".repeat(2 ** 29).repeat(2)];
    for (const run of raisers) {
      const [ok, value] = basePcall(vm)(emitted(vm, run)) as [boolean, LuaTable];
      expect([ok, value.getString("kind"), value.getString("message")]).toEqual([
        false,
        "lua",
        "not enough memory",
      ]);
    }
  });

  it("waits in suspending code and catches there (ERR-12)", () => {
    const vm = newVM();
    const pcall = basePcall(vm);
    const waiting: LuaFunction = () => "plain";
    waiting.g = function* (a: Value): Steps {
      const answer = yield a;
      if (answer === "bad") throw new LuaError("raised");
      return [answer, undefined];
    };
    const good = pcall.g!(waiting, "request");
    expect(good.next().value).toBe("request");
    expect(good.next("fine")).toEqual({ done: true, value: [true, "fine", undefined] });
    const bad = pcall.g!(waiting, "request");
    bad.next();
    expect(bad.next("bad")).toEqual({ done: true, value: [false, "raised"] });
    expect(finish(pcall.g!(() => 1))).toEqual([true, 1]);
  });
});

describe("xpcall (ERR-11)", () => {
  it("runs the handler once, before anything unwinds", () => {
    const vm = newVM();
    const order: string[] = [];
    const body = emitted(vm, () => {
      try {
        return emitted(vm, raising(new LuaError("x", 1)))();
      } finally {
        order.push("unwound");
      }
    });
    const handler: LuaFunction = (error) => {
      order.push("handler");
      return [`handled ${error as string}`, "dropped"];
    };
    expect(baseXpcall(vm)(body, handler)).toEqual([false, 'handled [string "block"]:3: x']);
    expect(order).toEqual(["handler", "unwound"]);
  });

  it("gives results like pcall and passes arguments", () => {
    const vm = newVM();
    const handler: LuaFunction = () => "unused";
    expect(baseXpcall(vm)((a, b) => [a, b], handler, 1, 2)).toEqual([true, 1, 2]);
    expect(finish(baseXpcall(vm).g!((a) => a, handler, 1))).toEqual([true, 1]);
    expect(vm.handler).toBeUndefined();
  });

  it("a pcall inside keeps its errors from the handler", () => {
    const vm = newVM();
    let calls = 0;
    const result = baseXpcall(vm)(
      () => basePcall(vm)(emitted(vm, raising(new LuaError("inner")))),
      () => {
        calls++;
        return "handled";
      },
    );
    expect(result).toEqual([true, false, "inner"]);
    expect(calls).toBe(0);
  });

  it("an error in the handler, memory exhaustion, a handler that is none", () => {
    const vm = newVM();
    const xpcall = baseXpcall(vm);
    expect(xpcall(raising(new LuaError("x")), raising(new LuaError("y")))).toEqual([
      false,
      "error in error handling",
    ]);
    const kind: LuaFunction = (error) => (error as LuaTable).getString("kind");
    expect(xpcall(raising(new MemoryError()), kind)).toEqual([false, "lua"]);
    expect(errorOf(() => xpcall(() => 1)).argument).toEqual({
      index: 2,
      detail: "function expected, got no value",
    });
    expect(errorOf(() => xpcall(() => 1, 1)).argument?.detail).toBe("function expected, got number");
  });

  it("handles what is raised after a wait", () => {
    const vm = newVM();
    const waiting: LuaFunction = () => "plain";
    waiting.g = function* (): Steps {
      yield "request";
      throw new LuaError("late");
    };
    const steps = baseXpcall(vm).g!(waiting, (error) => `handled ${error as string}`);
    steps.next();
    expect(steps.next()).toEqual({ done: true, value: [false, "handled late"] });
  });
});

describe("error values (ERR-01)", () => {
  it("carry kind, message and further fields, and no position", () => {
    const vm = newVM();
    const error = hostError(vm, "task_not_owned", "not yours", { task: "0.1" });
    const value = error.value as LuaTable;
    expect(["kind", "message", "task"].map((key) => value.get(key))).toEqual([
      "task_not_owned",
      "not yours",
      "0.1",
    ]);
    const [, seen] = basePcall(vm)(emitted(vm, raising(error))) as Value[];
    expect(seen).toBe(value);
    expect(value.get("message")).toBe("not yours");
  });

  it("turn into text and join by their message, live", () => {
    const vm = newVM();
    const value = errorValue(vm, "lua", "broken");
    expect(toText(vm, value)).toBe("broken");
    expect(concat(vm, "got ", value)).toBe("got broken");
    expect(concat(vm, value, 1)).toBe("broken1");
    expect(concat(vm, value, errorValue(vm, "lua", "!"))).toBe("broken!");
    set(value, "message", "mended");
    expect(toText(vm, value)).toBe("mended");
    expect(errorOf(() => concat(vm, value, undefined)).value).toBe("attempt to concatenate a nil value");
  });

  it("share one metatable per VM", () => {
    const vm = newVM();
    const one = errorValue(vm, "lua", "a");
    expect(errorValue(vm, "tool", "b").mt).toBe(one.mt);
    expect(errorValue(newVM(), "lua", "a").mt).not.toBe(one.mt);
  });
});
