import { describe, expect, test } from "vitest";
import { errorValue, hostError } from "../../../runtime/lua/host-error.ts";
import type { LuaTable } from "../../../runtime/lua/table.ts";
import type { Value } from "../../../runtime/lua/value.ts";
import { type Body, CONTRACT, eventsOf, failureOf, promptOf, type SectionSpec } from "./prompt.ts";

const calls = (...values: Value[]): Body =>
  function* (lua) {
    return yield* lua.call("call", ...values);
  };

const returns = (value: (lua: Parameters<Body>[0]) => Value): Body =>
  // biome-ignore lint/correctness/useYield: the Lua of a block is a generator whether it waits or not
  function* (lua) {
    return value(lua);
  };

const main = (block: Body, ...others: SectionSpec[]) =>
  promptOf({ sections: [{ name: "A", blocks: [block] }, ...others] });
const section = (name: string, ...blocks: Body[]): SectionSpec => ({ name, blocks });

describe("call", () => {
  test("CALL-01 to CALL-03: the result is text, the caller goes on where it was", async () => {
    const prompt = promptOf({
      sections: [
        section(
          "A",
          calls("## C"),
          returns(() => undefined),
        ),
        section("B", calls("## C")),
        section(
          "C",
          returns(() => undefined),
        ),
        section(
          "D",
          returns(() => 42),
        ),
      ],
    });
    expect(await prompt.run()).toBe("42");
  });

  test("CALL-02: nothing returned gives the empty string", async () => {
    expect(
      await main(calls("### X"), { name: "B" })
        .run()
        .catch((error) => error.message),
    ).toMatch(/not found/);
    const prompt = promptOf({
      sections: [{ name: "A", blocks: [calls("### X")], children: [{ name: "X" }] }],
    });
    expect(await prompt.run()).toBe("");
  });

  test("ID-20: chains and entries of calls, one counter of children for pass and walk", async () => {
    const ids: string[] = [];
    const note = returns(({ vm }) => {
      ids.push(`${vm.chain.id} ${vm.entry.id} ${vm.chain.task} ${vm.chain.depth}`);
      return undefined;
    });
    await promptOf({
      h1: [note, swallow("## A0")],
      sections: [
        {
          name: "A",
          blocks: [note, swallow("### X"), swallow("### X"), note],
          children: [section("X", note), section("Y", note)],
        },
        section("A0", note),
      ],
    }).run();
    expect(ids).toEqual([
      "0 0.0 0 0",
      "0.0 0.0.0 0 1",
      "0 0.1 0 0",
      "0.1 0.1.0 0 1",
      "0.1 0.1.1 0 1",
      "0.2 0.2.0 0 1",
      "0.2 0.2.1 0 1",
      "0 0.1 0 0",
      "0 0.2 0 0",
    ]);
  });

  test("CALL-04, ARG-65, ARG-66: an input is the chain's own, without one the caller's is inherited", async () => {
    const show = returns(({ vm }) => `${vm.chain.args}/${String(vm.chain.argv)}`);
    const prompt = (input: Value) =>
      promptOf({
        sections: [
          {
            name: "A",
            blocks: [calls("### X", input)],
            children: [section("X", calls("### Y")), section("Y", show)],
          },
        ],
        module: { argv: (contract, args) => `${args}${contract === CONTRACT}` },
      });
    expect(await prompt("own").run("run's")).toBe("own/owntrue");
    expect(await prompt("").run("run's")).toBe("/true");
    expect(await prompt(undefined).run("run's")).toBe("run's/run'strue");
  });

  test("VARX-03: the chain starts with the caller's var of that moment, and its own is dropped", async () => {
    const seen: unknown[] = [];
    const prompt = promptOf({
      sections: [
        {
          name: "A",
          blocks: [
            function* (lua) {
              lua.vm.entry.readVar = () => new Map([["n", 1]]);
              yield* lua.call("call", "### X");
              seen.push(lua.vm.chain.var.size);
              return undefined;
            },
          ],
          children: [
            section(
              "X",
              returns(({ vm }) => {
                seen.push(vm.chain.var.get("n"));
                vm.entry.readVar = () => new Map([["n", 2]]);
                return undefined;
              }),
            ),
          ],
        },
      ],
    });
    await prompt.run();
    expect(seen).toEqual([1, 0]);
  });

  test("CALL-01: the checks in their order, each as an error value at the call", async () => {
    const message = async (reassigned: boolean, ...values: Value[]) =>
      main(function* (lua) {
        const { entry, chain } = lua.vm;
        entry.readVar = () => {
          if (reassigned) throw hostError(lua.vm, "lua", "reassigned");
          return chain.var;
        };
        const error = (yield* lua.caught("call", ...values)) as LuaTable;
        entry.readVar = undefined;
        return error.getString("message");
      }).run();
    expect(await message(true, 3, 4)).toBe("reassigned");
    expect(await message(false, 3, 4)).toBe("section target must be a string, got integer");
    expect(await message(false, "X", 4)).toBe("input must be a string, got integer");
    expect(await message(false, "X", "\xff")).toBe("input must be a valid UTF-8 string");
    expect(await message(false, "X")).toBe("section heading must include ### markers, got bare name: X");
  });

  test("CALL-06: the main walk has depth 0, eight calls are the cap", async () => {
    let depth = 0;
    const again: Body = function* (lua) {
      depth = lua.vm.chain.depth;
      return yield* lua.call("call", depth % 2 === 0 ? "## B" : "## A");
    };
    expect(await failureOf(promptOf({ sections: [section("A", again), section("B", again)] }))).toEqual([
      "Lua",
      "call recursion exceeded cap of 8",
    ]);
    expect(depth).toBe(8);
  });

  test("CALL-07: a failed start consumes no child id", async () => {
    const prompt = main(
      function* (lua) {
        yield* lua.caught("call", "## Nowhere");
        return yield* lua.call("call", "## B");
      },
      section(
        "B",
        returns(({ vm }) => vm.chain.id),
      ),
    );
    expect(await prompt.run()).toBe("0.0");
  });

  test("CALL-08: a plain failure arrives as kind lua with its report, and passes up unchanged", async () => {
    const failing = section("B", (lua) => lua.call("error", "boom"));
    const report = 'section `B` prologue:10: [string "section `B` prologue"]:10: boom';
    const caught = main(function* (lua) {
      const error = (yield* lua.caught("call", "## B")) as LuaTable;
      return `${error.getString("kind") as string} ${error.getString("message") as string}`;
    }, failing);
    expect(await caught.run()).toBe(`lua ${report}`);
    expect(await failureOf(main(calls("## B"), failing))).toEqual(["Lua", report]);
  });

  test("CALL-08: an error value passes unchanged through every level, with its kind", async () => {
    const values: Value[] = [];
    const raise: Body = function* (lua) {
      const value = errorValue(lua.vm, "lua", "mine", { extra: "kept" });
      values.push(value);
      return yield* lua.call("error", value);
    };
    const prompt = main(
      function* (lua) {
        values.push(yield* lua.caught("call", "## B"));
        return undefined;
      },
      section("B", calls("## C")),
      section("C", raise),
    );
    // The walk then enters B itself, which fails with exactly the message.
    expect(await failureOf(prompt)).toEqual(["Lua", "mine"]);
    expect(values[1]).toBe(values[0]);
  });

  test("H1-22: a chain that the pass called fails the pass's block through the hard gate", async () => {
    const prompt = promptOf({
      h1: [calls("## B")],
      sections: [section("B", (lua) => lua.call("error", "boom", 0))],
    });
    expect(await failureOf(prompt)).toEqual(["RequirementsUnmet", "section `B` prologue:10: boom"]);
  });

  test("JUMP-10: a bad jump in a called chain is an error that pcall sees at the call", async () => {
    const prompt = promptOf({
      sections: [
        {
          name: "A",
          blocks: [
            function* (lua) {
              return ((yield* lua.caught("call", "### X")) as LuaTable).getString("message");
            },
          ],
          children: [section("X", (lua) => lua.call("jump", "# Y"))],
        },
      ],
    });
    expect(await prompt.run()).toBe("section heading `# Y` not found; available sections: ");
  });

  test("SUS-02: where nothing can wait, no chain starts", async () => {
    const prompt = promptOf({
      shared: (lua) => lua.call("call", "## B"),
      sections: [section("A"), section("B")],
    });
    const [kind, message] = await failureOf(prompt);
    expect([kind, message]).toEqual([
      "Lua",
      "prompt shared library:5: attempt to yield from outside a coroutine",
    ]);
    const inside = main(
      returns((lua) => lua.plain("call", "## B")),
      section("B"),
    );
    expect((await failureOf(inside))[1]).toBe(
      "section `A` prologue:10: attempt to yield across a C-call boundary",
    );
    expect(await eventsOf(inside.start())).not.toContain("section_started B");
  });
});

function swallow(heading: string): Body {
  return function* (lua) {
    yield* lua.call("call", heading);
    return undefined;
  };
}
