import { describe, expect, it } from "vitest";
import { chunk, DONE, event } from "../../loopback/chat-replies.ts";
import { completed, contextOf, failureOf, fakeFetch, modelOf, pieces, round } from "./openai-round.ts";
import { RECORDED_STREAMS } from "./openai-streams.ts";

const read = async (given: readonly (string | Uint8Array)[]) => {
  const { completion, fragments } = await completed(fakeFetch(pieces(given)).fetch, { stream: true });
  const { raw: _raw, ...rest } = completion;
  return { ...rest, fragments };
};

const failed = (given: readonly string[], error?: Error) => {
  const { fetch } = fakeFetch(pieces(given, error === undefined ? {} : { error }));
  return failureOf(modelOf(fetch).complete(round({ stream: true }), contextOf()));
};

const calls = async (...fragments: readonly object[]) => {
  const chunks = fragments.map((fragment) => event(chunk({ tool_calls: [fragment] })));
  return (await read([...chunks, DONE])).result;
};

describe("a streamed reply (HOST-M15)", () => {
  it.each(Object.entries(RECORDED_STREAMS))("%s", async (_name, { text, expected }) => {
    expect(await read([text])).toEqual({ metrics: {}, model: "m", ...expected });
  });

  it.each(Object.entries(RECORDED_STREAMS))("%s: cut at any byte it is the same", async (_name, { text }) => {
    const bytes = new TextEncoder().encode(text);
    const whole = await read([bytes]);
    for (let cut = 0; cut <= bytes.length; cut++)
      expect(await read([bytes.slice(0, cut), bytes.slice(cut)]), `cut at ${cut}`).toEqual(whole);
  });

  it.each(Object.entries(RECORDED_STREAMS))("%s: byte by byte it is the same", async (_name, { text }) => {
    const bytes = [...new TextEncoder().encode(text)];
    expect(await read(bytes.map((byte) => Uint8Array.of(byte)))).toEqual(await read([text]));
  });
});

describe("the end of a stream (HOST-M15, rules 1 and 2)", () => {
  const say = event(chunk({ content: "x" }));
  const stop = event(chunk({}, "stop"));

  it("is [DONE], whatever follows", async () => {
    for (const rest of [
      "data: {broken\n\n",
      event({ error: { message: "late" } }),
      event(chunk({ content: "y" })),
    ])
      expect(await read([say + DONE + rest])).toMatchObject({ result: { text: "x" } });
    expect(await read([say, DONE, "data: {broken\n\n"])).toMatchObject({ result: { text: "x" } });
    expect(await read([`${say}data: [DONE]`])).toMatchObject({ result: { text: "x" } });
  });

  it("is the end of the body, or of its connection, behind a finish reason", async () => {
    expect(await read([say + stop])).toMatchObject({ result: { text: "x" }, finishReason: "stop" });
    const { fetch } = fakeFetch(pieces([say + stop], { error: new Error("reset") }));
    const { completion } = await completed(fetch, { stream: true });
    expect(completion).toMatchObject({ result: { text: "x" }, finishReason: "stop" });
  });

  it("with neither is a cut reply", async () => {
    for (const text of ["", ": ping\n\n", say, `${say}data: [DON`, `${say}data: {"choices":[`])
      expect(await failed([text])).toMatchObject({ kind: "transport" });
    expect(await failed([say], new Error("reset"))).toMatchObject({
      kind: "transport",
      cause: { message: "reset" },
    });
  });

  it("counts an event without blank line when its data is complete", async () => {
    expect(await read([`${say}${stop.trimEnd()}`])).toMatchObject({ finishReason: "stop" });
    expect(await read([`${say}${stop}data: {"choi`])).toMatchObject({ finishReason: "stop" });
  });

  it.each([
    ["data: {broken\n\n", "an event of the response stream was not valid JSON"],
    [event(chunk({ content: ["x"] })), "`content` was present but not a string"],
    [event(chunk({ tool_calls: {} })), "`tool_calls` was present but not an array"],
    [DONE, "no choices in response"],
    [event({ choices: [] }) + DONE, "no choices in response"],
  ])("malformed: %j", async (text, message) => {
    expect(await failed([text])).toMatchObject({ kind: "malformed", message });
  });

  it.each([
    [{ message: "m" }, 500],
    [{ code: 429, message: "m" }, 429],
    [{ status: 503 }, 503],
    [{ code: "rate_limit", status: 429 }, 429],
    ["overloaded", 500],
  ])("is an error that the provider reports: %j (rule 5)", async (error, status) => {
    expect(await failed([say, event({ error })])).toMatchObject({
      kind: "backend",
      status,
      body: JSON.stringify(error),
    });
  });
});

describe("fragments of tool calls (HOST-M15, rule 4)", () => {
  const open = (index: number | undefined, id: string, name = "f") => ({
    ...(index !== undefined && { index }),
    id,
    function: { name, arguments: "" },
  });
  const more = (index: number | null | undefined, text: string) => ({
    ...(index !== undefined && { index }),
    function: { arguments: text },
  });
  const call = (id: string | undefined, text: string, name: string | undefined = "f") => ({
    id,
    name,
    arguments: text,
  });

  it.each<[string, readonly object[], readonly object[]]>([
    ["by index", [open(0, "a"), open(1, "b"), more(0, "1"), more(1, "2")], [call("a", "1"), call("b", "2")]],
    ["with gaps", [open(7, "a"), open(3, "b"), more(7, "1"), more(3, "2")], [call("a", "1"), call("b", "2")]],
    ["without index", [open(undefined, "a"), more(undefined, "1"), more(null, "2")], [call("a", "12")]],
    [
      "each whole and without index",
      [open(undefined, "a"), more(undefined, "1"), open(undefined, "b"), more(undefined, "2")],
      [call("a", "1"), call("b", "2")],
    ],
    ["with an unknown index", [open(0, "a"), open(1, "b"), more(9, "1")], [call("a", ""), call("b", "1")]],
    [
      "without index behind an index",
      [open(0, "a"), open(1, "b"), more(undefined, "1")],
      [call("a", ""), call("b", "1")],
    ],
    [
      "with two ids under one index",
      [open(0, "a"), more(0, "1"), open(0, "b"), more(0, "2")],
      [call("a", "1"), call("b", "2")],
    ],
    [
      "with ids that come back",
      [open(0, "a"), open(0, "b"), { ...open(0, "a"), function: { arguments: "1" } }, more(0, "2")],
      [call("a", "12"), call("b", "")],
    ],
    ["with id and name repeated", [open(0, "a"), open(0, "a"), more(0, "1")], [call("a", "1")]],
    ["with id repeated and no index", [open(undefined, "a"), open(undefined, "a")], [call("a", "")]],
    [
      "with empty repeats",
      [open(0, "a"), { index: 0, id: "", function: { name: "", arguments: "1" } }],
      [call("a", "1")],
    ],
    [
      "with null repeats",
      [open(0, "a"), { index: 0, id: null, function: { name: null, arguments: null } }],
      [call("a", "")],
    ],
    [
      "with the name later",
      [{ index: 0, id: "a" }, { index: 0, function: { name: "f" } }, more(0, "1")],
      [call("a", "1")],
    ],
    [
      "with the id later",
      [{ index: 0, function: { name: "f" } }, { index: 0, id: "a" }, more(0, "1")],
      [call("a", "1")],
    ],
    ["without id", [{ index: 0, function: { name: "f", arguments: "1" } }], [call(undefined, "1")]],
    ["with a blank id", [open(0, "")], [call("", "")]],
    ["without a name", [{ index: 0, id: "a" }], [{ id: "a", name: undefined, arguments: "" }]],
    [
      "with an object as arguments",
      [{ index: 0, id: "a", function: { name: "f", arguments: { q: 1 } } }],
      [call("a", '{"q":1}')],
    ],
    [
      "with an empty object, then texts",
      [{ index: 0, id: "a", function: { name: "f", arguments: {} } }, more(0, '{"q"'), more(0, ":1}")],
      [call("a", '{"q":1}')],
    ],
    [
      "with an object, then blank texts",
      [{ index: 0, id: "a", function: { name: "f", arguments: { q: 1 } } }, more(0, ""), more(0, " ")],
      [call("a", '{"q":1}')],
    ],
    [
      "with objects that grow, and an empty one last",
      [{}, { q: 1 }, { q: 1, r: 2 }, {}].map((given) => ({
        index: 0,
        id: "a",
        function: { name: "f", arguments: given },
      })),
      [call("a", '{"q":1,"r":2}')],
    ],
    [
      "with a text, then objects",
      [open(0, "a"), more(0, '{"q":1}'), { index: 0, function: { arguments: {} } }],
      [call("a", '{"q":1}')],
    ],
    [
      "with two names under one index and no ids",
      ["f", "g"].flatMap((name) => [{ index: 0, function: { name, arguments: "" } }, more(0, `"${name}"`)]),
      [call(undefined, '"f"'), call(undefined, '"g"', "g")],
    ],
    [
      "with another name and no id under the index of a call",
      [open(0, "a"), { index: 0, function: { name: "g", arguments: "1" } }, more(0, "2")],
      [call("a", ""), call(undefined, "12", "g")],
    ],
    [
      "with a name and then an id of another name under one index",
      [{ index: 0, function: { name: "f" } }, open(0, "b", "g"), more(0, "1")],
      [call(undefined, ""), call("b", "1", "g")],
    ],
    [
      "with the name repeated and no ids",
      [1, 2].map((at) => ({ index: 0, function: { name: "f", arguments: String(at) } })),
      [call(undefined, "12")],
    ],
    ["that are none", [open(0, "a"), null as unknown as object], [call("a", "")]],
  ])("%s", async (_name, fragments, toolCalls) => {
    expect(await calls(...fragments)).toMatchObject({ toolCalls });
    expect(((await calls(...fragments)) as { toolCalls: object[] }).toolCalls).toHaveLength(toolCalls.length);
  });
});

describe("a whole reply to a request for a stream", () => {
  const whole = JSON.stringify({ choices: [{ message: { content: "héllo" }, finish_reason: "stop" }] });

  it.each(["", "text/plain", "text/event-stream", "application/json; charset=utf-8"])(
    "is read with the content type %j, and told as one fragment",
    async (type) => {
      for (const given of [[whole], ["\ufeff\r\n ", "", ` ${whole}`], [...new TextEncoder().encode(whole)]]) {
        const parts = given.map((piece) => (typeof piece === "number" ? Uint8Array.of(piece) : piece));
        const response = pieces(parts, { type });
        if (type === "") response.headers.delete("content-type");
        const { completion, fragments } = await completed(fakeFetch(response).fetch, { stream: true });
        expect(completion).toMatchObject({ result: { text: "héllo" }, finishReason: "stop" });
        expect(fragments).toEqual(["héllo"]);
      }
    },
  );

  it("that is cut is malformed, and one that reports an error is that error", async () => {
    expect(await failed([whole.slice(0, -1)])).toMatchObject({
      kind: "malformed",
      message: "response was not valid JSON",
    });
    expect(await failed(['{"error":{"code":429}}'])).toMatchObject({ kind: "backend", status: 429 });
  });

  it("is none when nothing but white space comes", async () => {
    expect(await failed(["\n\n", " "])).toMatchObject({ kind: "transport" });
  });
});

describe("what a streamed reply comes with", () => {
  it("is put together as a whole reply for the raw form", async () => {
    const { text } = RECORDED_STREAMS["tool calls by index"]!;
    const { completion } = await completed(fakeFetch(pieces([text])).fetch, { stream: true });
    const { response } = completion.raw!;
    const { fetch } = fakeFetch(Response.json(response));
    const { raw: _again, ...again } = (await completed(fetch)).completion;
    const { raw: _raw, ...rest } = completion;
    expect(again).toEqual(rest);
  });

  it("is when its first piece came, and how far apart the others were", async () => {
    const texts = ["a", "b", "c"].map((content) => event(chunk({ content })));
    const { fetch } = fakeFetch(pieces([...texts, DONE]));
    const { metrics } = await modelOf(fetch).complete(round({ stream: true }), contextOf());
    const { e2e_ms, ttft_ms, mean_itl_ms } = metrics!.client!;
    expect(ttft_ms).toBeGreaterThanOrEqual(0);
    expect(mean_itl_ms).toBeGreaterThanOrEqual(0);
    expect(e2e_ms).toBeGreaterThanOrEqual(ttft_ms! + 2 * mean_itl_ms!);
  });

  it.each([
    [[], ["e2e_ms"]],
    [["a"], ["e2e_ms", "ttft_ms"]],
  ])("after the pieces %j has %j", async (texts, names) => {
    const chunks = texts.map((content) => event(chunk({ content })));
    const { fetch } = fakeFetch(pieces([...chunks, event(chunk({}, "stop"))]));
    const { metrics } = await modelOf(fetch).complete(round({ stream: true }), contextOf());
    expect(Object.keys(metrics!.client!)).toEqual(names);
  });
});
