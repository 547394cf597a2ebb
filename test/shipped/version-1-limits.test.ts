import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scripted } from "../../runtime/adapters/scripted.ts";
import type { Prompt, PromptError, RunOptions } from "../../runtime/index.ts";
import { emit } from "./model-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;
let modules = 0;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

/** A prompt of version 1 with this body, whose first line is line 9 of the file. */
async function load(body: string): Promise<Prompt> {
  const name = `limits-${modules++}.mjs`;
  workplace.write(name, await emit(`---\nname: p\ndescription: d\npromptforge: 1\n---\n\n# P\n\n${body}`));
  return workplace.load(name);
}

const lua = (code: string): string => `\`\`\`lua\n${code}\n\`\`\`\n\n`;
const DEFAULT = lua('models.default("m", "a model")');

async function failure(body: string, options: RunOptions = {}): Promise<PromptError> {
  const outcome = await (await load(body)).start("", options).outcome;
  if (outcome.status !== "failed") throw new Error(`it is ${outcome.status}`);
  return outcome.error;
}

describe("the instruction budget (V1-75)", () => {
  const turns = (body: string) => `local n = 0 for i = 1, 1000000 do ${body} n = n + 1 end return n`;

  it.each([
    ["nothing", turns("")],
    ["a long comment", turns(`\n--${"c".repeat(30_000)}\n`)],
    ["a long text that is not used", turns(`if i < 0 then n = [[${"c".repeat(60_000)}]] end`)],
    ["a search", turns('local word = ("a quick brown fox, the lazy dog"):match("lazy (%w+)")')],
    ["a call that recurs", `local function f(k) if k > 0 then return f(k - 1) end end ${turns("f(5)")}`],
  ])("passes a million turns with %s", async (_what, code) => {
    expect(await (await load(`## A\n\n${lua(code)}`)).run("")).toBe("1000000");
  });

  it("passes long texts that are appended to", async () => {
    const code =
      'local s = "" for i = 1, 80000 do s = s .. ("x"):rep(500) if #s > 4000000 then s = "" end end return "ok"';
    expect(await (await load(`## A\n\n${lua(code)}`)).run("")).toBe("ok");
  });

  it.each([
    ["a hundred million turns", "for i = 1, 100000000 do end"],
    ["nested loops", "for i = 1, 10000 do for j = 1, 10000 do end end"],
    ["`while`", "while true do end"],
    ["`repeat`", "repeat until false"],
    ["`goto`", "::again:: goto again"],
    ["tail calls", "local function f() return f() end f()"],
    ["two functions", "local g local function f() return g() end function g() return f() end f()"],
    ["a function of a table", "local t = {} function t.f() return t.f() end t.f()"],
    ["a loop that catches its end", "while true do pcall(function() while true do end end) end"],
    ["a loop that may wait", "while true do if reply then execute('## A') end end"],
  ])("ends %s, and names the place", async (_what, code) => {
    const error = await failure(`## A\n\n${lua(code)}`);
    expect([error.kind, error.message]).toEqual(["Quota", "lua instruction quota exceeded"]);
    expect(error.stack).toMatch(/at section 'A' \(.*:1[12]\)/);
  });
});

const asks = (): RunOptions => ({
  model: scripted([{ toolCalls: [{ id: "1", name: "l", arguments: {} }] }, "", "", ""]),
});

describe("what a handler or a metamethod raises in a prose turn (V1-28, V1-42)", () => {
  const handler = (code: string) =>
    `${DEFAULT}## A\n\n${lua(`tools.add_local("l", "d", {}, ${code})`)}Ask.\n\n### B\n\n{{ nope }}\n`;
  const met = (code: string) =>
    `${DEFAULT}## A\n\n${lua(`setmetatable(_G, { __index = function(_, k) ${code} end })`)}Ask {{ foo }}.\n`;

  it.each([
    ["the answer of a model", handler('function() return models.infer("x") end'), "empty model reply"],
    ["a chain", handler('function() return execute("### B") end'), /^unknown namespace or global 'nope'/],
    ["arms", handler('function() return fanout("### B", { 1 }) end'), /^unknown namespace or global 'nope'/],
    [
      "a caught error",
      handler('function() local _, e = pcall(models.infer, "x") error(e) end'),
      "empty model reply",
    ],
    ["a library function", handler("error"), /^table: 0x/],
    ["a table", met("error({})"), /: table: 0x/],
    ["a text", met('error("s")'), /s$/],
  ] as const)("is an error of Lua: %s", async (_what, body, message) => {
    const error = await failure(body, asks());
    expect(error.kind).toBe("Lua");
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain("undefined");
  });

  it.each([
    ["a handler", (code: string) => handler(`function() ${code} end`)],
    ["a metamethod", met],
  ] as const)("keeps a quota its kind and text: %s (LMT-24)", async (_what, body) => {
    const endless = await failure(body("while true do end"), asks());
    expect([endless.kind, endless.message]).toEqual(["Quota", "lua instruction quota exceeded"]);
    const noisy = await failure(body('while true do log("x") end'), asks());
    expect([noisy.kind, noisy.message]).toEqual(["Quota", "lua log event quota exceeded"]);
  });
});

describe("the place of a failure", () => {
  it.each([
    ["prose without a value", `${DEFAULT}## A\n\nAsk\n{{ foo }}.\n`, "Substitution", "section 'A'", 15],
    ["prose without a model", "## A\n\nAsk.\n", "Binding", "section 'A'", 11],
    ["prose of the title", "Ask.\n", "Binding", "H1 'P'", 9],
    ["a round", `${DEFAULT}## A\n\nAsk.\n`, "Completion", "section 'A'", 15],
    ["a model that is needed", lua('local x\nmodels.need("a", "b")'), "Binding", "H1 'P'", 11],
    ["a tool that is needed", lua('local x\ntools.need("a", "b")'), "Binding", "H1 'P'", 11],
    ["a need that is caught", lua('local x\npcall(tools.need, "a", "b")'), "Binding", "H1 'P'", 9],
  ] as const)("%s", async (_what, body, kind, place, line) => {
    const isNeeded = body.includes("models.default");
    const error = await failure(body, isNeeded ? { model: scripted([""]) } : {});
    expect(error.kind).toBe(kind);
    expect(error.stack).toMatch(new RegExp(`at ${place} \\(.*:${line}\\)`));
  });
});
