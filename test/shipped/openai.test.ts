import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { openai as openaiOfSource } from "../../runtime/adapters/openai.ts";
import type { RunEvent, RunOptions, RunOutcome } from "../../runtime/index.ts";
import { ask, DONE, event, say, streamCalls, streamText } from "../loopback/chat-replies.ts";
import { type ChatReply, type ChatServer, startChatServer } from "../loopback/chat-server.ts";
import { load, ROLES } from "./model-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;
let server: ChatServer;
let openai: typeof openaiOfSource;

beforeAll(async () => {
  workplace = await Workplace.make();
  workplace.write("openai.mjs", 'export { openai as default } from "promptforge-runtime/openai";\n');
  openai = await workplace.load("openai.mjs");
}, 120_000);
afterEach(() => server.close());
afterAll(() => workplace?.remove());

const HEAD = `${ROLES}capabilities: [acme/kit]\ntools:\n  find: acme/kit/find\n`;
const LOOP = `models.use("writer")
tools.add("find")
local talk = messages.new():user("look it up")
models.loop(talk)
return talk[#talk].content`;
const INFER = 'models.use("writer")\nreturn models.infer("hello")';

const find = {
  description: "Finds",
  parameters: { type: "object", properties: { q: { type: "string" } } },
  call: (args: unknown) => ({ text: `found ${JSON.stringify(args)}`, trusted: true }),
};

/** Runs Lua against a server that answers so. */
async function run(lua: string, replies: readonly ChatReply[], options: RunOptions = {}) {
  server = await startChatServer(replies);
  const model = openai({ baseURL: server.url, model: "m-1", apiKey: "secret-key" });
  const prompt = await load(workplace, lua, HEAD);
  const events: RunEvent[] = [];
  const fragments: string[] = [];
  const outcome = await prompt.start("", {
    model,
    tools: { find },
    onEvent: (seen) => void events.push(seen),
    onDelta: (fragment) => void fragments.push(fragment),
    ...options,
  }).outcome;
  return { outcome, events, fragments };
}

function messageOf(outcome: RunOutcome): string {
  return outcome.status === "failed" ? outcome.error.message : outcome.status;
}

describe("a prompt with a real endpoint", () => {
  it("asks once, and gets the text of a whole reply", async () => {
    const { outcome, fragments } = await run(INFER, [say("hé")]);
    expect(outcome).toEqual({ status: "completed", text: "hé" });
    expect(server.requests[0]!.body).toEqual({
      model: "m-1",
      messages: [{ role: "user", content: "hello" }],
      stream: false,
    });
    expect(fragments).toEqual([]);
  });

  it("talks in streams, calls the tools that it is asked to, and shows the text as it comes", async () => {
    const calls = [
      { id: "c1", name: "find", arguments: '{"q":"é"}' },
      { id: "c2", name: "find", arguments: "" },
    ];
    const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
    const replies = [streamCalls(...calls), streamText(["It ", "is ", "hé"], usage)];
    const { outcome, events, fragments } = await run(LOOP, replies);
    expect(outcome).toEqual({ status: "completed", text: "It is hé" });
    expect(fragments).toEqual(["It ", "is ", "hé"]);
    const [first, second] = server.requests.map(
      ({ body }) => body as { messages: object[]; tools: object[] },
    );
    expect(first!.tools).toEqual([
      {
        type: "function",
        function: { name: "find", description: find.description, parameters: find.parameters },
      },
    ]);
    expect(second!.messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: "",
        tool_calls: [
          { id: "c1", type: "function", function: { name: "find", arguments: '{"q":"é"}' } },
          { id: "c2", type: "function", function: { name: "find", arguments: "{}" } },
        ],
      },
      { role: "tool", content: 'found {"q":"é"}', tool_call_id: "c1" },
      { role: "tool", content: "found {}", tool_call_id: "c2" },
    ]);
    expect(events.find(({ kind }) => kind === "assistant_reply")).toMatchObject({
      text: "It is hé",
      finish_reason: "stop",
      model: "test-model",
      metrics: { usage, client: { ttft_ms: expect.any(Number) } },
    });
  });

  it("takes whole replies to its streams as well", async () => {
    const { outcome } = await run(LOOP, [ask({ id: "c1", name: "find", arguments: "{}" }), say("done")]);
    expect(outcome).toEqual({ status: "completed", text: "done" });
    expect(server.requests).toHaveLength(2);
  });

  it.each<[string, ChatReply, string]>([
    ["a refusal", { status: 503, body: "secret-body" }, "non-success backend status 503"],
    ["an error in a stream", { chunks: [event({ error: { code: 418 } })] }, "non-success backend status 418"],
    ["a cut stream", { chunks: [": x\n\n"] }, "http transport failure"],
    ["a reset", { chunks: [], ending: "reset" }, "http transport failure"],
    ["no JSON", { body: "secret-body" }, "malformed response: response was not valid JSON"],
    ["no choices", { json: {} }, "malformed response: no choices in response"],
    ["zero choices", { json: { choices: [] } }, "malformed response: response had zero choices"],
    ["no message", { json: { choices: [{}] } }, "malformed response: choice had no message"],
    [
      "content of another type",
      { json: { choices: [{ message: { content: 1 } }] } },
      "malformed response: `content` was present but not a string",
    ],
    [
      "calls of another type",
      { json: { choices: [{ message: { tool_calls: 1 } }] } },
      "malformed response: `tool_calls` was present but not an array",
    ],
    [
      "a call without arguments",
      { json: { choices: [{ message: { tool_calls: [{ id: "c", function: { name: "find" } }] } }] } },
      "malformed response: tool call arguments were missing",
    ],
    [
      "a streamed call without id",
      {
        chunks: [
          event({ choices: [{ delta: { tool_calls: [{ index: 0, function: { name: "find" } }] } }] }),
          DONE,
        ],
      },
      "malformed response: tool call had no string id",
    ],
    [
      "arguments that are cut",
      streamCalls({ id: "c", name: "find", arguments: "{" }),
      "malformed response: tool call arguments were not valid JSON: syntax error",
    ],
    [
      "ids that are the same",
      ask({ id: "c", name: "find", arguments: "{}" }, { id: "c", name: "find", arguments: "{}" }),
      'malformed response: duplicate tool call id "c" within one turn',
    ],
  ])("fails as the language says after %s (HOST-M14, HOST-M20)", async (_what, reply, message) => {
    const { outcome, events } = await run(LOOP, [reply]);
    expect(messageOf(outcome)).toBe(message);
    expect(outcome).toMatchObject({ error: { kind: "Completion" } });
    expect(JSON.stringify([events, (outcome as { error: unknown }).error])).not.toContain("secret");
  });

  it("fails when the provider says that the request is too long (CONV-74)", async () => {
    const body = JSON.stringify({ error: { code: "context_length_exceeded" } });
    const { outcome } = await run(LOOP, [{ status: 400, body }]);
    expect(outcome).toMatchObject({ status: "failed", error: { kind: "ContextExhausted" } });
  });

  it("shows what went over the wire without the key", async () => {
    const { events } = await run(LOOP, [streamText(["x"])], { debugCapture: true });
    const { body } = events.find(({ kind }) => kind === "request") as { body?: unknown };
    expect(body).toEqual(server.requests[0]!.body);
    expect(JSON.stringify(events)).not.toContain("secret");
  });

  it("that is cancelled closes the connection", async () => {
    const controller = new AbortController();
    const onDelta = () => controller.abort();
    const { chunks } = streamText(["x"]);
    const stalled = { chunks: [chunks![0]!], ending: "stall" } as const;
    const { outcome } = await run(LOOP, [stalled], { signal: controller.signal, onDelta });
    expect(outcome).toEqual({ status: "cancelled" });
    expect(await server.requests[0]!.closed).toEqual({ isWhole: false });
  });
});
