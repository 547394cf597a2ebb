import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scripted } from "../../runtime/adapters/scripted.ts";
import { load as loadSections, type Sections } from "./task-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

const ROLE = "models:\n  writer: {}\n";
const ARGS = "args:\n  q: { type: string }\n";
const SHOW = `local shown = {}
  local function show(list) for i, record in ipairs(list) do shown[i] = record.role .. ':' .. record.content end
    return table.concat(shown, ' ') end\n`;
const USER = '[{"role":"user","content":"x"}]';

async function observe(
  lua: string,
  replies: Parameters<typeof scripted>[0],
  input = "",
  sections: Sections = {},
) {
  const head = ROLE + (input === "" ? "" : ARGS);
  const prompt = await loadSections(workplace, { "## Main": SHOW + lua, ...sections }, head);
  const model = scripted(replies);
  return { text: await prompt.run(input, { model }), requests: model.requests.length };
}

describe("a list of messages in `var`", () => {
  it("takes the answer of a loop like any other, also once the section has ended (CONV-25, VAR-02)", async () => {
    const lua = `models.use('writer') var.l = { { role = 'user', content = 'one' } }
      local alias = var.l
      models.loop(alias) models.loop(var.l) jump('## Next')`;
    const sections = { "## Next": `${SHOW}return show(var.l)` };
    expect(await observe(lua, ["A", "B"], "", sections)).toEqual({
      text: "user:one assistant:A assistant:B",
      requests: 2,
    });
  });

  it("takes the records of tool rounds and of builders, and refuses what is no JSON data (VAR-06)", async () => {
    const lua = `models.use('writer') var.l = { { role = 'user', content = 'one' } }
      tools.add_local('twice', 'd', { text = 'string' }, function(given) return given.text .. given.text end)
      models.loop(var.l)
      local build = messages.new()
      build.user(var.l, 'two') build.assistant(var.l, 'three')
      local ok, failure = pcall(build.user, var.l, print or pcall)
      return show(var.l) .. ' ' .. var.l[2].tool_calls[1].arguments.text .. ' ' .. tostring(failure)`;
    const { text } = await observe(lua, [{ toolCalls: [{ name: "twice", arguments: { text: "ab" } }] }, "A"]);
    expect(text).toBe(
      "user:one assistant: tool:abab assistant:A user:two assistant:three ab var.l[7].content must be JSON data, got function",
    );
  });

  it("takes the notices of tasks (MTK-41)", async () => {
    const lua = `models.use('writer') tools.allow_tasks() var.l = { { role = 'user', content = 'one' } }
      models.loop(var.l) user_input() models.loop(var.l) return show(var.l)`;
    const call = { toolCalls: [{ name: "task", arguments: { target: "## Work" } }] };
    const { text } = await observe(lua, [call, "A", "B"], "", { "## Work": "error('lost')" });
    expect(text).toContain("assistant:A user:Task id=0.0 (## Work) failed: ");
    expect(text).toMatch(/assistant:B$/);
  });
});

describe("a table that the host guards", () => {
  it("that is frozen ends a loop before its first round (ARG-53, ARG-61)", async () => {
    const lua = `models.use('writer') local ok, failure = pcall(models.loop, argv)
      return failure.kind .. ' ' .. tostring(failure) .. ' ' .. show(argv)`;
    expect(await observe(lua, ["A"], USER)).toEqual({
      text: "lua argv is frozen outside H1: cannot set field Integer(2) user:x",
      requests: 0,
    });
  });

  it.each([
    ["argv", "argv is frozen outside H1: cannot set field Integer(2)"],
    ["sys", "sys is read-only"],
    ["tools.calls", "tools.calls is read-only"],
    ["fanout('## Arm', { 1 })[1]", "fanout results are read-only"],
  ])("refuses a builder's record: %s", async (table, message) => {
    const lua = `tools.add_local('t', 'd', {}, function() return '' end) tools.call('t')
      local guarded = ${table}
      local ok, failure = pcall(messages.new().user, guarded, 'x')
      return tostring(ok) .. tostring(next(guarded)) .. ' ' .. tostring(failure)`;
    const { text } = await observe(lua, [], USER, { "## Arm": "" });
    expect(text).toMatch(/^falsenil /);
    expect(text).toContain(message);
  });
});
