import { describe, expect, test } from "vitest";
import { blockFailure } from "../../../runtime/engine/failure.ts";
import { originate } from "../../../runtime/engine/origin.ts";
import { readArgvBack, readVarBack } from "../../../runtime/engine/read-back.ts";
import { suspendingHost } from "../../../runtime/engine/suspend.ts";
import { block, fail, Region } from "../../../runtime/internal.ts";
import { runtimeError } from "../../../runtime/lua/error.ts";
import { hostError } from "../../../runtime/lua/host-error.ts";
import { LuaTable } from "../../../runtime/lua/table.ts";
import type { Value } from "../../../runtime/lua/value.ts";
import { type Body, eventsOf, failureOf, Lua, plain, promptOf } from "./prompt.ts";

/** A suspending host function that always fails with the given kind. */
const failing = (kind: string, message: string, fields?: Record<string, string>) => ({
  fails: (vm: Parameters<typeof suspendingHost>[0]) =>
    // biome-ignore lint/correctness/useYield: it is refused before it waits
    suspendingHost(vm, function* () {
      throw hostError(vm, kind, message, fields);
    }),
  works: (vm: Parameters<typeof suspendingHost>[0]) => suspendingHost(vm, () => plain(() => 1)(new Lua(vm))),
  refuses: (vm: Parameters<typeof suspendingHost>[0]) => () => {
    throw hostError(vm, kind, message, fields);
  },
});

const inSection = (body: Body, globals = {}) =>
  promptOf({ sections: [{ name: "A", blocks: [body] }], globals });
const inH1 = (body: Body, globals = {}) => promptOf({ h1: [body], globals });

/** Calls `fails`, then whatever comes between, then raises the error value again. */
const raisesAgain = (between: readonly string[] = []): Body =>
  function* (lua) {
    const error = yield* lua.caught("fails");
    for (const name of between) yield* lua.call(name);
    lua.line = 3;
    return yield* lua.call("error", error);
  };

describe("reports", () => {
  test("ERR-50: the file line in front and in the text", async () => {
    const body: Body = function* (lua) {
      lua.line = 3;
      return yield* lua.call("error", "boom");
    };
    expect(await failureOf(inSection(body))).toEqual([
      "Lua",
      'section `A` prologue:12: [string "section `A` prologue"]:12: boom',
    ]);
    expect(await failureOf(inH1(body))).toEqual([
      "RequirementsUnmet",
      'H1 `T` lua:12: [string "H1 `T` lua"]:12: boom',
    ]);
  });

  test("ERR-51: without a position in the text, the line of the frame", async () => {
    const raise = (value: Value): Body =>
      function* (lua) {
        lua.line = 2;
        return yield* lua.call("error", value, 0);
      };
    expect((await failureOf(inSection(raise("x"))))[1]).toBe("section `A` prologue:11: x");
    expect((await failureOf(inSection(raise(undefined))))[1]).toBe(
      "section `A` prologue:11: <no error object>",
    );
    expect((await failureOf(inSection(raise(new LuaTable()))))[1]).toMatch(
      /^section `A` prologue:11: table: 0x[0-9a-f]{14}$/,
    );
  });

  test("ERR-52: positions of the library keep their own lines, except when it fails itself", async () => {
    const raise: Body = function* (lua) {
      lua.line = 4;
      return yield* lua.call("error", "boom");
    };
    expect(await failureOf(promptOf({ shared: raise, sections: [{ name: "A" }] }))).toEqual([
      "Lua",
      'prompt shared library:8: [string "prompt shared library"]:8: boom',
    ]);
    const text = '[string "prompt shared library"]:4: boom';
    expect((await failureOf(inSection((lua) => lua.call("error", text, 0))))[1]).toBe(
      `section \`A\` prologue:10: ${text}`,
    );
  });

  test("ENV-34, ERR-57: a load in the H1 VM fails as Lua, and no block runs", async () => {
    const prompt = promptOf({
      shared: (lua) => lua.call("error", "no", 0),
      h1: [(lua) => lua.call("error", "never")],
    });
    expect(await failureOf(prompt)).toEqual(["Lua", "prompt shared library:5: no"]);
    expect(await eventsOf(prompt.start())).toEqual([
      "run_started T",
      "lua_shared_load_started T",
      "lua_shared_load_failed T",
      "lua_teardown_started T",
      "lua_teardown_succeeded T",
      "run_failed T",
    ]);
  });

  test("ENV-32: the library may not return a table", async () => {
    // biome-ignore lint/correctness/useYield: a library is a generator whether it waits or not
    const shared: Body = function* () {
      return new LuaTable();
    };
    expect(await failureOf(promptOf({ shared, h1: [(lua) => lua.call("error", "never")] }))).toEqual([
      "Lua",
      "cannot return a table as a result",
    ]);
  });

  test("FAIL-01, EVT-11: a failing block is reported, torn down once, and its section never finishes", async () => {
    expect((await eventsOf(inSection((lua) => lua.call("error", "x")).start())).slice(4)).toEqual([
      "lua_chunk_started A",
      "lua_chunk_failed A",
      "lua_teardown_started A",
      "lua_teardown_succeeded A",
      "run_failed T",
    ]);
  });

  test("VARX-04: a failed read-back ends as Lua with exactly its text, over a scalar return, in H1 too", async () => {
    const body: Body = function* ({ vm }) {
      readVarBack(vm.entry, () => {
        throw hostError(vm, "lua", "reassigned");
      });
      return "x";
    };
    expect(await failureOf(inSection(body))).toEqual(["Lua", "reassigned"]);
    expect(await failureOf(inH1(body))).toEqual(["Lua", "reassigned"]);
  });

  test("ARG-43, ARG-44: argv is read back after the pass, but not when it returned", async () => {
    const seen: unknown[] = [];
    const pass = (value: Value, read: () => never | 7): Body =>
      // biome-ignore lint/correctness/useYield: see above
      function* ({ vm }) {
        readArgvBack(vm.entry, read);
        return value;
      };
    // biome-ignore lint/correctness/useYield: see above
    const look: Body = function* ({ vm }) {
      seen.push(vm.chain.argv);
      return undefined;
    };
    await promptOf({ h1: [pass(undefined, () => 7)], sections: [{ name: "A", blocks: [look] }] }).run();
    expect(seen).toEqual([7]);
    const broken = (): never => {
      throw runtimeError("argv must be JSON data, got function");
    };
    expect(await failureOf(inH1(pass(undefined, broken)))).toEqual([
      "Lua",
      "argv must be JSON data, got function",
    ]);
    expect(await inH1(pass("x", broken)).run()).toBe("x");
  });
});

describe("error values", () => {
  const ends: [string, Record<string, string> | undefined, string, string][] = [
    ["lua", undefined, "Lua", "RequirementsUnmet"],
    ["internal", undefined, "Internal", "Internal"],
    ["context_exhausted", { reason: "precheck" }, "ContextExhausted", "ContextExhausted"],
    ["empty_model_reply", undefined, "Completion", "Completion"],
    ["tool", undefined, "Tool", "Tool"],
    ["tool_loop_exhausted", undefined, "Tool", "Tool"],
    ["out_of_scope_tool", { name: "x" }, "Tool", "Tool"],
    ["unbound_tool", { name: "x" }, "Tool", "Tool"],
    ["tasks_live", { tasks: "0.1" }, "Lua", "Lua"],
    ["task_not_owned", { task: "0.1" }, "Lua", "Lua"],
    ["task_consumed", { task: "0.1" }, "Lua", "Lua"],
    ["cancelled", { task: "0.1" }, "Lua", "Lua"],
  ];
  test.each(ends)("ERR-40, ERR-53: %s uncaught, and the hard gate", async (kind, fields, section, h1) => {
    const globals = failing(kind, "the message", fields);
    expect(await failureOf(inSection((lua) => lua.call("fails"), globals))).toEqual([section, "the message"]);
    expect(await failureOf(inH1((lua) => lua.call("fails"), globals))).toEqual([h1, "the message"]);
  });

  test.each(ends)(
    "ERR-41: %s raised again before another suspending call",
    async (kind, fields, section, h1) => {
      const globals = failing(kind, "the message", fields);
      expect(await failureOf(inSection(raisesAgain(), globals))).toEqual([section, "the message"]);
      expect(await failureOf(inH1(raisesAgain(), globals))).toEqual([h1, "the message"]);
    },
  );

  test.each([
    ["tool", {}, "Tool"],
    ["tool_loop_exhausted", {}, "Tool"],
    ["empty_model_reply", {}, "Completion"],
    ["context_exhausted", { reason: "provider" }, "ContextExhausted"],
    ["context_exhausted", { reason: "else" }, "RequirementsUnmet"],
    ["internal", {}, "RequirementsUnmet"],
    ["lua", {}, "RequirementsUnmet"],
    ["unbound_tool", { name: "x" }, "RequirementsUnmet"],
    ["task_consumed", { task: "0.1" }, "Lua"],
  ])("ERR-42: %s %o raised again after another suspending call", async (kind, fields, h1) => {
    const globals = failing(kind, "the message", fields as Record<string, string>);
    expect(await failureOf(inH1(raisesAgain(["works"]), globals))).toEqual([h1, "the message"]);
  });

  test("ERR-41: what the prompt wrote into the value does not count, but after another call it does", async () => {
    const body = (between: string[]): Body =>
      function* (lua) {
        const error = (yield* lua.caught("fails")) as LuaTable;
        error.setField("message", "changed");
        error.setField("kind", "tool");
        for (const name of between) yield* lua.call(name);
        return yield* lua.call("error", error);
      };
    const globals = failing("empty_model_reply", "the message");
    expect(await failureOf(inSection(body([]), globals))).toEqual(["Completion", "the message"]);
    expect(await failureOf(inSection(body(["works"]), globals))).toEqual(["Tool", "changed"]);
  });

  test("ERR-42: a later block raises it again as after another call", async () => {
    const globals = failing("unbound_tool", "the message");
    let kept: Value;
    const prompt = promptOf({
      globals,
      h1: [
        function* (lua) {
          kept = yield* lua.caught("fails");
          return undefined;
        },
        (lua) => lua.call("error", kept),
      ],
    });
    expect(await failureOf(prompt)).toEqual(["RequirementsUnmet", "the message"]);
  });

  test("ERR-42, HOST-12: a cancelled value ends the run cancelled", async () => {
    const globals = failing("cancelled", "interrupted by Ctrl-C");
    expect(await inSection(raisesAgain(["works"]), globals).start().outcome).toEqual({ status: "cancelled" });
    expect(await inSection((lua) => lua.call("fails"), globals).start().outcome).toEqual({
      status: "cancelled",
    });
  });

  test("ERR-43: an author's table with a kind is an ordinary failure", async () => {
    const value = new LuaTable();
    value.setField("kind", "tool");
    expect(await failureOf(inSection((lua) => lua.call("error", value)))).toEqual([
      "Lua",
      expect.stringMatching(/^section `A` prologue:10: table: 0x/),
    ]);
  });

  test("ERR-43: another error in its place counts", async () => {
    const body: Body = function* (lua) {
      yield* lua.caught("fails");
      return yield* lua.call("error", "mine", 0);
    };
    expect(await failureOf(inSection(body, failing("tool", "x")))).toEqual([
      "Lua",
      "section `A` prologue:10: mine",
    ]);
  });

  test("ERR-51: an error value of a function that does not suspend is reported with a line", async () => {
    expect(await failureOf(inSection((lua) => lua.call("refuses"), failing("lua", "no")))).toEqual([
      "Lua",
      "section `A` prologue:10: no",
    ]);
  });

  test("LMT-24: a spent quota has its own kind and words, through calls and in H1 too", async () => {
    const globals = {
      spend: (vm: Parameters<typeof originate>[0]) => () => {
        throw originate(vm, hostError(vm, "lua", "budget exceeded"), {
          ends: "Quota",
          report: "quota exceeded",
        });
      },
    };
    const spends: Body = (lua) => lua.call("spend");
    expect(await failureOf(inH1(spends, globals))).toEqual(["Quota", "quota exceeded"]);
    expect(await failureOf(promptOf({ shared: spends, globals, sections: [{ name: "A" }] }))).toEqual([
      "Quota",
      "quota exceeded",
    ]);
    const called = promptOf({
      globals,
      h1: [(lua) => lua.call("call", "## B")],
      sections: [{ name: "B", blocks: [spends] }],
    });
    expect(await failureOf(called)).toEqual(["Quota", "quota exceeded"]);
  });
});

describe("faults that are not Lua's", () => {
  test("KND-41: a broken invariant is Internal with its cause, and no pcall sees it", async () => {
    const cause = new TypeError("oops");
    const globals = {
      breaks: () => () => {
        throw cause;
      },
    };
    const outcome = await inSection((lua) => lua.caught("breaks"), globals).start().outcome;
    expect(outcome).toMatchObject({
      status: "failed",
      error: { kind: "Internal", message: "internal invariant violated: oops", cause },
    });
    const called = promptOf({
      globals,
      sections: [
        { name: "A", blocks: [(lua) => lua.caught("call", "## B")] },
        { name: "B", blocks: [(lua) => lua.call("breaks")] },
      ],
    });
    expect(await failureOf(called)).toEqual(["Internal", "internal invariant violated: oops"]);
  });

  test("KND-41: a recorded jump does not hide a broken invariant", async () => {
    const body: Body = function* (lua) {
      yield* lua.caught("jump", "## A");
      throw new Error("oops");
    };
    expect((await failureOf(inSection(body)))[0]).toBe("Internal");
  });
});

test.each([
  [new RangeError("Maximum call stack size exceeded"), "stack overflow"],
  [new RangeError("Invalid string length"), "not enough memory"],
  [new RangeError("Array buffer allocation failed: out of memory"), "not enough memory"],
  [Object.assign(new Error("too much recursion"), { name: "InternalError" }), "stack overflow"],
  [Object.assign(new Error("out of memory"), { name: "InternalError" }), "not enough memory"],
])(
  "LMT-22: what an engine throws when it runs out of something is Lua's failure: %s",
  async (thrown, text) => {
    const failures: unknown[] = [];
    const body = plain((lua) => {
      failures.push(blockFailure(lua.vm.entry, new Region("here", 1, "1"), thrown));
      return undefined;
    });
    await inSection(body).run();
    expect(failures).toMatchObject([{ kind: "Lua", message: expect.stringContaining(text) }]);
  },
);

test("the stack names sections and lines of the prompt file", async () => {
  const prompt = promptOf({
    sections: [
      {
        name: "A",
        blocks: [
          function* (lua) {
            lua.line = 2;
            return yield* lua.call("call", "## B\u00c3\u00a9");
          },
        ],
      },
      { name: "B\u00c3\u00a9", blocks: [(lua) => lua.call("error", "boom", 0)] },
    ],
  });
  const error = await prompt.run().catch((thrown) => thrown);
  expect(error.section).toBe("Bé");
  expect(error.stack).toBe(
    [
      "PromptError [Lua]: section `Bé` prologue:10: boom",
      "    at section 'Bé' (test.prompt.md:10)",
      "    at section 'A' (test.prompt.md:11)",
    ].join("\n"),
  );
});

test("ERR-50: a tail call has replaced the block's frame", async () => {
  const region = new Region("section `A` prologue", 10, "2t\tgf");
  const library = new Region("prompt shared library", 5, "1");
  const raising = plain(() => {
    throw fail(vmOfNobody, library, 1, runtimeError("boom"));
  });
  const vmOfNobody = { handler: undefined } as Parameters<typeof fail>[0];
  const prompt = promptOf({
    sections: [{ name: "A" }],
    module: {
      sections: [
        {
          name: "A",
          level: 2,
          *run(entry) {
            return yield* block(entry, region, function* () {
              return yield* raising(new Lua(entry.vm));
            });
          },
        },
      ],
    },
  });
  expect((await failureOf(prompt))[1]).toBe(
    'section `A` prologue:10: [string "prompt shared library"]:1: boom',
  );
});
