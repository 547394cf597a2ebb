import { afterAll, beforeAll, expect, it } from "vitest";
import type { Model, ModelCompletion, RunEvent, RunOptions } from "../../runtime/index.ts";
import { load } from "./model-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

async function observe(lua: string, options: RunOptions) {
  const prompt = await load(workplace, lua);
  const events: RunEvent[] = [];
  const text = await prompt.run("", { onEvent: (event) => events.push(event), ...options });
  return { text, events };
}

const answering = (answer: () => unknown): Model => ({
  id: "m",
  context: 1000,
  thinking: "switchable",
  complete: async () => answer() as ModelCompletion,
});

const trap = (): never => {
  throw new Error("trap");
};

it.each([
  ["text", () => ({ result: Object.defineProperty({}, "text", { get: trap }) })],
  ["model", () => Object.defineProperty({ result: { text: "x" } }, "model", { get: trap })],
  ["calls", () => ({ result: { toolCalls: [new Proxy({}, { get: trap })] } })],
])(
  "a completion that throws when its %s is read is a malformed reply, which Lua can catch (HOST-M14)",
  async (_, answer) => {
    const lua = `models.default("writer")
    local ok, e = pcall(models.loop, messages.new():user("x"))
    return e.kind .. ": " .. e.message`;
    const { text, events } = await observe(lua, { model: answering(answer) });
    expect(text).toBe("internal: malformed response: trap");
    expect(events.filter(({ kind }) => kind.startsWith("model_turn")).map(({ kind }) => kind)).toEqual([
      "model_turn_failed",
    ]);
  },
);

it("events hold well-formed text alone, which `tasks.events` reads back (EVT-1)", async () => {
  const lua = `models.default("writer")
    user_input()
    models.infer("x")
    local texts = {}
    for _, e in ipairs(tasks.events("0")) do
      if e.kind == "thinking" then texts[#texts + 1] = e.model .. e.text end
      if e.kind == "user_input" or e.kind == "model_metadata_degraded" then texts[#texts + 1] = e.text or e.message end
      if e.kind == "request" or e.kind == "response" then texts[#texts + 1] = e.body.q or e.body end
    end
    return sys.execution .. " " .. table.concat(texts, " ")`;
  const completion = {
    result: { text: "q\ud800" },
    reasoning: "r\ud800",
    model: "m\udfff",
    degraded: ["z\ud800"],
    raw: { request: { q: "a\ud800" }, response: "b\udc00" },
  };
  const options = { debugCapture: true, execution: "e\udc00", userInput: () => ({ text: "i\ud800" }) };
  const { text, events } = await observe(lua, { model: answering(() => completion), ...options });
  expect(text).toBe("e\ufffd i\ufffd a\ufffd b\ufffd z\ufffd m\ufffdr\ufffd");
  expect(JSON.stringify(events)).not.toMatch(/\\ud[89a-f]/);
});

it.each([100, 127, 128, 1000])("events nested %i deep are read back (EVT-1)", async (depth) => {
  const lua = `local t = "leaf"
    for i = 1, ${depth} do t = { k = t } end
    var.x = t
    tasks.cancel(tasks.spawn("### Kid"))
    for _, e in ipairs(tasks.events("0")) do
      if e.kind == "task_started" then
        local x = e.var.x
        while type(x) == "table" do x = x.k end
        return x
      end
    end
\`\`\`

### Kid

\`\`\`lua
return "x"`;
  expect((await observe(lua, { model: answering(trap) })).text).toBe("leaf");
});
