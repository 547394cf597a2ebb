import { expect, test } from "vitest";
import { scripted } from "../../../../runtime/adapters/scripted.ts";
import type { SectionVM } from "../../../../runtime/engine/state.ts";
import type { ModelToolCall, ToolScope } from "../../../../runtime/engine/tool-scope.ts";
import { hostMessagesNew } from "../../../../runtime/host/messages/new.ts";
import { ModelHandle } from "../../../../runtime/host/models/handle.ts";
import { hostModelsLoop } from "../../../../runtime/host/models/loop.ts";
import { LuaError } from "../../../../runtime/lua/error.ts";
import { hostError } from "../../../../runtime/lua/host-error.ts";
import { LuaTable } from "../../../../runtime/lua/table.ts";
import type { Value } from "../../../../runtime/lua/value.ts";
import type { Model } from "../../../../runtime/model.ts";
import { callHost, raised, record, reports, sectionVM, sequence } from "../section.ts";

/** A section VM whose prompt-wide default is this model. */
function modelVM(model: Model): SectionVM {
  const vm = sectionVM();
  vm.run.defaultModel = new ModelHandle({
    label: "writer",
    modelId: "m",
    description: "",
    capabilities: [],
    context: model.context,
    thinking: undefined,
    model,
  });
  return vm;
}

/** Tools of these names that answer with their name and the call's id. */
function scope(names: readonly string[], by: string, calls: ModelToolCall[] = []): ToolScope {
  return {
    offer: () => names.map((name) => ({ name, description: by, parameters: {} })),
    // biome-ignore lint/correctness/useYield: the signature of a scope
    *call(call) {
      calls.push(call);
      return `${by} ${call.name} ${call.id}`;
    },
  };
}

/** A list of one question. */
const question = () => sequence(record({ role: "user", content: "q" }));

const contents = (list: LuaTable) =>
  list.arr.slice(1).map((entry: Value) => (entry as LuaTable).getString("content"));

test("offers the engine's tools behind the others, and sends calls to them first (MTK-2, MTK-3)", async () => {
  const model = scripted([{ toolCalls: [{ name: "a" }, { name: "task" }] }, "done"]);
  const vm = modelVM(model);
  const calls: ModelToolCall[] = [];
  vm.tools = scope(["a", "task"], "bound", calls);
  vm.builtIns = scope(["task", "await_tasks"], "engine");
  const list = question();
  expect(await callHost(hostModelsLoop(vm), list)).toEqual([undefined]);
  expect(model.requests[0]!.tools.map(({ name }) => name)).toEqual(["a", "task", "task", "await_tasks"]);
  expect(contents(list)).toEqual(["q", "", "bound a call_1", "engine task call_2", "done"]);
  expect(calls).toEqual([{ id: "call_1", name: "a", arguments: new Map(), turn: 1 }]);
});

test("appends queued notices before each round, once each, and before the list is checked (MTK-41, CONV-22)", async () => {
  const model = scripted([{ toolCalls: [{ name: "a" }] }, "done"]);
  const vm = modelVM(model);
  vm.tools = scope(["a"], "bound");
  const queued = [["one", "tw\xc3\xb6"], ["three"], []];
  vm.chain.notices = () => queued.shift() ?? [];
  const list = new LuaTable();
  await callHost(hostModelsLoop(vm), list);
  expect(contents(list)).toEqual(["one", "tw\xc3\xb6", "", "bound a call_1", "three", "done"]);
  expect(model.requests[0]!.messages).toEqual([{ role: "user", content: "one\n\ntwö" }]);
});

test("raises what a scope raises when it is asked for its tools, and reports it (TOOL-22)", async () => {
  const vm = modelVM(scripted([]));
  vm.tools = {
    ...scope([], ""),
    offer: () => {
      throw hostError(vm, "internal", "bad schema");
    },
  };
  expect(await raised(() => callHost(hostModelsLoop(vm), question()))).toEqual({
    kind: "internal",
    message: "bad schema",
  });
  expect(reports(vm)).toEqual(["tool_scope_validation_started", "tool_scope_validation_failed"]);
});

test("leaves the list as it was when a call raises: none of the round's records is there (CONV-24)", async () => {
  const vm = modelVM(scripted([{ toolCalls: [{ name: "a" }, { name: "b" }] }]));
  vm.tools = {
    ...scope(["a", "b"], ""),
    // biome-ignore lint/correctness/useYield: the signature of a scope
    *call({ name }) {
      if (name === "b") throw new LuaError("the handler's own");
      return "fine";
    },
  };
  const list = question();
  await expect(callHost(hostModelsLoop(vm), list)).rejects.toMatchObject({ value: "the handler's own" });
  expect(contents(list)).toEqual(["q"]);
});

test("counts the rounds of its task, whoever makes them (CONV-28)", async () => {
  const vm = modelVM(scripted(["a", { error: { kind: "transport" } }, "b"]));
  const loop = hostModelsLoop(vm);
  await callHost(loop, question());
  await raised(() => callHost(loop, question()));
  await callHost(loop, question());
  expect(vm.run.rounds).toEqual(new Map([["0", 2]]));
});

test("stops after the host's number of rounds, unless the prompt has its own (CONV-80)", async () => {
  const rounds = Array.from({ length: 30 }, () => ({ toolCalls: [{ name: "a" }] }));
  for (const [limit, expected] of [
    [undefined, 24],
    [2, 2],
  ] as const) {
    const model = scripted(rounds);
    const vm = modelVM(model);
    if (limit !== undefined) (vm.run.limits as { maxToolIterations?: number }).maxToolIterations = limit;
    vm.tools = scope(["a"], "");
    expect(await raised(() => callHost(hostModelsLoop(vm), question()))).toEqual({
      kind: "tool_loop_exhausted",
      message: "tool-call loop did not converge",
    });
    expect(model.requests).toHaveLength(expected);
  }
});

test("builders want a list, and check nothing else (CONV-02)", async () => {
  const vm = sectionVM();
  const [list] = (await callHost(hostMessagesNew(vm))) as [LuaTable];
  const builders = list.mt!.getString("__index") as LuaTable;
  const call = (name: string, ...values: Value[]) => callHost(builders.getString(name), ...values);
  expect(await call("user", list, 5)).toEqual([list]);
  expect(await call("append", list, undefined)).toEqual([list]);
  expect(await call("assistant", list, "a", undefined)).toEqual([list]);
  expect(contents(list)).toEqual([5, "a"]);
  expect((list.arr[2] as LuaTable).getString("tool_calls")).toBeUndefined();
  await expect(call("user", 5, "x")).rejects.toMatchObject({ argument: { index: 1 } });
});
