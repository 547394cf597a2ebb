import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunOptions } from "../../runtime/index.ts";
import { DEFAULT, helper, lua, OlderPrompts, search, section, shared } from "./older-prompts.ts";

/*
 * Rules of the libraries of version 1 that no case shows, in the order of their numbers.
 */

let prompts: OlderPrompts;
beforeAll(async () => {
  prompts = await OlderPrompts.make();
}, 120_000);
afterAll(() => prompts?.remove());

const end = (body: string, options?: RunOptions): Promise<string> => prompts.end(body, options);

describe("tools", () => {
  const need = lua('tools.need("search", "x", "over")');
  const local = (code: string) =>
    `${DEFAULT}${section(`tools.add_local("t", "x", {}, function() ${code} end)`)}Ask.\n\n${lua("return reply")}`;

  it.each([
    ["V1-06", lua('tools.need("open", "x")') + section("return open.name"), "open"],
    [
      "V1-55",
      `${section('var.q = ""')}{{ var.q }}\n\n${lua("return tools.calls.zip")}`,
      'tools.calls: "zip" is not in this section\'s tool scope; in-scope aliases: []',
    ],
    ["V1-56", lua("tools.need('1x', 'd')"), 'invalid tool alias "1x": expected [A-Za-z][A-Za-z0-9_-]{0,63}'],
    ["V1-58", need + section('search.name = "x"'), 'Tool objects are frozen: cannot assign field "name"'],
    [
      "V1-58",
      need +
        section(
          "return type(search) .. search.description .. tostring(next(search.parameters)) .. tostring(search.untrusted)",
        ),
      "userdataxnilfalse",
    ],
    ["V1-59", local(""), "re "],
    ["V1-59", local('return models.infer("q")'), "re re q"],
    ["V1-59", local('return execute("## B")') + helper('return "b"'), "re b"],
    ["V1-59", local('return fanout("## B", { 1, 2 })[2].text') + helper("return item"), "re 2"],
    ["V1-59", local('jump("## B")') + helper(""), "attempt to call a nil value (global 'jump')"],
    [
      "V1-74",
      shared('tools.add_local("t", "x", {}, function() return 1 end)') +
        DEFAULT +
        `## A\n\nAsk.\n\n${lua("return reply .. tools.calls.t")}`,
      "re 11",
    ],
  ])("%s: %s", async (_, body, result) => {
    const open = { ...search, path: "acme/web/open" };
    expect(await end(body, { tools: { search, open } })).toContain(result);
  });
});

describe("models", () => {
  const need = lua('models.need("a", "text")');

  it.each([
    ["V1-62", lua("models.default()"), "models.default expects alias, description, and optional opts table"],
    ["V1-62", lua('models.default("a", "d", { zip = 1 })'), 'unknown models.default opts key "zip"'],
    [
      "V1-62",
      lua('models.need("a", "d", { context = 1.0 })'),
      "models.need opts.context must be a non-negative integer",
    ],
    ["V1-63", need + section('pcall(models.use, "b")\nreturn models.use("a").name'), "a"],
    ["V1-63", section("return models.infer('x')"), "Lua: model binding required for section A"],
    [
      "V1-65",
      lua(
        'local h = models.need("a", "text", { thinking = true, temperature = 1, max_tokens = 7 })\nreturn table.concat({ h.name, h.description, tostring(h.thinking), h.temperature, h.max_tokens, tostring(h.dialect), type(h.context) }, " ")',
      ),
      "a text true 1.0 7 nil number",
    ],
    [
      "V1-65",
      need + section("return tostring(a.thinking) .. tostring(a.temperature) .. tostring(a.max_tokens)"),
      "nilnilnil",
    ],
    ["V1-74", DEFAULT + shared('x = models.infer("q")') + section("return x"), "re q"],
    ["V1-74", `${need + shared('models.use("a")')}## A\n\nAsk.\n`, "re Ask."],
  ])("%s: %s", async (_, body, result) => expect(await end(body)).toContain(result));

  it("V1-66: what is no answer of a resolver is `absent`", async () => {
    const answers = [() => "zip", () => undefined, () => ({}), () => Promise.reject(new Error("gone"))];
    for (const resolveModel of answers as unknown as RunOptions["resolveModel"][])
      expect(await end(need, { resolveModel: resolveModel! })).toBe(
        'Binding: no model matches capability "text"',
      );
  });
});

describe("the library and errors", () => {
  it.each([
    ["V1-74", shared('store.write("f", "1")\nx = store.read("f")') + section("return x"), "1"],
    [
      "V1-74",
      shared('if sys.section_name == "A" then x = execute("## B") end') +
        section("return x") +
        helper('return "b"'),
      "b",
    ],
    [
      "V1-74",
      shared('if sys.section_name == "A" then x = fanout("## B", { 1, 2 })[2].text end') +
        section("return x") +
        helper("return item"),
      "2",
    ],
    [
      "V1-74",
      shared('ok, e = pcall(jump, "## B")') + section("return tostring(e)") + helper(""),
      "jump is not available during shared library load",
    ],
    ["V1-74", shared("return 1") + section('return "s"'), "s"],
    ["V1-74", shared("return {}") + section('return "s"'), "Lua: cannot return a table as a result"],
    [
      "V1-74",
      shared('tools.need("search", "d")') + section(""),
      "tools.need is only available during live H1 execution",
    ],
    ["V1-75", shared("while true do end") + section(""), "Quota: lua instruction quota exceeded"],
    ["V1-58", DEFAULT + shared("z = type(m)") + section("return z .. type(m)"), "niluserdata"],
    [
      "V1-72",
      section("\nlocal _, e = pcall(function()\n  error('x') end)\nreturn e"),
      '[string "section `A` prologue"]:3: x',
    ],
    [
      "V1-72",
      section("local _, e = pcall(store.read, 'no')\nerror(tostring(e))"),
      '[string "section `A` prologue"]:13: file not found: no',
    ],
    [
      "V1-73",
      section("\n\nlocal x = nil\nx.y = 1"),
      "Lua: section `A` prologue:15: [string \"section `A` prologue\"]:15: attempt to index a nil value (local 'x')",
    ],
  ])("%s: %s", async (_, body, result) => expect(await end(body)).toContain(result));
});
