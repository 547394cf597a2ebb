import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scripted } from "../../runtime/adapters/scripted.ts";
import type { RunOptions } from "../../runtime/index.ts";
import { load, type Sections } from "./task-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

const never = () => new Promise<never>(() => {});

describe("a timer of the host that fails (TSK-27, HOST-5)", () => {
  const failing: { readonly [name: string]: NonNullable<RunOptions["timer"]> } = {
    throws: () => {
      throw new Error("no clock");
    },
    rejects: () => Promise.reject(new Error("no clock")),
  };
  const WAIT = `local task = tasks.spawn('## Work')
    local ok, failure = pcall(tasks.when_any, { task }, { timeout = 1 })
    tasks.cancel(task)
    return failure.kind .. ' ' .. failure.message`;
  const CAUGHT = "internal timer failed: no clock";
  const run = async (sections: Sections, timer: NonNullable<RunOptions["timer"]>) => {
    const prompt = await load(workplace, { ...sections, "## Work": "user_input()" });
    return prompt.start("", { timer, userInput: never }).outcome;
  };

  it.each(Object.keys(failing))("%s: the wait raises an error value", async (name) => {
    expect(await run({ "## Main": WAIT }, failing[name]!)).toMatchObject({ text: CAUGHT });
  });

  it("also in an arm", async () => {
    const main = "return fanout('## Arm', { 1 })[1].text";
    expect(await run({ "## Main": main, "## Arm": WAIT }, failing["throws"]!)).toMatchObject({
      text: CAUGHT,
    });
  });

  it("fails the run when nobody catches it, with its cause", async () => {
    const main = "tasks.when_all({ tasks.spawn('## Work') }, { timeout = 1 })";
    expect(await run({ "## Main": main }, failing["rejects"]!)).toMatchObject({
      status: "failed",
      error: { message: CAUGHT.slice("internal ".length), cause: { message: "no clock" } },
    });
  });
});

describe("a turn of the event loop that the host fails to take", () => {
  const refuse = () => {
    throw new Error("no turn");
  };

  it.each<[string, NonNullable<RunOptions["hop"]>]>([
    ["throws", refuse],
    ["rejects", (async () => refuse()) as never],
  ])("%s: the run goes on", async (_name, hop) => {
    const lua = "for i = 1, 30 do user_input() end return 'done'";
    const prompt = await load(workplace, { "## Main": lua });
    expect(await prompt.run("", { hop, userInput: async () => ({ text: "" }) })).toBe("done");
  });
});

describe("a task of a model whose last words are no UTF-8", () => {
  const call = (name: string, given = {}) => ({ toolCalls: [{ name, arguments: given }] });
  const LOOP = `models.use('writer') tools.allow_tasks() local list = messages.new():user('go') models.loop(list)
    local shown = {} for i, record in ipairs(list) do shown[i] = record.content end return table.concat(shown, '|')`;

  it.each([
    ["fails", "error('lost \\xff')", /Task id=0\.0 \(## Work\) failed: .*lost \ufffd/],
    ["returns", "return 'found \\xff'", /Task id=0\.0 \(## Work\) completed: [\s\S]*found \ufffd/],
  ])("%s: its owner goes on (MTK-40, MTK-42)", async (_name, lua, notice) => {
    const start = call("task", { target: "## Work" });
    for (const replies of [
      [start, call("await_tasks"), "done"],
      [start, call("task_status", { id: "0.0" }), call("task_status", { id: "0.0" }), "done"],
    ]) {
      const prompt = await load(workplace, { "## Main": LOOP, "## Work": lua }, "models:\n  writer: {}\n");
      const text = await prompt.run("", { model: scripted(replies) });
      expect(text).toMatch(notice);
      expect(text).toMatch(/\|done$/);
    }
  });
});
