import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scripted } from "../../runtime/adapters/scripted.ts";
import type { Model, RunOptions } from "../../runtime/index.ts";
import { compile } from "../../src/index.ts";
import { DEFAULT, HEAD, helper, lua, model, OlderPrompts, section, shared } from "./older-prompts.ts";

/*
 * Rules of version 1 that no case shows, in the order of their numbers.
 */

let prompts: OlderPrompts;
beforeAll(async () => {
  prompts = await OlderPrompts.make();
}, 120_000);
afterAll(() => prompts?.remove());

const end = (body: string, options?: RunOptions): Promise<string> => prompts.end(body, options);

const SEARCH = lua('tools.need("search", "x")\ntools.always("search")');

describe("V1-01 and V1-02: the number selects the language", () => {
  const firstError = async (key: string): Promise<string> => {
    const text = HEAD.replace("promptforge: 1", key) + section("return reply");
    const { diagnostics, code } = await compile({ path: "p.prompt.md", text });
    const error = diagnostics.find(({ severity }) => severity === "error")?.message;
    return error ?? (code!.includes("mainWalk1") ? "version 1" : "version 0");
  };

  it.each([
    ["promptforge: 1", "version 1"],
    ["promptforge: 0", "version 0"],
    ["promptforge: 2", "version 0"],
    ['promptforge: "1"', 'invalid frontmatter: invalid type: string "1", expected u32'],
    ["promptforge: 1.0", "invalid frontmatter: invalid type: floating point `1.0`, expected u32"],
    ["promptforge: -1", "invalid frontmatter: invalid value: integer `-1`, expected u32"],
  ])("%s", async (key, result) => expect(await firstError(key)).toBe(result));
});

it("V1-07: mistakes in the frontmatter have a place", async () => {
  const { diagnostics } = await compile({ path: "p.prompt.md", text: HEAD.replace("name: p", "nome: p") });
  expect(diagnostics[0]).toMatchObject({ severity: "error", line: 2, column: 1 });
});

describe("prose", () => {
  it.each([
    [
      "V1-09: `lua prompt` is prose, also at the head of the H1 body",
      `${DEFAULT}\`\`\`lua prompt\nx\n\`\`\`\n`,
      "re ```lua prompt\nx\n```",
    ],
    ["V1-28: what is not trusted comes in an envelope", `${DEFAULT}${SEARCH}## A\n\nAsk.\n`, "&lt;found>"],
    [
      "V1-30: a field of `sys` that is not there before the first rounds of the section",
      `${DEFAULT}## X\n\nAsk.\n\n${section("return sys.reply_finish_reason")}`,
      "unknown sys field 'reply_finish_reason'",
    ],
    ["V1-48: prose of the H1 body is sent with the tools so far", `${DEFAULT}${SEARCH}Ask.\n`, "&lt;found>"],
    [
      "V1-48: `sys` gains nothing there",
      `${DEFAULT}Ask.\n\n${lua("return sys.reply_finish_reason")}`,
      "unknown sys field 'reply_finish_reason'",
    ],
    [
      "V1-48: nor does `tools`",
      `${DEFAULT}Ask.\n\n${lua("return type(tools.calls) .. type(tools.add_local)")}`,
      "nilnil",
    ],
  ])("%s", async (_, body, text) => expect(await end(body)).toContain(text));

  it("V1-05: 24 rounds where the frontmatter says nothing", async () => {
    let rounds = 0;
    const calling = scripted({ m: () => ({ toolCalls: [{ name: "t", arguments: { n: rounds++ } }] }) });
    const tool = 'tools.add_local("t", "x", { n = "integer" }, function() end)';
    expect(await end(`${DEFAULT}${section(tool)}Ask.\n`, { model: calling })).toBe(
      "Tool: tool-call loop did not converge",
    );
    expect(rounds).toBe(24);
  });

  it("V1-30 and V1-31: a finish reason that was not given is nil; `length` is a text", async () => {
    const shown = `${DEFAULT}## A\n\nAsk.\n\n${lua("return reply .. tostring(sys.reply_finish_reason)")}`;
    const silent: Model = { ...model, complete: () => ({ result: { text: "x" }, model: "m" }) };
    expect(await end(shown, { model: silent })).toBe("xnil");
    expect(await end(shown, { model: scripted([{ text: "x", finishReason: "length" }]) })).toBe("xlength");
  });
});

describe("sections", () => {
  it.each([
    ["V1-33", section("reply = 1.5"), "Lua: `reply` must be a string or nil, got number"],
    ["V1-33", section("reply = true"), "Lua: `reply` must be a string or nil, got boolean"],
    ["V1-33", section("reply = log"), "Lua: `reply` must be a string or nil, got function"],
    ["V1-36", section("return 0.1 + 0.2"), "0.30000000000000004"],
    ["V1-36", section("return {}"), "Lua: cannot return a table as a result"],
    ["V1-36, V1-49", lua("return {}"), "Lua: cannot return a table as a result"],
    ["V1-40", section('return execute("## B") .. execute("## B", nil)') + helper("return args"), "inin"],
    ["V1-40", section('return execute("## B", "x") .. args') + helper("return args"), "xin"],
    ["V1-40", section('return "<" .. execute("## B") .. ">"') + helper("local x"), "<>"],
    ["V1-40", section('execute("## B", 1)') + helper(""), "Lua: input must be a string, got integer"],
    [
      "V1-41",
      section('return execute("## B", "1")') +
        helper('if args == "9" then return "deep" end return execute("## C", tostring(args + 1))') +
        helper('return execute("## B", tostring(args + 0))', "## C"),
      "Lua: execute recursion exceeded cap of 8",
    ],
    ["V1-42", section('store.read("no")'), "Lua: file not found: no"],
    [
      "V1-42",
      section('execute("## B")') + helper("while true do end"),
      "Quota: lua instruction quota exceeded",
    ],
    [
      "V1-42",
      section('fanout("## B", { 1 })') + helper("while true do end"),
      "Quota: lua instruction quota exceeded",
    ],
    [
      "V1-42",
      `${section('execute("## B")')}## B\n\n---\n\n{{ var.q }}\n`,
      "Lua: missing {{ var.q }} [MissingKey at byte 0]",
    ],
    [
      "V1-44",
      section("return table.concat({ sys.id, sys.section_name, sys.section_count, sys.execution }, ' ')"),
      "1 A 1 run",
    ],
    [
      "V1-45",
      `${lua("var.x = { a = 1 }") + section("var.x = { a = var.x.a + 1 }")}## B\n\n${lua("return var.x.a")}`,
      "2",
    ],
    ["V1-45", section("var.x = function() end"), "var.x must be JSON data, got function"],
    ["V1-46", shared("function f() end") + lua("return type(f) .. sys.section_name .. sys.id"), "nilP0"],
    [
      "V1-47",
      lua("return type(jump) .. type(execute) .. type(fanout) .. type(list_from_section)"),
      "functionfunctionfunctionfunction",
    ],
    [
      "V1-47",
      lua(
        "local go = { jump, execute, fanout, list_from_section }\nlocal n = 0\nfor _, f in ipairs(go) do if not pcall(f, '## A', {}) then n = n + 1 end end\nreturn n",
      ) + section(""),
      "4",
    ],
    ["V1-49", lua('error("boom")'), 'Lua: H1 `P` lua:10: [string "H1 `P` lua"]:10: boom'],
    ["part 12, section 9", section("for i = 1, 9 do log('x') end"), "Quota: lua log event quota exceeded"],
  ])("%s: %s", async (_, body, result) => {
    expect(await end(body, { limits: { luaLogEvents: 3 } })).toContain(result);
  });
});

describe("fanouts", () => {
  const arms = (call: string, code = "return type(item) == 'table' and item.key or item") =>
    section(`return ${call}`) + helper(code);

  it.each([
    ["V1-50", arms('fanout("## B")'), "fanout's second parameter is a collection; for a list section"],
    ["V1-50", arms("fanout(1, {})"), "section target must be a string, got integer"],
    ["V1-50", arms('fanout("## Z", {})'), "section heading `## Z` not found"],
    [
      "V1-50",
      arms('fanout("## Z", { log })'),
      "fanout collection member at index 1 is a function; members must be data",
    ],
    ["V1-50", arms('fanout("## B", { 7, z = 1, [true] = 2 })[2].item.value'), "2"],
    ["V1-50", arms('#fanout("## B", { 1, nil, 3 })'), "2"],
    ["V1-52", arms('fanout("## B", { "a" })[1].exhausted'), "false"],
    [
      "V1-52",
      arms('table.concat(fanout("## B", { "a", "b" }), "+") .. tostring(fanout("## B", { "c" })[1])'),
      "a+bc",
    ],
    ["V1-52", arms('(function() fanout("## B", { 1 })[1].text = 2 end)()'), "fanout results are read-only"],
    ["V1-74", shared("mine = item") + arms('fanout("## B", { "i" })[1].text', "return mine"), "i"],
  ])("%s: %s", async (_, body, result) => expect(await end(body)).toContain(result));

  it("V1-53: at most 8 arms at a time", async () => {
    let now = 0;
    let most = 0;
    const slow: Model = {
      ...model,
      complete: async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 1));
        now--;
        return { result: { text: "x" }, model: "m" };
      },
    };
    const many = arms('#fanout("## B", { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 })', 'models.infer("x")');
    expect(await end(DEFAULT + many, { model: slow })).toBe("12");
    expect(most).toBe(8);
  });
});
