import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { echo } from "../../runtime/adapters/echo.ts";
import { scripted } from "../../runtime/adapters/scripted.ts";
import type { Model, ModelRequest, RunEvent } from "../../runtime/index.ts";
import { emit, failureOf, load, ROLES, runLua, shown } from "./model-prompt.ts";
import { promptOf, Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

describe("what a module links", () => {
  it.each([
    ["return 1", ["prepareRoles"]],
    ["models.use('writer')", ["hostModelsUse", "prepareRoles"]],
    ["return models.infer(models.get('writer'), 'x')", ["hostModelsGet", "hostModelsInfer", "prepareRoles"]],
    ["return models.infer(writer, 'x')", ["hostModelsInfer", "bindRoles", "prepareRoles"]],
    ["return _G['judge'].label", ["bindRoles", "prepareRoles"]],
    [
      "models.default('writer') models.loop(messages.new())",
      ["hostMessagesNew", "hostModelsDefault", "hostModelsLoop", "prepareRoles"],
    ],
    ["compactors.fail('precheck')", ["hostCompactorsFail", "prepareRoles"]],
  ])("of models: %s", async (lua, expected) => {
    const code = await emit(promptOf(lua, { head: ROLES }));
    const names = /\b(?:host(?:Models|Messages|Compactors)|bind|prepare)[A-Z]\w*/g;
    expect([...new Set(code.match(names))].sort()).toEqual([...expected].sort());
  });

  it("with one question: neither the loop, nor messages, nor tools, nor the store, nor tasks", async () => {
    const lua = "models.default('writer')\nreturn models.infer('x')";
    workplace.write("question.prompt.md", promptOf(lua, { head: ROLES }));
    const built = await workplace.pfc("build", "question.prompt.md", "--out", ".", "--bundle", "--no-types");
    expect(built.status).toBe(0);
    const code = workplace.read("question.prompt.js");
    expect(code).toContain("prompt must be a string");
    const strangers = [
      "messages must",
      "did not converge",
      "context exhausted",
      "tool_scope_validation",
      "tool call arguments",
      "store backend failure",
      "fanout",
      "when_any",
    ];
    expect(strangers.filter((text) => code.includes(text))).toEqual([]);
  });
});

describe("a question", () => {
  it("is one request without tools, with what is set and nothing else (MOD-32, MOD-50, HOST-M01)", async () => {
    const model = scripted(["a", "b", "c"], { id: "m-1" });
    const lua = `models.use("judge", { temperature = 1, max_tokens = 2^5 })
      models.infer("é")
      models.infer(writer, "x")
      return models.infer("y")`;
    expect(await runLua(workplace, lua, model)).toBe("c");
    const common = { modelId: "m-1", tools: [], origin: "infer", stream: false };
    const options = { temperature: 1, maxTokens: 32, thinking: true };
    expect(model.requests).toEqual([
      { ...common, role: "judge", messages: [{ role: "user", content: "é" }], options },
      { ...common, role: "writer", messages: [{ role: "user", content: "x" }], options: {} },
      { ...common, role: "judge", messages: [{ role: "user", content: "y" }], options },
    ]);
  });

  it("goes to the model of its role; a raw id goes to `model` (MOD-10, MOD-25)", async () => {
    const prompt = await load(
      workplace,
      `return models.infer(writer, "x") .. models.infer(judge, "y") .. models.infer(models.get("vendor/é"), "z")
        .. writer.model_id .. judge.model_id .. models.get("vendor/é").context`,
    );
    const model = scripted(["1", "3"], { id: "one" });
    const judge = scripted(["2"], { id: "two" });
    expect(await prompt.run("", { model, models: { judge }, ui: {} })).toBe("123onetwo8192");
    expect(model.requests.map(({ role, modelId }) => [role, modelId])).toEqual([
      ["writer", "one"],
      ["vendor/é", "vendor/é"],
    ]);
  });

  it("without a model names the options that give one (MOD-22)", async () => {
    const none = await load(workplace, "return models.infer('x')");
    expect(await failureOf(none, { model: echo() })).toMatchObject({
      kind: "Binding",
      message: "model binding required for section One",
      help: "select a declared role with models.use or models.default before the first round",
    });
    const raw = await load(workplace, "return models.infer(models.get('raw'), 'x')");
    const help =
      "give the run a model with a `complete` function; rounds that name a raw model id take the option `model`";
    expect(await failureOf(raw, { models: { writer: echo() }, ui: {} })).toMatchObject({
      kind: "Binding",
      help,
    });
    const deaf = { id: "m", context: 1, thinking: "always" } as Model;
    expect(() => raw.start("", { model: deaf })).toThrow(
      new TypeError("the option `model.complete` must be a function"),
    );
  });

  it("that is missing is named where its role is used, and only for a declared role (MOD-11)", async () => {
    for (const use of ["models.use('writer')", "models.default('writer')", "models.get('writer')"]) {
      const failure = await failureOf(await load(workplace, use), {});
      expect(failure).toMatchObject({
        kind: "Lua",
        message: expect.stringContaining("is not a bound model role"),
      });
      expect(failure.help).toBe("give the run the option `model`, or `models` with a model for this role");
    }
    const undeclared = await failureOf(await load(workplace, "models.use('painter')"), {});
    expect(undeclared.message).toContain("is not a bound model role");
    expect(undeclared.help).toBeUndefined();
  });

  it("keeps what the model threw as the cause, and its body out of the message (KND-60)", async () => {
    const prompt = await load(workplace, "models.default('writer')\nreturn models.infer('x')");
    const model = scripted([{ error: { kind: "backend", status: 503, body: "secret" } }]);
    expect(await failureOf(prompt, { model })).toMatchObject({
      kind: "Completion",
      message: "non-success backend status 503",
      retryable: true,
      section: "One",
      cause: { kind: "backend", body: "secret" },
    });
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("no luck");
      },
      "no luck",
    ],
    ["rejects", () => Promise.reject(new Error("no luck")), "no luck"],
    ["gives nothing", () => undefined as never, "malformed response: no choices in response"],
    ["gives text alone", () => "hi" as never, "malformed response: no choices in response"],
  ])(
    "to a model that %s is a failure of the model that `pcall` catches",
    async (_name, complete, message) => {
      const model: Model = { ...echo(), complete };
      const lua = `models.default("writer")
      local ok, e = pcall(models.infer, "x")
      return tostring(ok) .. "|" .. e.kind .. "|" .. e.message`;
      expect(await runLua(workplace, lua, model)).toBe(`false|internal|${message}`);
    },
  );

  it("refuses tool calls, which nobody offered, whatever they are (MOD-53)", async () => {
    const lua = `models.default("writer")
      local _, a = pcall(models.infer, "x")
      local _, b = pcall(models.infer, "x")
      return a.kind .. "|" .. a.message .. "|" .. b.message`;
    const text = "model inference received tool calls but no tools were advertised";
    const replies = [{ toolCalls: [{ name: "find" }] }, { toolCalls: [{ name: " ", arguments: "{" }] }];
    expect(await runLua(workplace, lua, replies)).toBe(`lua|${text}|${text}`);
  });

  it("is refused where nothing can wait, before its arguments are looked at (SUS-02)", async () => {
    const lua = `local ok, e = pcall(table.sort, { 1, 2 }, function() return models.infer(5) end)
      return tostring(e)`;
    expect(await runLua(workplace, lua)).toContain("attempt to yield across a C-call boundary");
  });

  it("reports what part 11 shows: effects take numbers, rounds count from 1 (EVT-6, EVT-15)", async () => {
    const lua = `models.default("writer")
      pcall(models.infer, "a")
      models.infer("b")
      pcall(models.infer, "c")
      return models.infer("d")`;
    const events: RunEvent[] = [];
    const complete = scripted([
      { error: { kind: "transport" } },
      { text: "cut", finishReason: "length", reasoning: "hm" },
      { text: " ", reasoning: "only thought" },
      { text: "é", finishReason: null },
    ]).complete;
    const metrics = { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } };
    const raw = { request: { n: 1 }, response: { n: 2 } };
    let rounds = 0;
    const model: Model = {
      ...echo(),
      complete: async (request, context) => {
        rounds++;
        const answer = await complete(request, context);
        if (rounds === 2) return { ...answer, metrics, degraded: ["odd"], raw };
        const { model: _name, ...unnamed } = answer;
        return rounds === 4 ? { ...unnamed, metrics: 5 as never } : answer;
      },
    };
    await runLua(workplace, lua, model, { onEvent: (event) => events.push(event), debugCapture: true });
    const of = ({ kind }: RunEvent) => /model|reply|thinking|request|response/.test(kind);
    expect(shown(events.filter(of))).toEqual([
      "6 model_turn_failed",
      '8 request {"turn":1,"body":{"n":1}}',
      '9 response {"turn":1,"body":{"n":2},"finish_reason":"length","reasoning_content":"hm"}',
      "10 model_turn_completed",
      '11 model_metadata_degraded {"turn":1,"message":"odd"}',
      '12 thinking {"turn":1,"model":"scripted","text":"hm"}',
      "13 model_turn_truncated",
      `14 assistant_reply {"turn":1,"text":"cut","finish_reason":"length","model":"scripted","metrics":${JSON.stringify(metrics)},"origin":"infer"}`,
      "16 model_turn_completed",
      '17 thinking {"turn":2,"model":"scripted","text":"only thought"}',
      "19 model_turn_completed",
      '20 model_metadata_degraded {"turn":3,"message":"completion response named no string `model`; recorded as empty"}',
      '21 model_metadata_degraded {"turn":3,"message":"malformed `metrics` in completion response ignored: expected an object"}',
      '22 assistant_reply {"turn":3,"text":"é","model":"","origin":"infer"}',
    ]);
    const reply = events.find(({ kind }) => kind === "assistant_reply") as { metrics?: typeof metrics };
    expect(Object.isFrozen(reply.metrics?.usage)).toBe(true);
    expect(reply.metrics).not.toBe(metrics);
  });

  it("carries who asks, and a signal that aborts when the run is cancelled meanwhile (HOST-13, KND-75)", async () => {
    const prompt = await load(
      workplace,
      "models.default('writer')\nreturn pcall(models.infer, 'x') and 'caught'",
    );
    const kinds: string[] = [];
    let run: ReturnType<typeof prompt.start> | undefined;
    const seen = await new Promise<{ signal: AbortSignal | undefined; section: string; execution: string }>(
      (resolve) => {
        const complete: Model["complete"] = (_request, context) => {
          resolve(context);
          return new Promise(() => {});
        };
        const onEvent = ({ kind }: RunEvent) => kinds.push(kind);
        run = prompt.start("", { model: { ...echo(), complete }, execution: "e", onEvent });
      },
    );
    expect(seen).toMatchObject({ section: "One", execution: "e", signal: { aborted: false } });
    run!.cancel();
    expect((await run!.outcome).status).toBe("cancelled");
    expect(seen.signal!.aborted).toBe(true);
    expect(kinds.filter((kind) => kind.startsWith("model_"))).toEqual([]);
    expect(kinds[kinds.length - 1]).toBe("run_failed");
  });
});

describe("handles", () => {
  it("have the fields of MOD-40 and no others, and are made anew by each call", async () => {
    const lua = `local h = models.use("judge", { temperature = 1, max_tokens = 3.0 })
      models.use("judge")
      local _, unknown = pcall(function() return h.role end)
      local _, assign = pcall(function() h.name = 1 end)
      return table.concat({ type(h), h.name, h.label, h.description, table.concat(h.capabilities, "+"), h.model_id,
        h.context, tostring(h.thinking), tostring(h.temperature), tostring(h.max_tokens), tostring(h),
        tostring(getmetatable(h)), tostring(judge == judge), tostring(models.get("judge") == judge),
        tostring(judge.temperature), unknown.message, assign.kind, assign.message, table.concat({ h }) }, "|")`;
    expect(await runLua(workplace, lua, echo({ context: 9 }))).toBe(
      "userdata|judge|judge|Judges|thinking+fast|echo|9|true|1.0|3|judge|false|true|false|nil|" +
        "attempt to get an unknown field 'role'|lua|model handles are frozen: cannot assign field \"name\"|judge",
    );
  });

  it("are known to the compiler as data: their texts have the methods of strings", async () => {
    const lua =
      'local n = "" for _, c in ipairs(judge.capabilities) do n = n .. c:upper() end return n .. judge.name:rep(2)';
    expect(await runLua(workplace, lua, echo())).toBe("THINKINGFASTjudgejudge");
  });

  it("do not appear on a library global's behalf, nor while the library loads (MOD-42)", async () => {
    const text = `---\nname: p\ndescription: d\npromptforge: 0\n${ROLES}---\n\n# P\n
\`\`\`lua shared
early = tostring(writer)
writer = "mine"
function late() return writer.label end
\`\`\`

## A

\`\`\`lua
return early .. late()
\`\`\`
`;
    workplace.write("library.mjs", await emit(text));
    const prompt = await workplace.load<{ run(input: string, options: object): Promise<string> }>(
      "library.mjs",
    );
    expect(await prompt.run("", { model: echo() })).toBe("nilwriter");
  });
});

describe("the models of adapters", () => {
  it("`echo` answers with the last message", async () => {
    expect(await runLua(workplace, "models.default('writer') return models.infer('é')", echo())).toBe("é");
  });

  it("`scripted` fails when it is asked for more, and keeps its requests by role", async () => {
    const model = scripted({ writer: ["a"] });
    const lua = `local a = models.infer(writer, "1")
      local _, b = pcall(models.infer, writer, "2")
      local _, c = pcall(models.infer, judge, "3")
      return a .. "|" .. b.message .. "|" .. c.message`;
    expect(await runLua(workplace, lua, model)).toBe(
      "a|the script has no reply for request 2 of the role `writer`|the script has no reply for request 1 of the role `judge`: it has replies for `writer`",
    );
    expect(model.requests.map(({ role }: ModelRequest) => role)).toEqual(["writer", "writer", "judge"]);
  });

  it("are exports of the package", async () => {
    workplace.write(
      "exports.mjs",
      `import { echo } from "promptforge-runtime/echo";
import { scripted } from "promptforge-runtime/scripted";
import { ModelFailure } from "promptforge-runtime";
export default [echo({ id: "e" }).id, scripted([]).id, new ModelFailure({ kind: "disabled" }).kind];
`,
    );
    expect(await workplace.load("exports.mjs")).toEqual(["e", "scripted", "disabled"]);
  });
});
