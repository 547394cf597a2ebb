import { describe, expect, test } from "vitest";
import type { SectionVM } from "../../../runtime/engine/state.ts";
import { hostLog } from "../../../runtime/host/log.ts";
import type { LuaError } from "../../../runtime/lua/error.ts";
import { encodeUtf8 } from "../../../runtime/utf8.ts";
import { callHost, refusal, sectionVM } from "./section.ts";

const messages = (vm: SectionVM) =>
  vm.run.events.map((event) => (event.kind === "lua" ? event.message : event.kind));

test("records the message under the section and gives nothing (LOG-01)", async () => {
  const vm = sectionVM();
  expect(await callHost(hostLog(vm), encodeUtf8("héllo \ufeff"))).toEqual([]);
  expect(vm.run.events).toMatchObject([{ kind: "lua", section: "Only", message: "héllo \ufeff" }]);
});

describe("refuses and records nothing (LOG-02)", () => {
  test("any other number of arguments, spending nothing", async () => {
    const vm = sectionVM();
    for (const values of [[], ["a", "b"], ["a", undefined]]) {
      expect(await refusal(() => callHost(hostLog(vm), ...values))).toBe("log expects exactly one argument");
    }
    expect(vm.entry.logEvents).toBe(1024);
  });

  test.each([
    ["log message must be a UTF-8 string", 5],
    ["log message must be a UTF-8 string", undefined],
    ["log message must be a UTF-8 string", "\xff"],
    ["log message must be at most 256 characters", "x".repeat(257)],
    ["log message must be at most 256 characters", `\n${"x".repeat(256)}`],
    ["log message must not contain newline or control characters", "a\nb"],
    ["log message must not contain newline or control characters", "\x7f"],
    ["log message must not contain newline or control characters", encodeUtf8("\u0085")],
    ["log message must not contain newline or control characters", encodeUtf8("\u2028")],
    ["log message must not contain newline or control characters", encodeUtf8("\u2029")],
  ])("%s, having spent its event", async (text, value) => {
    const vm = sectionVM();
    expect(await refusal(() => callHost(hostLog(vm), value))).toBe(text);
    expect([messages(vm), vm.entry.logEvents, vm.entry.logBytes]).toEqual([[], 1023, 262_144]);
  });

  test("counts characters, not bytes", async () => {
    const vm = sectionVM();
    await callHost(hostLog(vm), encodeUtf8("😀".repeat(256)));
    expect(messages(vm)).toEqual(["😀".repeat(256)]);
    expect(vm.entry.logBytes).toBe(262_144 - 1024);
  });
});

describe("quotas (LOG-03, LOG-04)", () => {
  const small = () => sectionVM({ options: { limits: { luaLogEvents: 1 } } });
  const origin = async (vm: SectionVM, message: string): Promise<unknown> => {
    try {
      await callHost(hostLog(vm), message);
    } catch (thrown) {
      return (thrown as LuaError).origin;
    }
    return undefined;
  };

  test("of events", async () => {
    const vm = small();
    await callHost(hostLog(vm), "a");
    expect(await refusal(() => callHost(hostLog(vm), "b"))).toBe("lua log event budget exceeded");
    expect(await origin(vm, "b")).toMatchObject({ ends: "Quota", report: "lua log event quota exceeded" });
    expect(messages(vm)).toEqual(["a"]);
  });

  test("of bytes: a refused message spends none", async () => {
    const vm = small();
    const wide = encodeUtf8("é".repeat(129));
    expect(await refusal(() => callHost(hostLog(vm), wide))).toBe("lua log cumulative byte budget exceeded");
    expect([vm.entry.logBytes, vm.entry.logEvents]).toEqual([256, 0]);
    vm.entry.logEvents = 1;
    expect(await origin(vm, wide)).toMatchObject({ ends: "Quota", report: "lua log byte quota exceeded" });
  });
});
