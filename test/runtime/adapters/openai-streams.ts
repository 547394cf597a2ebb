import { chunk, DONE, event } from "../../loopback/chat-replies.ts";

/** A stream as a server of some kind sends it, and what it says. */
export interface RecordedStream {
  readonly text: string;
  readonly expected: object;
}

const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
const timings = {
  prompt_n: 1,
  prompt_ms: 1.5,
  prompt_per_second: 2.5,
  predicted_n: 2,
  predicted_ms: 3.5,
  predicted_per_second: 4.5,
};

const said = (delta: object, finish: string | null = null) => event({ ...chunk(delta, finish), model: "m" });
const stop = said({}, "stop");
const hello = { result: { text: "hé 😀 wörld" }, fragments: ["hé ", "😀", " wörld"], finishReason: "stop" };
const helloText = ["hé ", "😀", " wörld"].map((content) => said({ content })).join("");

const call = (index: number | undefined, id: string | undefined, text: string) =>
  said({
    tool_calls: [
      {
        ...(index !== undefined && { index }),
        ...(id !== undefined && { id, type: "function" }),
        function: { ...(id !== undefined && { name: "find" }), arguments: text },
      },
    ],
  });
const asked = (...given: readonly (readonly [string, string])[]) => ({
  result: { text: "", toolCalls: given.map(([id, text]) => ({ id, name: "find", arguments: text })) },
  finishReason: "tool_calls",
  fragments: [],
});
const called = said({}, "tool_calls");

/** Streams by what is special about them. */
export const RECORDED_STREAMS: { readonly [name: string]: RecordedStream } = {
  "a text": { text: said({ role: "assistant", content: "" }) + helloText + stop + DONE, expected: hello },
  "CRLF, comments and a retry field": {
    text: `retry: 5\r\n: ping\r\n\r\n${(helloText + stop + DONE).replaceAll("\n", "\r\n")}`,
    expected: hello,
  },
  "lines that end in CR": { text: (helloText + stop + DONE).replaceAll("\n", "\r"), expected: hello },
  "keep-alives as data": {
    text: `data: : ping\n\n${helloText}data: :\n\n: OPENROUTER PROCESSING\n\n${stop}${DONE}`,
    expected: hello,
  },
  "data on several lines, without a blank behind the colon": {
    text: `${helloText}data:{"choices":[{"index":0,\ndata:"delta":{},\ndata:"finish_reason":"stop"}]}\n\n${DONE}`,
    expected: hello,
  },
  "no [DONE], and the last event without its blank line": {
    text: helloText + stop.trimEnd(),
    expected: hello,
  },
  "a byte order mark": { text: `\ufeff${helloText}${stop}${DONE}`, expected: hello },
  "usage in a chunk of its own, timings with the last": {
    text:
      helloText +
      event({ ...chunk({ content: null }, "stop"), model: "m", timings, usage: null }) +
      event({ model: "later", choices: [], usage }) +
      DONE,
    expected: { ...hello, metrics: { usage, llama: { ...timings, draft_n: 0, draft_n_accepted: 0 } } },
  },
  "usage that cannot be read, no finish reason": {
    text: `${helloText}${event({ choices: [], usage: "x" })}${DONE}`,
    expected: {
      result: hello.result,
      fragments: hello.fragments,
      degraded: ["malformed `usage` in completion response ignored: expected an object"],
    },
  },
  "reasoning before the text, under two names": {
    text:
      said({ reasoning: "hm", reasoning_content: "h" }) +
      said({ reasoning_content: "é", content: null }) +
      helloText +
      stop +
      DONE,
    expected: { ...hello, reasoning: "hé" },
  },
  "other choices between": {
    text:
      event({ choices: [{ index: 1, delta: { content: "no" }, finish_reason: "length" }] }) +
      helloText +
      stop +
      event({ choices: [{ index: 1, delta: { content: "no" }, finish_reason: "length" }] }) +
      DONE,
    expected: hello,
  },
  "tool calls by index": {
    text:
      call(0, "a", "") +
      call(0, undefined, '{"q":') +
      call(1, "b", "") +
      call(0, undefined, '"é"}') +
      call(1, undefined, "{}") +
      called +
      DONE,
    expected: asked(["a", '{"q":"é"}'], ["b", "{}"]),
  },
  "tool calls with gaps, without index and without arguments": {
    text: call(4, "a", "") + call(undefined, undefined, "{}") + call(2, "b", "") + called,
    expected: asked(["a", "{}"], ["b", ""]),
  },
  "tool calls that all have index 0 and repeat their ids": {
    text: call(0, "a", "{") + call(0, "a", "}") + call(0, "b", "{") + call(0, "b", "}") + called + DONE,
    expected: asked(["a", "{}"], ["b", "{}"]),
  },
  "a text beside a call": {
    text: said({ content: "look" }) + call(0, "a", "{}") + called + DONE,
    expected: {
      ...asked(["a", "{}"]),
      result: { text: "look", toolCalls: [{ id: "a", name: "find", arguments: "{}" }] },
      fragments: ["look"],
    },
  },
};
