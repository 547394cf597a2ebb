import type { RunOptions } from "../../../runtime/index.ts";
import { ask, chunk, DONE, event, say, streamCalls, streamText } from "../../loopback/chat-replies.ts";
import type { ChatReply, ChatScript } from "../../loopback/chat-server.ts";
import type { Sdk } from "./models.ts";

/** A prompt, what the server answers it, and what must come of it. */
export interface Case {
  readonly lua: string;
  readonly script: ChatScript;
  readonly options?: RunOptions;
  /** Fields of the outcome. */
  readonly outcome: object;
  /** Where the SDK does not tell enough: fields of the outcome that it has instead. The rest is then not compared. */
  readonly differs?: { readonly [sdk in Sdk]?: object };
}

const completed = (text: string) => ({ status: "completed", text });
const failed = (message: string, retryable: boolean, kind = "Completion") => ({
  status: "failed",
  kind,
  message,
  retryable,
});
const TRANSPORT = failed("http transport failure", true);
const malformed = (detail: string) => failed(`malformed response: ${detail}`, true);

const INFER = `models.use("writer") return models.infer("Hello")`;
/** Asks in a conversation and gives its records. */
const LOOP = `models.use("writer")
local list = messages.new():system("Be brief"):user("Hello")
models.loop(list)
local out = {}
for _, record in ipairs(list) do
  local calls = ""
  for _, call in ipairs(record.tool_calls or {}) do calls = calls .. "[" .. call.id .. " " .. call.name .. "]" end
  out[#out + 1] = record.role .. calls .. "=" .. record.content
end
return table.concat(out, "; ")`;
/** The same with tools. */
const TOOLS = `tools.add("find")
tools.add_local("add", "Adds", { a = "integer" }, function(given) return tostring((given.a or 40) + 2) end)
${LOOP}`;

const USAGE = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 };
const thought = (field: string) =>
  say("Good", { choices: [{ message: { content: "Good", [field]: "Hm" } }] });

/** Statuses that providers refuse with. */
const STATUSES = [400, 401, 403, 404, 408, 409, 413, 422, 425, 429, 500, 502, 503, 529];
const isRetryable = (status: number) => status >= 500 || [408, 425, 429].includes(status);

const refusals = Object.fromEntries(
  STATUSES.flatMap((status) => {
    const outcome = failed(`non-success backend status ${status}`, isRetryable(status));
    const json = { error: { message: "no: secret", type: "t", code: null } };
    return [
      [`infer: status ${status}`, { lua: INFER, script: [{ status, json }], outcome }],
      [`loop: status ${status}, no JSON`, { lua: LOOP, script: [{ status, body: "<html>" }], outcome }],
    ];
  }),
);

const EXHAUSTED =
  "context exhausted: the provider rejected the request as exceeding the model's context window";
const tooLong: ChatReply = { status: 400, json: { error: { message: "maximum context length is 8" } } };
const endingIn = (ending: NonNullable<ChatReply["ending"]>, reply: ChatReply = {}) => ({ ...reply, ending });
const pieces = (...chunks: readonly object[]): ChatReply => ({ chunks: [...chunks.map(event), DONE] });

/** All cases, by name. */
export const CASES: { readonly [name: string]: Case } = {
  "infer: a text": {
    lua: INFER,
    script: [say("Good day", { usage: USAGE })],
    outcome: completed("Good day"),
  },
  "infer: options": {
    lua: `models.use("writer", { temperature = 0.5, max_tokens = 20 }) return models.infer("Hello")`,
    script: [say("Good")],
    outcome: completed("Good"),
  },
  "infer: the thinking switch": {
    lua: `models.use("judge") return models.infer("Hello")`,
    script: [say("Good")],
    outcome: completed("Good"),
  },
  "infer: reasoning_content": {
    lua: INFER,
    script: [thought("reasoning_content")],
    outcome: completed("Good"),
  },
  "infer: reasoning": { lua: INFER, script: [thought("reasoning")], outcome: completed("Good") },
  "infer: a blank reply": {
    lua: INFER,
    script: [say(" ")],
    outcome: failed("empty model reply", false),
  },
  "infer: no model named": {
    lua: INFER,
    script: [{ json: { choices: [{ message: { content: "Good" }, finish_reason: "stop" }] } }],
    outcome: completed("Good"),
  },
  "infer: cut at its length": {
    lua: INFER,
    script: [say("Go", { choices: [{ message: { content: "Go" }, finish_reason: "length" }] })],
    outcome: completed("Go"),
  },
  "infer: filtered": {
    lua: INFER,
    script: [say("Go", { choices: [{ message: { content: "Go" }, finish_reason: "content_filter" }] })],
    outcome: completed("Go"),
  },
  "infer: a finish reason of the provider's own": {
    lua: INFER,
    script: [say("Go", { choices: [{ message: { content: "Go" }, finish_reason: "eos" }] })],
    outcome: completed("Go"),
    // Specification 2 has no place for it.
    differs: { "AI SDK 5": completed("Go") },
  },
  "infer: calls that nobody offered": {
    lua: INFER,
    script: [ask({ id: "1", name: "find", arguments: "{}" })],
    outcome: { status: "failed", kind: "Lua" },
  },
  "infer: no JSON": {
    lua: INFER,
    script: [{ body: "<html>" }],
    outcome: malformed("response was not valid JSON"),
  },
  "infer: no choices": {
    lua: INFER,
    script: [{ json: {} }],
    outcome: malformed("no choices in response"),
    differs: {
      "AI SDK 6": malformed("response was not of the expected shape"),
      "AI SDK 5": malformed("response was not of the expected shape"),
    },
  },
  "infer: an error with a status of success": {
    lua: INFER,
    script: [{ json: { error: { message: "busy: secret", code: 503 } } }],
    outcome: failed("non-success backend status 503", true),
  },
  "loop: no finish reason before the end": {
    lua: LOOP,
    script: [{ chunks: [event(chunk({ content: "Go" })), DONE] }],
    outcome: completed("system=Be brief; user=Hello; assistant=Go"),
    // It does not tell this end from a cut.
    differs: { "AI SDK 6": TRANSPORT },
  },
  "infer: too long": {
    lua: INFER,
    script: [say("x".repeat(2000))],
    options: { limits: { maxResponseBytes: 1000 } },
    outcome: malformed("response stream exceeds the 1000-byte limit"),
  },
  "infer: too many tokens is a failure as any other": {
    lua: INFER,
    script: [tooLong],
    outcome: failed("non-success backend status 400", false),
  },
  "loop: a text in fragments": {
    lua: LOOP,
    script: [streamText(["Go", "od", " däy"], USAGE)],
    outcome: completed("system=Be brief; user=Hello; assistant=Good däy"),
  },
  "loop: reasoning": {
    lua: LOOP,
    script: [
      pieces(
        chunk({ reasoning_content: "H" }),
        chunk({ reasoning_content: "m" }),
        chunk({ content: "Good" }),
        chunk({}, "stop"),
      ),
    ],
    outcome: completed("system=Be brief; user=Hello; assistant=Good"),
  },
  "loop: tools": {
    lua: TOOLS,
    script: [
      streamCalls(
        { id: "1", name: "find", arguments: '{"q":"ü"}' },
        { id: "2", name: "add", arguments: '{"a":1}' },
      ),
      streamCalls({ id: "3", name: "add", arguments: '{"a":7}' }),
      streamText(["Done"]),
    ],
    outcome: completed(
      'system=Be brief; user=Hello; assistant[1 find][2 add]=; tool=found {"q":"ü"}; tool=3; assistant[3 add]=; tool=9; assistant=Done',
    ),
  },
  "loop: arguments that are empty": {
    lua: TOOLS,
    script: [streamCalls({ id: "1", name: "add", arguments: "" }), streamText(["Done"])],
    outcome: completed("system=Be brief; user=Hello; assistant[1 add]=; tool=42; assistant=Done"),
  },
  "loop: arguments that are no JSON": {
    lua: TOOLS,
    script: [streamCalls({ id: "1", name: "add", arguments: "{oops" })],
    outcome: malformed("tool call arguments were not valid JSON: syntax error"),
  },
  "loop: a text beside calls is dropped": {
    lua: TOOLS,
    script: [
      pieces(
        chunk({ content: "Let me see" }),
        chunk({ tool_calls: [{ index: 0, id: "1", function: { name: "add", arguments: '{"a":1}' } }] }),
        chunk({}, "tool_calls"),
      ),
      streamText(["Done"]),
    ],
    outcome: completed("system=Be brief; user=Hello; assistant[1 add]=; tool=3; assistant=Done"),
  },
  "loop: a blank reply after calls ends it": {
    lua: TOOLS,
    script: [streamCalls({ id: "1", name: "add", arguments: '{"a":1}' }), pieces(chunk({}, "stop"))],
    outcome: completed("system=Be brief; user=Hello; assistant[1 add]=; tool=3; assistant="),
  },
  "loop: a tool out of scope": {
    lua: LOOP,
    script: [streamCalls({ id: "1", name: "none", arguments: "{}" })],
    outcome: failed(`tool "none" is not in this section's scope; in-scope aliases: []`, false, "Tool"),
  },
  "loop: images": {
    lua: `models.use("writer")
local image = { type = "image_url", image_url = { url = "data:image/png;base64,AAEC" } }
local web = { type = "image_url", image_url = { url = "https://example.com/a.png" } }
models.loop(messages.new():user({ { type = "text", text = "See" }, image, web }))`,
    script: [streamText(["Nice"])],
    outcome: completed("done"),
  },
  "loop: the provider says that it is too long": {
    lua: LOOP,
    script: [tooLong],
    outcome: failed(EXHAUSTED, false, "ContextExhausted"),
  },
  "loop: an error in the stream": {
    lua: LOOP,
    script: [pieces(chunk({ content: "Go" }), { error: { message: "busy", code: 429 } })],
    outcome: failed("non-success backend status 429", true),
  },
  "loop: a stream that is too long": {
    lua: LOOP,
    script: [endingIn("repeat", { chunks: [event(chunk({ content: "x".repeat(100) }))] })],
    options: { limits: { maxResponseBytes: 20_000 } },
    outcome: malformed("response stream exceeds the 20000-byte limit"),
  },
  "loop: a stream that breaks off": {
    lua: LOOP,
    script: [endingIn("reset", { chunks: [event(chunk({ content: "Go" }))] })],
    outcome: TRANSPORT,
  },
  "loop: a stream that ends early": {
    lua: LOOP,
    script: [{ chunks: [event(chunk({ content: "Go" }))] }],
    outcome: TRANSPORT,
    // It makes the same of a finish reason that it does not know.
    differs: { "AI SDK 5": { status: "completed" } },
  },
  "loop: a stream that stalls": {
    lua: LOOP,
    script: [endingIn("stall", { chunks: [event(chunk({ content: "Go" }))] })],
    options: { limits: { requestTimeoutMs: 300 } },
    outcome: TRANSPORT,
  },
  "infer: no answer in time": {
    lua: INFER,
    script: [endingIn("silence")],
    options: { limits: { requestTimeoutMs: 300 } },
    outcome: TRANSPORT,
  },
  "infer: a connection that breaks": {
    lua: INFER,
    script: [endingIn("reset", { body: '{"choi' })],
    outcome: TRANSPORT,
  },
  "infer: a refusal that breaks off": {
    lua: INFER,
    script: [endingIn("reset", { status: 500, headers: { "content-length": "100" }, body: '{"err' })],
    outcome: failed("unreadable backend error body (status 500)", true),
  },
  ...refusals,
};
