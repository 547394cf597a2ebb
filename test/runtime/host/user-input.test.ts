import { expect, test } from "vitest";
import { hostUserInput } from "../../../runtime/host/user-input.ts";
import type { LuaError } from "../../../runtime/lua/error.ts";
import type { UserInputRequest } from "../../../runtime/options.ts";
import { callHost, raised, refusal, reports, sectionVM } from "./section.ts";

test("gives the operator's text byte for byte and records it (UIN-01, UIN-04, EVT-14)", async () => {
  const asked: UserInputRequest[] = [];
  const userInput = async (request: UserInputRequest) => {
    asked.push(request);
    return { text: " é\n" };
  };
  const vm = sectionVM({ options: { userInput } });
  expect(await callHost(hostUserInput(vm))).toEqual([" \xc3\xa9\n", true]);
  expect(asked).toEqual([{ execution: "test-run", section: "Only" }]);
  expect(vm.run.events).toMatchObject([
    { kind: "user_input_wait_started" },
    { kind: "user_input", text: " é\n" },
  ]);
});

test.each([
  ["the host has no input", {}],
  ["the host's input is not available", { userInput: () => ({ unavailable: true as const }) }],
])("tells that %s, recording nothing more (UIN-01)", async (_name, options) => {
  const vm = sectionVM({ options });
  const text = "User input is unavailable in this host; continue without it.";
  expect(await callHost(hostUserInput(vm))).toEqual([text, false]);
  expect(reports(vm)).toEqual(["user_input_wait_started"]);
});

test("takes no arguments, nil included (UIN-02)", async () => {
  const vm = sectionVM();
  expect(await refusal(() => callHost(hostUserInput(vm), undefined))).toBe("user_input takes no arguments");
  expect(reports(vm)).toEqual([]);
});

test("is refused where nothing can wait, and reports no wait (UIN-04, SUS-02)", () => {
  const vm = sectionVM();
  vm.cannotYield = "attempt to yield from outside a coroutine";
  expect(() => hostUserInput(vm)()).toThrow(expect.objectContaining({ value: vm.cannotYield }));
  expect(reports(vm)).toEqual([]);
});

test("raises a failure of the host, which ends the run as Input (UIN-03)", async () => {
  const userInput = () => Promise.reject(new Error("gone"));
  const ask = () => callHost(hostUserInput(sectionVM({ options: { userInput } })));
  expect(await raised(ask)).toEqual({
    kind: "internal",
    message: "user input request was not answered: gone",
  });
  await expect(ask()).rejects.toMatchObject({ origin: { ends: "Input" } } satisfies Partial<LuaError>);
});

test.each([["text"], [5], [null], [{}], [{ text: 1 }]])(
  "takes %j for a failure of the host: it is no answer (UIN-03)",
  async (answer) => {
    const userInput = () => answer as never;
    expect(await raised(() => callHost(hostUserInput(sectionVM({ options: { userInput } }))))).toMatchObject({
      kind: "internal",
      message: "user input request was not answered: the answer must be { text } or { unavailable: true }",
    });
  },
);
