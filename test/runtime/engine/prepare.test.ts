import { describe, expect, test } from "vitest";
import type { Contract } from "../../../runtime/engine/module.ts";
import type { Bindings } from "../../../runtime/engine/prepare.ts";
import { memoryStore } from "../../../runtime/index.ts";
import { prepare, prepareRoles } from "../../../runtime/internal.ts";
import type { Model } from "../../../runtime/model.ts";
import type { Capability, RunOptions, ToolDescriptor } from "../../../runtime/options.ts";
import { CONTRACT, eventsOf, failureOf, promptOf } from "./prompt.ts";

const MODEL: Model = {
  id: "m",
  context: 8192,
  thinking: "switchable",
  complete: () => ({ result: { text: "" } }),
};

const tool = (path: string): ToolDescriptor => ({ path, description: path, parameters: {} });
const pack = (id: string, ...names: string[]): Capability => ({
  id,
  activate: () => names.map((name) => tool(`${id}/${name}`)),
});
const required = (...refs: string[]) => ({ capabilities: refs.map((ref) => ({ ref, optional: false })) });

/** What a run with this contract is bound to; the host's log lines go to `warnings`. */
function bound(contract: Partial<Contract>) {
  let bindings: Bindings | undefined;
  const prompt = promptOf({
    h1: [
      // biome-ignore lint/correctness/useYield: the Lua of a block is a generator whether it waits or not
      function* ({ vm }) {
        bindings = vm.run.bindings;
        return undefined;
      },
    ],
    module: { contract: { ...CONTRACT, ...contract }, prepare },
  });
  const warnings: string[] = [];
  const onWarning = (line: string) => warnings.push(line);
  return {
    warnings,
    bindings: async (options: RunOptions) => {
      await prompt.run("", { ...options, onWarning });
      return bindings!;
    },
    notice: async (options: RunOptions) => {
      const [kind, message] = await failureOf(prompt, "", { ...options, onWarning });
      expect(kind).toBe("RequirementsUnmet");
      const [header, ...lines] = message.split("\n");
      expect(header).toBe("the environment cannot satisfy this prompt:");
      return lines;
    },
    events: (options: RunOptions) => eventsOf(prompt.start("", options)),
  };
}

describe("capabilities", () => {
  test("PREP-02, CAP-30: each once, in declaration order; their tools fill the slots", async () => {
    const order: string[] = [];
    const noting = (id: string): Capability => ({
      id,
      activate: async () => {
        order.push(id);
        return [tool(`${id}/t`)];
      },
    });
    const run = bound({
      ...required("z/z", "a/a", "z/z"),
      tools: [
        { alias: "two", path: "a/a/t" },
        { alias: "one", path: "z/z/t" },
      ],
    });
    const { tools } = await run.bindings({ capabilities: [noting("a/a"), noting("z/z")] });
    expect(order).toEqual(["z/z", "a/a"]);
    const slot = (path: string) => ({ path, description: path, descriptor: tool(path) });
    expect([...tools]).toEqual([
      ["one", slot("z/z/t")],
      ["two", slot("a/a/t")],
    ]);
  });

  test("PREP-06 to PREP-08: missing ones once each, slots first; no event is reported", async () => {
    const run = bound({
      ...required("d/one", "d/two"),
      tools: [
        { alias: "b", path: "s/two/t" },
        { alias: "a", path: "d/two/t" },
        { alias: "c", path: "s/two/u" },
      ],
    });
    expect(await run.notice({})).toEqual([
      "- missing required capability: d/two",
      "- missing required capability: s/two",
      "- missing required capability: d/one",
    ]);
    expect(await run.events({})).toEqual([]);
  });

  test("PREP-02: a failing one is missing, an optional one is passed by; the host's log names it", async () => {
    const fails: Capability = {
      id: "a/a",
      activate: () => {
        throw new Error("no key");
      },
    };
    expect(await bound(required("a/a")).notice({ capabilities: [fails] })).toEqual([
      "- missing required capability: a/a",
    ]);
    const rejects = { ...fails, activate: () => Promise.reject(new Error("no key")) };
    const optional = bound({
      capabilities: [
        { ref: "a/a", optional: true },
        { ref: "b/b", optional: true },
      ],
    });
    expect((await optional.bindings({ capabilities: [rejects] })).tools.size).toBe(0);
    expect(optional.warnings).toEqual([
      "capability a/a failed: no key",
      "capability a/a is not available",
      "capability b/b is not available",
    ]);
  });

  test("PREP-03: conflicts in both directions, once per pair, in declaration order; nothing of theirs is activated", async () => {
    const run = bound(required("b/b", "a/a", "c/c"));
    const activate = () => {
      throw new Error("not to be activated");
    };
    const capabilities: Capability[] = [
      { id: "a/a", conflicts: ["b/b"], activate },
      { id: "b/b", conflicts: ["a/a"], activate },
      pack("c/c"),
    ];
    expect(await run.notice({ capabilities })).toEqual([
      "- conflicting capabilities: b/b and a/a cannot be activated together; declare one or the other",
    ]);
    expect(
      await bound(required("a/a")).bindings({
        capabilities: [{ ...pack("a/a"), conflicts: ["b/b"] }, pack("b/b")],
      }),
    ).toBeDefined();
  });

  test("PREP-04: a slot whose capability has other tools stays unbound; CAP-11: foreign paths are dropped", async () => {
    const foreign: Capability = { id: "a/a", activate: () => [tool("a/a/t"), tool("b/b/t")] };
    const run = bound({ ...required("a/a"), tools: [{ alias: "x", path: "a/a/u" }] });
    expect((await run.bindings({ capabilities: [foreign] })).tools.size).toBe(0);
    expect(run.warnings).toEqual([
      "capability a/a gave the tool b/b/t, which is not its own",
      "tool slot x stays unbound: there is no tool a/a/u",
    ]);
  });

  test("a tool given straight to its slot stands for its capability, under the path that the slot declares", async () => {
    const run = bound({ ...required("a/a"), tools: [{ alias: "x", path: "a/a/t" }] });
    const given = { description: "\u00e9", parameters: {} };
    const activate = () => {
      throw new Error("not to be activated");
    };
    expect((await run.bindings({ tools: { x: given } })).tools.get("x")).toEqual({
      path: "a/a/t",
      description: "\xc3\xa9",
      descriptor: given,
    });
    await run.bindings({ tools: { x: given }, capabilities: [{ id: "a/a", activate }] });
    expect(run.warnings).toEqual([]);
  });

  test("the other slots of its capability need that capability", async () => {
    const slots = { tools: ["x", "y"].map((alias) => ({ alias, path: `a/a/${alias}` })) };
    const run = bound({ ...required("a/a"), ...slots });
    const tools = { x: tool("b/b/own") };
    expect(await run.notice({ tools })).toEqual(["- missing required capability: a/a"]);
    const filled = (await run.bindings({ tools, capabilities: [pack("a/a", "x", "y")] })).tools;
    expect([...filled.values()].map(({ descriptor }) => descriptor)).toEqual([tools.x, tool("a/a/y")]);
  });

  test("the host's log names a tool that is given to no slot", async () => {
    const run = bound(required("a/a"));
    await run.bindings({ tools: { x: tool("a/a/x") }, capabilities: [pack("a/a")] });
    expect(run.warnings).toEqual(["the option `tools` names x, which is no tool slot of the prompt"]);
  });

  test("CAP-33: an activated capability gets the store that the prompt sees", async () => {
    const stores: unknown[] = [];
    const activate: Capability["activate"] = ({ store }) => {
      stores.push(store);
      return [];
    };
    const own = promptOf({
      module: { contract: { ...CONTRACT, ...required("a/a") }, prepare },
    }).start("", { capabilities: [{ id: "a/a", activate }] });
    await own.outcome;
    const store = memoryStore();
    await bound(required("a/a")).bindings({ store, capabilities: [{ id: "a/a", activate }] });
    expect(stores).toEqual([own.store, store]);
    expect(own.store).toBeDefined();
  });

  test.each([[undefined], [null], [{}], [{ path: 1 }], [{ path: "a/a" }], [{ path: "a/a/b/c" }]])(
    "CAP-11: %j is no tool of a capability: it is dropped",
    async (gift) => {
      const run = bound({ ...required("a/a"), tools: [{ alias: "x", path: "a/a/t" }] });
      const activate = () => [gift as never, tool("a/a/t")];
      expect((await run.bindings({ capabilities: [{ id: "a/a", activate }] })).tools.size).toBe(1);
      expect(run.warnings).toHaveLength(1);
    },
  );

  test("the refusal says what the host can do", async () => {
    const contract = { ...CONTRACT, ...required("a/a") };
    const outcome = await promptOf({ module: { contract, prepare } }).start("").outcome;
    expect(outcome).toMatchObject({ error: { help: expect.stringContaining("`capabilities`") } });
  });

  test.each([
    ["{}", {}, "the option `capabilities` must be of type array"],
    ["null", [null], "the option `capabilities[0]` must be an object: { id, activate, conflicts }"],
    ["an id that is none", [{ ...pack("a/a"), id: 5 }], "the option `capabilities[0].id` must be a string"],
    [
      "nothing to activate",
      [pack("b/b"), { id: "a/a" }],
      "the option `capabilities[1].activate` must be a function",
    ],
    [
      "conflicts that are none",
      [{ ...pack("a/a"), conflicts: 5 }],
      "the option `capabilities[0].conflicts` must be an array of strings",
    ],
    [
      "a conflict that is none",
      [{ ...pack("a/a"), conflicts: ["b/b", 5] }],
      "the option `capabilities[0].conflicts` must be an array of strings",
    ],
    ["HOST-T04: an id given twice", [pack("a/a"), pack("a/a")], "capability a/a is given twice"],
  ])("%s is an error of the host program", (_name, capabilities, message) => {
    const prompt = promptOf({ module: { contract: { ...CONTRACT, ...required("a/a") }, prepare } });
    expect(() => prompt.start("", { capabilities } as never)).toThrow(new TypeError(message));
  });

  test.each([
    ["null", null, "the option `tools.find` must be an object: { description, call }"],
    [
      "a function, which has a `call` of its own",
      () => "",
      "the option `tools.find` must be an object: { description, call }",
    ],
    ["a text", "find", "the option `tools.find` must be an object: { description, call }"],
    ["a call that is none", { call: {} }, "the option `tools.find.call` must be a function"],
    [
      "a description that is none",
      { description: 5 },
      "the option `tools.find.description` must be a string",
    ],
  ])("HOST-T01: %s is no tool of a slot", (_name, find, message) => {
    const contract = { ...CONTRACT, tools: [{ alias: "find", path: "a/a/find" }] };
    const prompt = promptOf({ module: { contract, prepare } });
    expect(() => prompt.start("", { tools: { find } } as never)).toThrow(new TypeError(message));
  });

  test.each([
    [
      "a function",
      Object.assign(() => "", { path: "a/a/t" }),
      "`a/a/t` must be an object: { description, call }",
    ],
    ["a call that is none", { path: "a/a/t", call: 5 }, "`a/a/t.call` must be a function"],
    [
      "a description that is none",
      { path: "a/a/t", description: {} },
      "`a/a/t.description` must be a string",
    ],
  ])("HOST-T01: %s is no tool of a capability: the host's log says so", async (_name, given, fault) => {
    const run = bound({ ...required("a/a"), tools: [{ alias: "t", path: "a/a/t" }] });
    const activate = () => [given as never, tool("a/a/other")];
    expect((await run.bindings({ capabilities: [{ id: "a/a", activate }] })).tools.size).toBe(0);
    expect(run.warnings).toContain(`capability a/a gave no tool: ${fault}`);
  });
});

describe("model roles", () => {
  const roles: Contract["roles"] = [
    { label: "z", keywords: ["fast", "thinking"], minContext: 10_000 },
    { label: "a", keywords: ["no-thinking", "thinking"] },
  ];

  test.each<[string, unknown, string]>([
    ["null", null, " must be an object: { id, context, thinking, complete, description }"],
    ["a function", () => "", " must be an object: { id, context, thinking, complete, description }"],
    ["no id", { ...MODEL, id: undefined }, ".id` must be a string"],
    ["a context in text", { ...MODEL, context: "8192" }, ".context` must be a finite number above 0"],
    ...[Number.NaN, Infinity, 0, -1].map((context): [string, unknown, string] => [
      `a context of ${context}`,
      { ...MODEL, context },
      ".context` must be a finite number above 0",
    ]),
    ["thinking", { ...MODEL, thinking: "Never" }, '.thinking` must be "never", "always" or "switchable"'],
    ["nothing that answers", { ...MODEL, complete: "x" }, ".complete` must be a function"],
    ["a description", { ...MODEL, description: 5 }, ".description` must be a string"],
  ])("HOST-M01: %s is no model", (_name, given, fault) => {
    for (const link of [prepare, prepareRoles]) {
      const prompt = promptOf({ module: { contract: { ...CONTRACT, roles }, prepare: link } });
      const refusal = (place: string) => new TypeError(`the option \`${place}${fault.replace(/^ /, "` ")}`);
      if (given !== null)
        expect(() => prompt.start("", { model: given } as never)).toThrow(
          typeof given === "function" ? TypeError : refusal("model"),
        );
      expect(() => prompt.start("", { models: { z: given } } as never)).toThrow(refusal("models.z"));
    }
  });

  test("PREP-05, MOD-12: in label order, the context first, hard keywords as declared", async () => {
    expect(await bound({ roles }).notice({ model: { ...MODEL, thinking: "never" } })).toEqual([
      "- role 'a': requires 'thinking'; the current model's thinking capability is Never",
      "- role 'z': requires a context of at least 10000 tokens; the current model provides 8192",
      "- role 'z': requires 'thinking'; the current model's thinking capability is Never",
    ]);
    expect(
      await bound({ roles }).notice({ model: { ...MODEL, context: 10_000, thinking: "always" } }),
    ).toEqual(["- role 'a': requires 'no-thinking'; the current model's thinking capability is Always"]);
  });

  test("MOD-10, MOD-11: one model for all, own ones where given, and none is no gap", async () => {
    const other = { ...MODEL, id: "other", context: 10_000 };
    const { models } = await bound({ roles }).bindings({ model: MODEL, models: { z: other } });
    expect([...models]).toEqual([
      ["a", MODEL],
      ["z", other],
    ]);
    expect((await bound({ roles }).bindings({})).models.size).toBe(0);
  });
});
