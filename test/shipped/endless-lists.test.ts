import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { load } from "./task-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

/** Calls that read a list with its metamethods, whose elements are all `element`. */
const READERS = [
  ["tasks.when_any", "'0.1'", ""],
  ["tasks.when_all", "{ task = '0.1' }", ""],
  ["tools.allow_tasks", "'## Main'", ""],
  ["tools.add", "'find'", "capabilities: [acme/kit]\ntools:\n  find: acme/kit/find\n"],
] as const;

describe.each(READERS)("%s with a list that never ends", (name, element, head) => {
  const LIST = `setmetatable({}, { __index = function() return ${element} end })`;
  const find = { description: "Finds", parameters: {}, call: () => "" };
  const options = head === "" ? {} : { tools: { find } };

  it("is refused at the memory ceiling, and can be caught (LMT-22)", async () => {
    const lua = `local ok, failure = pcall(${name}, ${LIST}) return failure.kind .. ' ' .. failure.message`;
    const prompt = await load(workplace, { "## Main": lua }, head);
    expect(await prompt.run("", { ...options, limits: { luaMemoryBytes: 2 ** 20 } })).toBe(
      "lua not enough memory",
    );
  });

  it("ends at the limit of the run (CAN-01a)", async () => {
    const prompt = await load(workplace, { "## Main": `pcall(${name}, ${LIST}) return 'on'` }, head);
    const { outcome } = prompt.start("", {
      ...options,
      limits: { luaSteps: 10_000, luaMemoryBytes: 2 ** 40 },
    });
    expect(await outcome).toMatchObject({ status: "cancelled" });
  });
});
