import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { echo } from "../../runtime/adapters/echo.ts";
import { scripted } from "../../runtime/adapters/scripted.ts";
import type { Model, RunEvent, SlotTool } from "../../runtime/index.ts";
import { failureOf, load, ROLES, runLua, shown } from "./model-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

const SLOTS = `${ROLES}capabilities: [acme/kit]\ntools:\n  find: acme/kit/find\n  other: acme/kit/other\n`;
const tool = (text: string): SlotTool => ({
  description: "Finds",
  parameters: { type: "object", properties: { q: { type: "string" } } },
  call: () => ({ text, trusted: true }),
});
const tools = { find: tool("found"), other: tool("else") };
const USE = 'models.use("writer")\n';
const long = "messages.new():user(string.rep('x', 99))";
const small = () => scripted(["never"], { context: 10 });

describe("a conversation", () => {
  it("grows in place and gives exactly nil (CONV-22, CONV-25)", async () => {
    const lua = `${USE}local m = messages.new():system("s"):user("é")
      local before = m
      local count = select("#", models.loop(m))
      m:user("again")
      models.loop(m)
      local out = {}
      for _, r in ipairs(m) do out[#out + 1] = r.role .. "=" .. r.content:upper() end
      return count .. tostring(before == m) .. " " .. table.concat(out, " ")`;
    const model = scripted(["one", "two"]);
    expect(await runLua(workplace, lua, model)).toBe(
      "1true system=S user=\xc9 assistant=ONE user=AGAIN assistant=TWO".replace("\xc9", "é"),
    );
    expect(model.requests[1]).toEqual({
      role: "writer",
      modelId: "scripted",
      messages: [
        { role: "system", content: "s" },
        { role: "user", content: "é" },
        { role: "assistant", content: "one" },
        { role: "user", content: "again" },
      ],
      tools: [],
      options: {},
      origin: "chat",
      stream: true,
      onDelta: expect.any(Function),
    });
  });

  it("is known to the compiler: what a loop puts into a list of the author's own has the methods of strings", async () => {
    const lua = `${USE}local m = { { role = "user", content = args } }
      models.loop(m)
      return m[2].content:rep(2)`;
    expect(await runLua(workplace, lua, ["ab"])).toBe("abab");
  });

  it("is known to the compiler: records keep functions that wait", async () => {
    const lua = `local m = messages.new()
      m:append({ role = "user", content = "x", ask = function() return user_input() end })
      return (m[1].ask())`;
    expect(await runLua(workplace, lua, [], { userInput: async () => ({ text: "yes" }) })).toBe("yes");
  });

  it("is a copy on both sides (HOST-M03)", async () => {
    const lua = `${USE}local record = { role = "user", content = { { type = "text", text = "x" } } }
      local m = { record }
      models.loop(m)
      record.content[1].text = "y"
      models.loop(m)
      return m[1].content[1].text .. #m`;
    const seen: string[] = [];
    const model: Model = {
      ...echo(),
      complete: (request) => {
        seen.push(JSON.stringify(request.messages[0]));
        (request.messages as unknown[]).length = 0;
        return { result: { text: "ok" } };
      },
    };
    expect(await runLua(workplace, lua, model)).toBe("y3");
    expect(seen).toEqual(
      ["x", "y"].map((text) => JSON.stringify({ role: "user", content: [{ type: "text", text }] })),
    );
  });

  it("hands live fragments to the listener, whatever it does, and none of a question (HOST-7)", async () => {
    const lua = `${USE}models.infer("q")
      local m = messages.new():user("x")
      models.loop(m)
      return m[2].content`;
    const fragments: string[] = [];
    const model: Model = {
      ...echo(),
      complete: async ({ onDelta, stream }) => {
        if (stream) for (const fragment of ["a", "b", "c"]) onDelta?.(fragment);
        else expect(onDelta).toBeUndefined();
        return { result: { text: "abc" } };
      },
    };
    const onDelta = (fragment: string, { section }: { section: string }) => {
      fragments.push(fragment + section);
      throw new Error("a listener's own");
    };
    expect(await runLua(workplace, lua, model, { onDelta })).toBe("abc");
    expect(fragments).toEqual(["aOne", "bOne", "cOne"]);
  });

  it("is cut off by a cancel while fragments come: the signal aborts, and what follows is not heard", async () => {
    const prompt = await load(workplace, `${USE}models.loop(messages.new():user("x"))`);
    const heard: string[] = [];
    let aborted = false;
    const model: Model = {
      ...echo(),
      complete: ({ onDelta }, { signal }) =>
        new Promise((_resolve, reject) => {
          signal!.addEventListener("abort", () => {
            aborted = true;
            onDelta!("late");
            reject(new Error("aborted"));
          });
          onDelta!("early");
        }),
    };
    const kinds: string[] = [];
    const run = prompt.start("", {
      model,
      onDelta: (fragment) => {
        heard.push(fragment);
        setTimeout(() => run.cancel(), 1);
      },
      onEvent: ({ kind }) => kinds.push(kind),
    });
    expect((await run.outcome).status).toBe("cancelled");
    expect([aborted, heard]).toEqual([true, ["early"]]);
    expect(kinds).not.toContain("model_turn_failed");
  });

  it("reports its rounds, its calls and their results in the order of EVT-15 and EVT-16", async () => {
    const prompt = await load(
      workplace,
      `${USE}tools.add("find")
      local m = messages.new():user("x")
      models.loop(m)
      return #m`,
      SLOTS,
    );
    const events: RunEvent[] = [];
    const model = scripted([{ text: "aside", toolCalls: [{ name: "find", arguments: { q: "é" } }] }, "done"]);
    const onEvent = (event: RunEvent) => events.push(event);
    expect(await prompt.run("", { model, tools, onEvent })).toBe("4");
    const of = ({ kind }: RunEvent) => /model|reply|tool/.test(kind);
    expect(shown(events.filter(of))).toEqual([
      "5 tool_scope_validation_started",
      "6 tool_scope_validation_succeeded",
      "8 model_turn_completed",
      '9 assistant_tool_calls {"turn":1,"model":"scripted","calls":[{"id":"call_1","name":"find","arguments":{"q":"é"}}]}',
      "11 tool_call_succeeded",
      '12 tool_result {"turn":1,"tool_call_id":"call_1","alias":"find","content":"found","trusted":true}',
      "13 tool_scope_validation_started",
      "14 tool_scope_validation_succeeded",
      "16 model_turn_completed",
      '17 assistant_reply {"turn":2,"text":"done","finish_reason":"stop","model":"scripted","origin":"chat"}',
    ]);
    expect(model.requests[1]!.messages.slice(1)).toEqual([
      { role: "assistant", content: "", tool_calls: [{ id: "call_1", name: "find", arguments: { q: "é" } }] },
      { role: "tool", content: "found", tool_call_id: "call_1" },
    ]);
    expect(model.requests[0]!.tools).toEqual([
      { name: "find", description: "Finds", parameters: tools.find.parameters },
    ]);
    expect(model.requests[0]!.tools[0]!.parameters).not.toBe(tools.find.parameters);
  });

  it("reports a list out of order as one failed round, and a precheck not at all", async () => {
    const kinds: string[] = [];
    const lua = `${USE}pcall(models.loop, messages.new():tool("x", "1"))
      pcall(models.loop, ${long})
      return "ok"`;
    await runLua(workplace, lua, small(), { onEvent: ({ kind }) => kinds.push(kind) });
    const scope = ["tool_scope_validation_started", "tool_scope_validation_succeeded"];
    expect(kinds.filter((kind) => /model|tool/.test(kind))).toEqual([
      ...scope,
      "model_turn_failed",
      ...scope,
    ]);
  });
});

describe("a call out of scope (TOOL-62)", () => {
  const reply = [{ toolCalls: [{ name: "find" }, { name: "other" }] }];

  it("fails the round before anything runs, naming the first and what is in scope", async () => {
    const prompt = await load(
      workplace,
      `${USE}tools.add("find")
      tools.add_local("b", "B", {}, function() return "never" end)
      local m = messages.new():user("x")
      local _, e = pcall(models.loop, m)
      return #m .. "|" .. e.kind .. "|" .. e.name .. "|" .. e.message .. "|" .. tostring(tools.calls)`,
      SLOTS,
    );
    expect(await prompt.run("", { model: scripted(reply), tools })).toBe(
      '1|out_of_scope_tool|other|tool "other" is not in this section\'s scope; in-scope aliases: ["b", "find"]' +
        " (alias is a bound tool slot but was not added to this section's scope)|nil",
    );
  });

  it("fails where no tool is linked at all", async () => {
    const prompt = await load(workplace, `${USE}models.loop(messages.new():user("x"))`);
    expect(await failureOf(prompt, { model: scripted([{ toolCalls: [{ name: "q\n" }] }]) })).toMatchObject({
      kind: "Tool",
      message: 'tool "q\\n" is not in this section\'s scope; in-scope aliases: []',
    });
  });
});

describe("a request that is too long", () => {
  it("ends the run in its own kind, whoever has raised it (CONV-70)", async () => {
    const message = "context exhausted: the request precheck overflowed the model's context window";
    for (const lua of [
      `${USE}models.loop(${long})`,
      `${USE}models.loop(${long}, compactors.fail)`,
      `${USE}models.loop(${long}, function(reason) compactors.fail(reason) end)`,
      `compactors.fail("precheck")`,
    ]) {
      const prompt = await load(workplace, lua);
      expect(await failureOf(prompt, { model: small() })).toMatchObject({
        kind: "ContextExhausted",
        message,
      });
    }
  });

  it("is never sent (CONV-73)", async () => {
    const model = small();
    await runLua(workplace, `${USE}return tostring(pcall(models.loop, ${long}))`, model);
    expect(model.requests).toEqual([]);
  });

  it("leaves an error of the compactor the author's own: it is reported where it was raised (CONV-71)", async () => {
    const prompt = await load(
      workplace,
      `${USE}models.loop(${long}, function(reason)\n  error("no " .. reason)\nend)`,
    );
    const region = "section `One` prologue";
    const error = await failureOf(prompt, { model: small() });
    expect(error).toMatchObject({
      kind: "Lua",
      message: `${region}:17: [string "${region}"]:17: no precheck`,
    });
    expect(error.stack).toContain("at section 'One' (p.prompt.md:17)");
  });

  it("lets the compactor wait, and takes no return for an answer", async () => {
    const lua = `${USE}local ok, e = pcall(models.loop, ${long}, function(reason)
        return store.write("why.txt", reason)
      end)
      return e.kind .. "|" .. e.message .. "|" .. store.read("why.txt")`;
    expect(await runLua(workplace, lua, small())).toBe(
      "lua|the selected compactor returned without raising: replacement compactors are deferred; " +
        "compactors.fail is the only shipped policy|precheck",
    );
  });

  it("keeps the list when the provider refuses, after one failed round (CONV-72, CONV-74)", async () => {
    const body = '{"error":"maximum Context Length is 9"}';
    const lua = `${USE}local m = messages.new():user("x")
      local ok, e = pcall(models.loop, m)
      return #m .. e.kind .. e.reason`;
    const kinds: string[] = [];
    const model = scripted([{ error: { kind: "backend", status: 400, body } }]);
    const onEvent = ({ kind }: RunEvent) => kinds.push(kind);
    expect(await runLua(workplace, lua, model, { onEvent })).toBe("1context_exhaustedprovider");
    expect(kinds.filter((kind) => kind === "model_turn_failed")).toHaveLength(1);
  });

  it("ends a compactor that only calls itself", async () => {
    const lua = `${USE}local m = ${long}
      local function again() return models.loop(m, again) end
      local ok, e = pcall(models.loop, m, again)
      return tostring(e)`;
    expect(await runLua(workplace, lua, small())).toContain("stack overflow");
  });
});
