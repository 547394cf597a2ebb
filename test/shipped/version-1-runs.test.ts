import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scripted } from "../../runtime/adapters/scripted.ts";
import type {
  Capability,
  Model,
  Prompt,
  PromptError,
  RunOptions,
  ToolDescriptor,
} from "../../runtime/index.ts";
import type { JournalEntry, journal as makeJournal } from "../../runtime/journal/index.ts";
import { emit } from "./model-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;
let journal: typeof makeJournal;
let modules = 0;

/** Built before it is imported, and unknown to the type checker: prompts and journals come out of one package. */
const packaged = "promptforge-runtime/journal" as string;

beforeAll(async () => {
  workplace = await Workplace.make();
  ({ journal } = (await import(packaged)) as { journal: typeof makeJournal });
}, 120_000);
afterAll(() => workplace?.remove());

/** A prompt of version 1 with this body. */
async function load(body: string, keys = ""): Promise<Prompt> {
  const name = `version-1-${modules++}.mjs`;
  const text = `---\nname: p\ndescription: d\npromptforge: 1\n${keys}---\n\n# P\n\n${body}`;
  workplace.write(name, await emit(text));
  return workplace.load(name);
}

const lua = (code: string): string => `\`\`\`lua\n${code}\n\`\`\`\n\n`;
const DEFAULT = lua('models.default("m", "a model")');

async function run(body: string, options: RunOptions = {}): Promise<string> {
  return (await load(body)).run("", options);
}

async function failure(body: string, options: RunOptions = {}): Promise<[string, string]> {
  const outcome = await (await load(body)).start("", options).outcome;
  if (outcome.status !== "failed") throw new Error(`it is ${outcome.status}`);
  return [outcome.error.kind, outcome.error.message];
}

const search: ToolDescriptor = {
  path: "acme/web/search",
  description: "From the catalog",
  parameters: { type: "object", properties: { q: { type: "string" } } },
  call: () => ({ text: "found", trusted: true }),
};

describe("a need that the host is asked for (V1-57, V1-62, V1-66)", () => {
  it("is told the alias, the description and the options, and may be answered later", async () => {
    const asked: unknown[] = [];
    const model = scripted(["hi"]);
    const body = lua(
      'models.default("m", "writes well", { thinking = true, context = 10, temperature = 1, max_tokens = 5 })',
    );
    const options: RunOptions = {
      resolveModel: async (need) => {
        asked.push(need);
        return { ...model, id: "chosen" };
      },
    };
    expect(await run(`${body}## A\n\nAsk.\n\n${lua("return sys.model .. reply")}`, options)).toBe("chosenhi");
    const opts = { thinking: true, context: 10, temperature: 1, maxTokens: 5 };
    expect(asked).toEqual([{ what: "model", alias: "m", description: "writes well", opts }]);
  });

  it.each([
    ["absent", 'no tool matches capability "x"'],
    ["duplicate", 'duplicate tools match capability "x"'],
    ["ambiguous", 'ambiguous tools match capability "x"'],
  ] as const)("fails as %s, also when the error is caught", async (answer, message) => {
    const body = lua('pcall(tools.need, "t", "x")\npcall(tools.need, "u", "y")\nerror("later")');
    expect(await failure(body, { resolveTool: () => answer })).toEqual(["Binding", message]);
  });

  it("fails for a resolver that throws or gives no tool, and for one tool under two aliases", async () => {
    const needs = lua('tools.need("a", "x")\ntools.need("b", "y")');
    const broken = () => {
      throw new Error("no catalog");
    };
    expect(await failure(needs, { resolveTool: broken })).toEqual([
      "Binding",
      'no tool matches capability "x"',
    ]);
    expect(await failure(needs, { resolveTool: () => ({}) as ToolDescriptor })).toEqual([
      "Binding",
      'no tool matches capability "x"',
    ]);
    const both = 'tool identity acme/web/search was selected by both aliases "a" and "b"';
    expect(await failure(needs, { resolveTool: () => search })).toEqual(["Binding", both]);
  });

  it("finds by name where there is no resolver: `tools`, a capability's path, `models`, `model`", async () => {
    const body = lua(
      'local t = tools.need("search", "x")\nreturn t.wire_name .. " " .. t.description .. " " .. t.parameters.type',
    );
    expect(await run(body, { tools: { search } })).toBe("search x object");
    const capability = { id: "acme/web", activate: async () => [search] };
    expect(await run(body, { capabilities: [capability] })).toBe("search x object");
    const needs = lua('return models.need("a", "x").model_id .. models.need("b", "x").model_id');
    const own = { ...scripted([]), id: "own" };
    expect(await run(needs, { model: { ...own, id: "all" }, models: { a: own } })).toBe("ownall");
  });

  it("leaves out what does not fit the options", async () => {
    const model: Model = { ...scripted([]), context: 100, thinking: "never" };
    const need = (opts: string) => failure(lua(`models.need("a", "x", ${opts})`), { model });
    const absent = ["Binding", 'no model matches capability "x"'];
    expect(await need("{ context = 101 }")).toEqual(absent);
    expect(await need("{ thinking = true }")).toEqual(absent);
    expect(
      await run(lua('return models.need("a", "x", { context = 100, thinking = false }).name'), { model }),
    ).toBe("a");
  });

  it.each([
    ['models.need("a", "x", {}, 1)', "models.need expects at most three arguments"],
    ['models.need("a", 1)', "models.need expects alias, description, and optional opts table"],
    ['models.need("a", "x", { [1] = 2 })', "models.need opts keys must be strings"],
    ['models.need("a", "x", { context = 0 })', "models.need opts.context must be greater than zero"],
    [
      'models.need("a", "x", { max_tokens = 1.5 })',
      "models.need opts.max_tokens must be a non-negative integer",
    ],
    ['models.need("a", "x", { temperature = "1" })', "models.need opts.temperature must be a number"],
    ['models.need("a", "x", { temperature = 3 })', "models.need opts.temperature is invalid: "],
    ['models.default("b")', 'models.default alias "b" was not declared by models.need'],
    ['models.use("b")', "models.use is only available during H2 recording"],
    ["models.get()", "attempt to call a nil value (field 'get')"],
    ["tools.add_local()", "attempt to call a nil value (field 'add_local')"],
    ['tools.always("b")', 'tools.always alias "b" was not declared by tools.need'],
    [
      'tools.need("s", "x") tools.always("s") tools.always("s")',
      'tools.always alias "s" was recorded more than once',
    ],
  ])("%s fails in Lua", async (code, message) => {
    const [kind, text] = await failure(lua(code), { resolveTool: () => search, model: scripted([]) });
    expect(kind).toBe("Lua");
    expect(text).toContain(message);
  });
});

describe("a prose turn", () => {
  it("shows the description of `add` before those of `always`, `need` and the catalog (V1-58)", async () => {
    const shown: string[] = [];
    const model: Model = {
      ...scripted([]),
      complete: ({ tools }) => {
        shown.push(tools.map(({ description }) => description).join());
        return { result: { text: "x" }, model: "m", finishReason: "stop" };
      },
    };
    const needs = `${DEFAULT}${lua('tools.need("search", "x", "needed")')}`;
    const sections = `## A\n\n${lua('tools.add("search")')}Ask.\n\n## B\n\n${lua('tools.add("search", "added")')}Ask.\n`;
    await run(needs + sections, { model, tools: { search } });
    await run(
      `${DEFAULT}${lua('tools.need("search", "x") tools.always("search", "always")')}## A\n\nAsk.\n`,
      { model, tools: { search } },
    );
    expect(shown).toEqual(["needed", "added", "always"]);
  });

  it("takes an empty reply behind tool calls, and no other (V1-29)", async () => {
    const tool = lua('tools.add_local("t", "x", {}, function() end)');
    const body = `${DEFAULT}## A\n\n${tool}Ask.\n\n${lua("return '<' .. reply .. '>' .. sys.reply_finish_reason")}`;
    const call = { toolCalls: [{ name: "t", arguments: {} }] };
    expect(await run(body, { model: scripted([call, { text: "", finishReason: "stop" }]) })).toBe("<>stop");
    expect(await failure(body, { model: scripted([call, { text: "", finishReason: "length" }]) })).toEqual([
      "Completion",
      "empty model reply",
    ]);
    expect(
      await failure(body, { model: scripted([{ text: "", finishReason: "stop", reasoning: "hm" }]) }),
    ).toEqual(["Completion", "empty model reply: reasoning content was present but ignored"]);
  });

  it("fails in the kind of the round, but as `Lua` where it crosses a call (V1-42)", async () => {
    const model = scripted([{ error: { kind: "transport" } }, { error: { kind: "transport" } }]);
    expect(await failure(`${DEFAULT}## A\n\nAsk.\n`, { model })).toEqual([
      "Completion",
      "http transport failure",
    ]);
    const crossed = `${DEFAULT}## A\n\n${lua('execute("## B")')}## B\n\n---\n\nAsk.\n`;
    expect(await failure(crossed, { model })).toEqual(["Lua", "http transport failure"]);
  });

  it("ends with the rounds of the frontmatter (V1-05, V1-27)", async () => {
    const tool = lua('tools.add_local("t", "x", {}, function() end)');
    const prompt = await load(`${DEFAULT}## A\n\n${tool}Ask.\n`, "max_tool_iterations: 2\n");
    const model = scripted({ m: () => ({ toolCalls: [{ name: "t", arguments: {} }] }) });
    const outcome = await prompt.start("", { model }).outcome;
    expect(outcome).toMatchObject({ error: { kind: "Tool", message: "tool-call loop did not converge" } });
  });
});

describe("errors in Lua (V1-72)", () => {
  it.each([
    [
      "local ok, e = pcall(tools.add, 'x'); return type(e) .. ' ' .. tostring(e)",
      'userdata tools.add alias "x" was not declared by tools.need',
    ],
    ["local _, e = pcall(tools.add, 'x'); local _, f = pcall(error, e); return tostring(e == f)", "true"],
    [
      "local _, e = pcall(function() local _, e = pcall(tools.add, 'x'); return e.kind end); return e",
      "[string \"section `A` prologue\"]:1: attempt to index a userdata value (local 'e')",
    ],
    [
      "local _, e = xpcall(tools.add, function(e) return type(e) .. tostring(e) end, 'x'); return e",
      'userdatatools.add alias "x" was not declared by tools.need',
    ],
    ["local _, e = pcall(error); return type(e)", "nil"],
    [
      "local t = setmetatable({}, {__close = function(_, e) kept = type(e) end}); pcall(function() local x <close> = t; tools.add('x') end); return kept",
      "userdata",
    ],
  ])("%s", async (code, result) => {
    expect(await run(`## A\n\n${lua(code)}`)).toBe(result);
  });

  it("raised again, a host's failure says the same", async () => {
    const body = `## A\n\n${lua("local _, e = pcall(tools.add, 'x')\nerror(e)")}`;
    expect(await failure(body)).toEqual([
      "Lua",
      'section `A` prologue:13: tools.add alias "x" was not declared by tools.need',
    ]);
  });
});

describe("numbers in Lua (V1-70)", () => {
  it.each([
    ["return 0.1 + 0.2 .. ''", "0.3"],
    ["return tostring(math.pi)", "3.1415926535898"],
    ["return 1e14 .. ' ' .. 2^53 .. ' ' .. 1e15", "1e+14 9.007199254741e+15 1e+15"],
    ["return tostring(3 / 1) .. -0.0 .. 2^63 .. 10 // 3", "3.0-0.09.2233720368548e+183"],
    ["return tostring(1/0) .. ' ' .. -1/0", "inf -inf"],
    ["return table.concat({ 0.1 + 0.2, 1 / 3, 7 }, ' ')", "0.3 0.33333333333333 7"],
    ["return 0.1 + 0.2", "0.30000000000000004"],
    ["return (('x'):gsub('x', 0.1 + 0.2)) .. ('x'):gsub('x', { x = 1 / 3 })", "0.30.33333333333333"],
    ["return (('x'):gsub('x', function() return 2^53 end))", "9.007199254741e+15"],
    ["return ('a'):rep(2, 1 / 3)", "a0.33333333333333a"],
    ["return string.len(0.1 + 0.2) .. string.sub(2^53, 1) .. string.upper(1e15)", "39.007199254741e+151E+15"],
    ["return (string.find(1 / 3, '33333333333333$'))", "3"],
    [
      "return string.format('%s %g %.17g %d', 1 / 3, 1 / 3, 0.1, 3.0)",
      "0.33333333333333 0.333333 0.10000000000000001 3",
    ],
    ["return (untrusted(1 / 3):match('0%.3+'))", "0.33333333333333"],
    ["store.write('f', tostring(2^53)) return store.read('f')", "9.007199254741e+15"],
    ["var.x = 0.1 + 0.2 return tostring(var.x) .. ' ' .. var.x", "0.3 0.3"],
    ["for i = 1.0, 2 do s = (s or '') .. i .. ' ' end return s", "1.0 2.0 "],
    ["return tostring(select(2, pcall(error, 0.1 + 0.2)))", "0.3"],
    ["return _VERSION .. tostring(table.create)", "Lua 5.4nil"],
    ["local s = 0; for i = 1, 3 do i = i * 10; s = s + i end; return s", "60"],
  ])("%s", async (code, result) => expect(await run(`## A\n\n${lua(code)}`)).toBe(result));
});

describe("the instruction budget (V1-75)", () => {
  it("is one for all blocks of a section, can be caught once it is spent, and begins anew in the next", async () => {
    const spend = "for _ = 1, 6000000 do end";
    const spent = `## A\n\n${lua(spend)}${lua(`local ok, e = pcall(function() ${spend} end)\nstore.write("e.txt", tostring(e))`)}`;
    expect(await failure(spent)).toEqual(["Quota", "lua instruction quota exceeded"]);
    expect(await run(`## A\n\n${lua(spend)}## B\n\n${lua(`${spend} return "ok"`)}`)).toBe("ok");
  });
});

describe("a cancelled run (V1-03)", () => {
  it("has failed, in a kind of its own", async () => {
    const aborted = { signal: AbortSignal.abort("enough") };
    const outcome = await (await load(`## A\n\n${lua("return 1")}`)).start("", aborted).outcome;
    expect(outcome).toMatchObject({
      status: "failed",
      error: { kind: "Cancelled", message: "interrupted by Ctrl-C" },
    });
    expect((outcome as unknown as { error: PromptError }).error.cause).toBe("enough");
  });
});

describe("the sections that an arm sees (V1-43)", () => {
  it("are those of its caller and its own children; two of one name are ambiguous", async () => {
    const body = `## A\n\n${lua('return fanout("### W", { 1 })[1].text')}### W\n\n${lua('return execute("### Other") .. execute("## B")')}### Other\n\n---\n\n${lua("return 'other'")}## B\n\n---\n\n${lua("return 'b'")}`;
    expect(await run(body)).toBe("otherb");
    const twins = `## A\n\n${lua('return fanout("## W", { 1 })[1].text')}### X\n\n---\n\n${lua("return 1")}## W\n\n---\n\n${lua('return execute("### X")')}### X\n\n---\n\n${lua("return 2")}`;
    const [kind, message] = await failure(twins);
    expect(kind).toBe("Lua");
    expect(message).toContain(
      "section heading `### X` is ambiguous; more than one visible section matches ### X",
    );
  });
});

describe("`sys.now` and a journal", () => {
  const body = `${lua('models.default("m", "x") tools.need("search", "y") tools.always("search")')}## A\n\nAsk.\n\n${lua("return reply .. sys.now .. tools.calls.search")}`;
  const answers = [{ toolCalls: [{ name: "search", arguments: {} }] }, "done at "];

  it("keep what the host has answered: a run that goes on asks for nothing again", async () => {
    const prompt = await load(body);
    const entries: JournalEntry[] = [];
    const options = { model: scripted(answers), tools: { search } };
    const first = await prompt.run("", {
      ...options,
      journal: journal({ append: (entry) => entries.push(entry) }),
    });
    expect(first).toMatch(/^done at \d{4}-\d\d-\d\dT.*Z1$/);
    const nothing = () => {
      throw new Error("nothing is asked");
    };
    const host: RunOptions = { resolveModel: nothing, resolveTool: nothing };
    const again = journal({ entries: structuredClone(entries), append: () => undefined });
    expect(await prompt.run("", { ...host, journal: again })).toBe(first);
  });

  it("what a capability does to the store as it is activated is there once, wherever the run goes on (V1-66)", async () => {
    const twice = `${lua('models.default("m", "x") tools.need("search", "y") tools.always("search")')}## A\n\nAsk.\n\n${lua('return store.read("log.txt")')}`;
    const prompt = await load(twice);
    const capability: Capability = {
      id: "acme/web",
      activate: async ({ store }) => {
        await store.append("log.txt", "activated;");
        const call = async () => {
          await store.append("log.txt", "called;");
          return { text: "found", trusted: true };
        };
        return [{ ...search, call }];
      },
    };
    const entries: JournalEntry[] = [];
    const run = async (kept: readonly JournalEntry[], append: (entry: JournalEntry) => unknown) =>
      prompt.run("", {
        model: scripted({
          m: ({ messages }) => (messages.some(({ role }) => role === "tool") ? "done" : answers[0]!),
        }),
        capabilities: [capability],
        journal: journal({ entries: structuredClone(kept), append: async (entry) => void append(entry) }),
      });
    expect(await run([], (entry) => entries.push(entry))).toBe("activated;called;");
    expect(entries.length).toBeGreaterThan(3);
    for (const [cut] of entries.entries())
      expect(await run(entries.slice(0, cut), () => undefined), `after ${cut}`).toBe("activated;called;");
  });

  it("find models and tools again where they are needed behind the journal's end", async () => {
    const prompt = await load(body);
    const entries: JournalEntry[] = [];
    const kept = { model: scripted(answers), tools: { search } };
    await prompt.run("", { ...kept, journal: journal({ append: (entry) => entries.push(entry) }) });
    const kinds = entries.map((entry) =>
      "answers" in entry ? entry.answers.map(({ effect }) => effect).join() : entry.kind,
    );
    const cut = kinds.indexOf("model");
    expect(cut).toBeGreaterThan(0);
    const again = journal({ entries: structuredClone(entries.slice(0, cut)), append: () => undefined });
    const text = await prompt.run("", { model: scripted(answers), tools: { search }, journal: again });
    expect(text).toMatch(/^done at /);
  });
});
