import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Prompt, PromptError, RunOptions, SlotTool, ToolContext } from "../../runtime/index.ts";
import { compile } from "../../src/index.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;
let modules = 0;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

const slots = (...aliases: readonly string[]) =>
  `capabilities: [acme/kit]\ntools:\n${aliases.map((alias) => `  ${alias}: acme/kit/${alias.toLowerCase()}\n`).join("")}`;

/** A prompt whose first section is `One`; the fence's first line is line `fenceLine` of the file. */
function promptText(head: string, body: string): string {
  return `---\nname: p\ndescription: Calls tools\npromptforge: 0\n${head}---\n\n# P\n\n${body}`;
}

const section = (lua: string) => `## One\n\n\`\`\`lua\n${lua}\n\`\`\`\n`;

async function emit(text: string): Promise<string> {
  const { code, diagnostics } = await compile({ path: "p.prompt.md", text });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return code!;
}

async function load(head: string, body: string): Promise<Prompt<string>> {
  const name = `module-${modules++}.mjs`;
  workplace.write(name, await emit(promptText(head, body)));
  return workplace.load(name);
}

const toolNamed = (call: NonNullable<SlotTool["call"]>): SlotTool => ({
  description: "A tool",
  parameters: { type: "object" },
  call,
});

const trusted = (text: string) => toolNamed(() => ({ text, trusted: true }));

/** Runs a prompt of one section with the slot `find`. */
async function run(
  lua: string,
  call: NonNullable<SlotTool["call"]>,
  options: RunOptions = {},
): Promise<string> {
  const prompt = await load(slots("find"), section(lua));
  return prompt.run("", { tools: { find: toolNamed(call) }, ...options });
}

async function failure(prompt: Prompt<string>, options: RunOptions = {}): Promise<PromptError> {
  const outcome = await prompt.start("", options).outcome;
  if (outcome.status !== "failed") throw new Error(`it is ${outcome.status}`);
  return outcome.error;
}

describe("what a module links", () => {
  const imports = async (head: string, lua: string) => {
    const code = await emit(promptText(head, section(lua)));
    return [...code.matchAll(/\b(?:host|bind|install)Tool\w*|\bprepare\w*/g)].map(([name]) => name).sort();
  };

  it.each([
    ["nothing", "", "return 1", []],
    ["a call", "", "return tools.call('x')", ["hostToolsCall"]],
    [
      "slots that are called by alias",
      slots("find"),
      "return tools.call('find')",
      ["hostToolsCall", "prepare"],
    ],
    ["a slot's global", slots("find"), "return find.name", ["bindTools", "prepare"]],
    ["counts", "", "return tostring(tools.calls)", ["hostToolsCalls"]],
    ["what no model is offered", slots("find"), "tools.add('find')", ["hostToolsAdd", "prepare"]],
    [
      "what models are offered",
      "",
      "tools.add_local('t', 'd', {}, function() end) models.loop({})",
      ["hostToolsAddLocal", "installToolScope"],
    ],
  ])("for %s", async (_name, head, lua, names) => {
    expect(new Set(await imports(head, lua))).toEqual(new Set(names));
  });
});

describe("bound tools", () => {
  it("are called under the slot's path, and report outcome and result to the task (EVT-6, EVT-16)", async () => {
    const contexts: ToolContext[] = [];
    const prompt = await load(slots("find"), section("return tools.call(find, { q = 'é' })"));
    const find = toolNamed((args, context) => {
      contexts.push(context);
      return { text: JSON.stringify(args), trusted: true };
    });
    const started = prompt.start("", { tools: { find }, execution: "x" });
    expect(await started.result).toBe('{"q":"é"}');
    const [context] = contexts;
    expect(context).toMatchObject({ execution: "x", section: "One", provenance: { task: "0" } });
    expect(context!.request).toEqual({
      tool: "acme/kit/find",
      alias: "find",
      arguments: { q: "é" },
      caller: "script",
    });
    const events = [];
    for await (const event of started) events.push(event);
    const at = events.findIndex(({ kind }) => kind === "tool_call_succeeded");
    expect(events[at]!.provenance.seq).toBe(context!.provenance.seq + 1);
    expect(events[at + 1]).toEqual({
      kind: "tool_result",
      execution: "x",
      section: "One",
      provenance: { task: "0", seq: context!.provenance.seq + 2 },
      turn: 0,
      tool_call_id: "",
      alias: "find",
      content: '{"q":"é"}',
      trusted: true,
    });
  });

  it("share the run's store with `store` (CAP-33)", async () => {
    const lua = "store.write('a.txt', 'written')\nreturn tools.call('find') .. store.read('b.txt')";
    const call = async (_args: unknown, { store }: ToolContext) => {
      await store.write("b.txt", " too");
      return { text: `${await store.read("a.txt")}`, trusted: true };
    };
    expect(await run(lua, call)).toBe("written too");
  });

  it("that fail end the run as Tool, in the H1 pass too, with the host's error as cause (TOOL-33)", async () => {
    const thrown = new Error("offline");
    const find = toolNamed(() => Promise.reject(thrown));
    for (const body of [section("tools.call('find')"), "```lua\ntools.call('find')\n```\n\n## One\n"]) {
      const error = await failure(await load(slots("find"), body), { tools: { find } });
      expect(error).toMatchObject({
        kind: "Tool",
        message: "tool call failure: offline",
        retryable: false,
        cause: thrown,
      });
    }
  });

  it("are aborted and not waited for when the run is cancelled (KND-75, HOST-T03)", async () => {
    let signal: AbortSignal | undefined;
    const prompt = await load(slots("find"), section("pcall(tools.call, 'find')\nreturn 'went on'"));
    const find = toolNamed((_args, context) => {
      ({ signal } = context);
      setImmediate(() => started.cancel());
      return new Promise<string>(() => {});
    });
    const started = prompt.start("", { tools: { find } });
    expect(await started.outcome).toEqual({ status: "cancelled" });
    expect(signal?.aborted).toBe(true);
  });

  it("may have the names of JavaScript's own", async () => {
    const names = ["constructor", "hasOwnProperty", "toString", "valueOf"];
    const prompt = await load(
      slots(...names),
      section(`return ${names.map((name) => `${name}.name .. tools.call('${name}')`).join(" .. ")}`),
    );
    const tools = Object.fromEntries(names.map((name) => [name, trusted("!")]));
    expect(await prompt.run("", { tools })).toBe("constructor!hasOwnProperty!toString!valueOf!");
    const error = await failure(prompt);
    expect(error).toMatchObject({ kind: "RequirementsUnmet" });
  });
});

it("TOOL-03: alias globals are nil while the library loads, replace its own, and are seen by its functions", async () => {
  const library =
    "```lua shared\nearly = tostring(find)\nfind = 1\nfunction late() return find.name end\n```\n\n";
  const prompt = await load(slots("find"), `${library}${section("return early .. ' ' .. late()")}`);
  expect(await prompt.run("", { tools: { find: trusted("") } })).toBe("nil find");
});

describe("local tools", () => {
  const local = (handler: string, rest: string) =>
    load("", section(`tools.add_local('t', 'd', {}, ${handler})\n${rest}`));

  it("run handlers that wait: for the store, for the operator, for other tools", async () => {
    const lua = `
tools.add_local("outer", "d", {}, function(a)
  store.write("a.txt", a.text)
  return tools.call("inner", { by = "outer" }) .. user_input()
end)
tools.add_local("inner", "d", {}, function(a)
  return a.by .. " read " .. store.read("a.txt") .. ", "
end)
return tools.call("outer", { text = "x" })`;
    const prompt = await load("", section(lua));
    expect(await prompt.run("", { userInput: async () => ({ text: "asked" }) })).toBe("outer read x, asked");
  });

  it("report after what their handler does (EVT-16)", async () => {
    const prompt = await local("function() log('in it') return 1 end", "tools.call('t')");
    const kinds: string[] = [];
    await prompt.run("", { onEvent: ({ kind }) => kinds.push(kind) });
    const first = kinds.indexOf("lua");
    expect(kinds.slice(first, first + 3)).toEqual(["lua", "tool_call_succeeded", "tool_result"]);
  });

  it("pass on what their handler raises, the same value (LT-07)", async () => {
    const lua = "local ok, e = pcall(tools.call, 't')\nreturn tostring(e == mine)";
    const prompt = await local("function() mine = {} error(mine) end", lua);
    expect(await prompt.run()).toBe("true");
  });

  it("that fail in their own code name its line in the file", async () => {
    const prompt = await local("function()\n  local x = nil + 1\nend", "tools.call('t')");
    const error = await failure(prompt);
    expect(error).toMatchObject({
      kind: "Lua",
      message:
        'section `One` prologue:13: [string "section `One` prologue"]:13: attempt to perform arithmetic on a nil value',
    });
    expect(error.stack).toContain("p.prompt.md:13");
    expect(error.stack).toContain("p.prompt.md:15");
  });

  it("that fail in a suspending call end the run as that call does", async () => {
    const prompt = await local("function() tools.call('gone') end", "tools.call('t')");
    expect(await failure(prompt)).toMatchObject({
      kind: "Tool",
      message: 'tool "gone" is not bound in this run; bound aliases: []',
    });
  });

  it("refuse jumps, and only they (JUMP-09)", async () => {
    const lua = `
tools.add_local("t", "d", {}, function()
  local ok, e = pcall(jump, "## Two")
  return e.message:match("^[^:]*") .. " | " .. call("## Three")
end)
var.seen = tools.call("t")
jump("## Two")`;
    const body = `${section(lua)}\n## Two\n\n\`\`\`lua\nreturn var.seen\n\`\`\`\n\n## Three\n\n\`\`\`lua\njump("## Four")\n\`\`\`\n\n## Four\n\n\`\`\`lua\nreturn "jumped"\n\`\`\`\n`;
    expect(await (await load("", body)).run()).toBe(
      "jump is unavailable inside a local tool handler | jumped",
    );
  });

  it("belong to their section entry: a called section has none of them (LT-09)", async () => {
    const body = `${section("tools.add_local('t', 'd', {}, function() return 'mine' end)\nreturn call('## Two') .. tools.call('t')")}\n## Two\n\n\`\`\`lua\nlocal ok, e = pcall(tools.call, 't')\nreturn e.kind .. ' '\n\`\`\`\n`;
    expect(await (await load("", body)).run()).toBe("unbound_tool mine");
  });

  it("that call themselves for ever overflow the stack like any Lua function", async () => {
    const lua = "local ok, e = pcall(tools.call, 't')\nreturn tostring(e):match('stack overflow')";
    const prompt = await local("function() return tools.call('t') end", lua);
    expect(await prompt.run()).toBe("stack overflow");
  });

  it.each(["timeoutMs", "luaSteps"])("that never end are stopped by %s", async (limit) => {
    const prompt = await local("function() while true do end end", "return tools.call('t')");
    const options = limit === "timeoutMs" ? { timeoutMs: 50 } : { limits: { luaSteps: 1_000_000 } };
    expect(await prompt.start("", options).outcome).toEqual({ status: "cancelled" });
  });
});

it("calls are refused where nothing can wait, before anything is looked at (SUS-02)", async () => {
  const lua = `
tools.add_local("t", "d", {}, function() return "" end)
local seen = {}
table.sort({ 2, 1 }, function(a, b)
  local ok, e = pcall(tools.call, "t")
  seen[1] = tostring(e)
  return a < b
end)
return seen[1] .. " " .. tostring(tools.calls)`;
  const prompt = await load("", section(lua));
  expect(await prompt.run()).toBe("attempt to yield across a C-call boundary nil");
});

it("sys.model is there from the first call on (MOD-60)", async () => {
  const lua = `
models.use("writer")
local before = pcall(function() return sys.model end)
tools.add_local("t", "d", {}, function() return sys.model end)
return tostring(before) .. " " .. tools.call("t")`;
  const prompt = await load("models:\n  writer: {}\n", section(lua));
  const complete = () => Promise.reject(new Error("not to be called"));
  const model = { id: "m-1", context: 8192, thinking: "never", complete } as never;
  expect(await prompt.run("", { model })).toBe("false m-1");
});
