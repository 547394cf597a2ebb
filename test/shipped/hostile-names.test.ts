import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Model, SlotTool } from "../../runtime/index.ts";
import { load } from "./task-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

/** Names that objects, functions and promises of JavaScript have; `then` is no name of Lua. */
const NAMES = [
  "constructor",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "prototype",
  "catch",
  "name",
  "length",
];

const named = (text: string): Model => ({
  id: `m_${text}`,
  context: 1000,
  thinking: "never",
  complete: () => ({ result: { text } }),
});

const tool = (text: string): SlotTool => ({
  description: `Says ${text}`,
  parameters: { type: "object" },
  call: () => ({ text, trusted: true }),
});

const byName = <Given>(make: (name: string) => Given) =>
  Object.fromEntries(NAMES.map((name) => [name, make(name)]));

describe.each(NAMES)("the name %s", (name) => {
  const role = `models:\n  ${name}: {}\n`;
  const slot = `capabilities: [acme/kit]\ntools:\n  ${name}: acme/kit/find\n`;

  it("is a role like any other, bound to its own model or to that of all", async () => {
    const lua = `models.use('${name}') return models.infer('x') .. ' ' .. _G['${name}'].model_id .. ' ' .. models.get('${name}').name`;
    const prompt = await load(workplace, { "## Main": lua }, role);
    expect(await prompt.run("", { models: byName(named) })).toBe(`${name} m_${name} ${name}`);
    expect(await prompt.run("", { model: named("all"), models: {} })).toBe(`all m_all ${name}`);
  });

  it("is no role that nobody has given a model (MOD-11)", async () => {
    const prompt = await load(workplace, { "## Main": `return tostring(_G['${name}'])` }, role);
    expect(await prompt.run("", { models: {} } as never)).toBe("nil");
  });

  it("is a tool slot like any other, and a gap when no tool is given", async () => {
    const lua = `tools.add('${name}') tools.always('${name}')
      return tools.call('${name}') .. ' ' .. tools.call(_G['${name}']) .. ' ' .. tools.calls['${name}']`;
    const prompt = await load(workplace, { "## Main": lua }, slot);
    expect(await prompt.run("", { tools: byName(tool) })).toBe(`${name} ${name} 2`);
    expect(await prompt.start("", { tools: {} }).outcome).toMatchObject({
      error: { kind: "RequirementsUnmet", message: expect.stringContaining("acme/kit") },
    });
  });

  it("is a local tool like any other, with a parameter of that name", async () => {
    const lua = `tools.add_local('${name}', 'd', { ['${name}'] = 'string' }, function(given) return given['${name}'] end)
      return tools.call('${name}', { ['${name}'] = 'local' }) .. ' ' .. tools.calls['${name}']`;
    const prompt = await load(workplace, { "## Main": lua });
    expect(await prompt.run("")).toBe("local 1");
  });
});
