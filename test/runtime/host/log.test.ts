import { describe, expect, test } from "vitest";
import type { SectionVM } from "../../../runtime/engine/state.ts";
import { hostLog } from "../../../runtime/host/log.ts";
import type { LuaError } from "../../../runtime/lua/error.ts";
import type { LuaFunction } from "../../../runtime/lua/value.ts";
import { encodeUtf8 } from "../../../runtime/utf8.ts";
import { callHost, refusal, sectionVM } from "./section.ts";

const messages = (vm: SectionVM) =>
  vm.run.events.map((event) => (event.kind === "lua" ? event.message : event.kind));

/** A section's `log` with a quota of events. */
const logOf = (luaLogEvents: number) => {
  const vm = sectionVM({ options: { limits: { luaLogEvents } } });
  return { vm, log: hostLog(vm) };
};

test("records the message under the section and gives nothing (LOG-01)", async () => {
  const vm = sectionVM();
  expect(await callHost(hostLog(vm), encodeUtf8("héllo \ufeff"))).toEqual([]);
  expect(vm.run.events).toMatchObject([{ kind: "lua", section: "Only", message: "héllo \ufeff" }]);
});

describe("refuses and records nothing (LOG-02)", () => {
  test("any other number of arguments, spending nothing", async () => {
    const { vm, log } = logOf(1);
    for (const values of [[], ["a", "b"], ["a", undefined]]) {
      expect(await refusal(() => callHost(log, ...values))).toBe("log expects exactly one argument");
    }
    await callHost(log, "a");
    expect(messages(vm)).toEqual(["a"]);
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
    const { vm, log } = logOf(1);
    expect(await refusal(() => callHost(log, value))).toBe(text);
    expect(messages(vm)).toEqual([]);
    expect(await refusal(() => callHost(log, "a"))).toBe("lua log event budget exceeded");
  });

  test("counts characters, not bytes", async () => {
    const vm = sectionVM();
    await callHost(hostLog(vm), encodeUtf8("😀".repeat(256)));
    expect(messages(vm)).toEqual(["😀".repeat(256)]);
  });
});

describe("quotas (LOG-03, LOG-04)", () => {
  const origin = async (log: LuaFunction, message: string): Promise<unknown> => {
    try {
      await callHost(log, message);
    } catch (thrown) {
      return (thrown as LuaError).origin;
    }
    return undefined;
  };

  test("of events", async () => {
    const { vm, log } = logOf(1);
    await callHost(log, "a");
    expect(await refusal(() => callHost(log, "b"))).toBe("lua log event budget exceeded");
    expect(await origin(log, "b")).toMatchObject({ ends: "Quota", report: "lua log event quota exceeded" });
    expect(messages(vm)).toEqual(["a"]);
  });

  test("of bytes, 256 for each event: a refused message spends none", async () => {
    const { vm, log } = logOf(4);
    const wide = encodeUtf8("😀".repeat(256));
    await callHost(log, wide);
    expect(await refusal(() => callHost(log, "b"))).toBe("lua log cumulative byte budget exceeded");
    expect(await origin(log, "b")).toMatchObject({ ends: "Quota", report: "lua log byte quota exceeded" });
    expect(messages(vm)).toHaveLength(1);

    const more = logOf(5);
    expect(await refusal(() => callHost(more.log, `${wide}b`))).toContain("256 characters");
    await callHost(more.log, wide);
    expect(await refusal(() => callHost(more.log, wide))).toBe("lua log cumulative byte budget exceeded");
    await callHost(more.log, "b".repeat(256));
    expect(messages(more.vm)).toHaveLength(2);
  });
});
