import { describe, expect, it } from "vitest";
import { readCompletion } from "../../../../runtime/host/models/completion.ts";
import { MalformedReply, readReply } from "../../../../runtime/host/models/reply.ts";
import { readCalls } from "../../../../runtime/host/models/reply-calls.ts";

const read = (completion: unknown, cap = 1000) =>
  readReply(readCompletion(completion), { readCalls, cap, turn: 3 });
const calls = (...toolCalls: unknown[]) => read({ result: { toolCalls } });

function detail(action: () => unknown): string {
  try {
    action();
  } catch (thrown) {
    if (thrown instanceof MalformedReply) return thrown.detail;
    throw thrown;
  }
  throw new Error("it is not malformed");
}

describe("a reply (HOST-M02)", () => {
  it("is its calls when it has some, else its text", () => {
    const both = read({ result: { text: "aside", toolCalls: [{ id: "1", name: "a", arguments: {} }] } });
    expect(both).toMatchObject({ text: "", isBlank: false, calls: [{ id: "1", name: "a" }], turn: 3 });
    expect(read({ result: { text: " é ", toolCalls: [] } })).toMatchObject({
      text: " \xc3\xa9 ",
      isBlank: false,
      calls: [],
    });
  });

  it.each([[undefined], [null], [""], [" \n\t"], ["\u0085\u00a0\u2003\u3000"]])(
    "is blank with the text %j (CONV-60)",
    (text) => {
      expect(read({ result: { text } }).isBlank).toBe(true);
    },
  );

  it("is not blank with a byte order mark, which is no white space", () => {
    expect(read({ result: { text: "\ufeff" } }).isBlank).toBe(false);
  });

  it("has reasoning only when that is not blank, and a finish reason only when that is a string", () => {
    expect(read({ result: {}, reasoning: " ", finishReason: 1 })).toMatchObject({
      reasoning: undefined,
      finishReason: undefined,
    });
    expect(read({ result: {}, reasoning: "hm", finishReason: "stop" })).toMatchObject({
      reasoning: "hm",
      finishReason: "stop",
    });
  });

  it.each([
    ["nothing", undefined, "no choices in response"],
    ["text", "hello", "no choices in response"],
    ["no result", {}, "choice had no message"],
    ["text that is none", { result: { text: 1 } }, "`content` was present but not a string"],
    ["calls that are no list", { result: { toolCalls: {} } }, "`tool_calls` was present but not an array"],
    ["too much text", { result: { text: "é".repeat(501) } }, "response stream exceeds the 1000-byte limit"],
  ])("is malformed when it is %s", (_name, completion, expected) => {
    expect(detail(() => read(completion))).toBe(expected);
  });
});

describe("tool calls in a reply (HOST-M14, HOST-M16)", () => {
  it.each([
    [[{}], "tool call had no string id"],
    [[null], "tool call had no string id"],
    [[{ id: " " }], "tool call id was blank"],
    [[{ id: "1" }], "tool call had no string name"],
    [[{ id: "1", name: "\t" }], "tool call name was blank"],
    [[{ id: "1", name: "a" }], "tool call arguments were missing"],
    [[{ id: "1", name: "a", arguments: "{" }], "tool call arguments were not valid JSON: syntax error"],
    [[{ id: "1", name: "a", arguments: "[]" }], "tool call arguments did not decode to a JSON object"],
    [[{ id: "1", name: "a", arguments: [1] }], "tool call arguments did not decode to a JSON object"],
    [[{ id: "1", name: "a", arguments: null }], "tool call arguments did not decode to a JSON object"],
    [
      [
        { id: 'x"', name: "a", arguments: {} },
        { id: 'x"', name: "" },
      ],
      'duplicate tool call id "x\\"" within one turn',
    ],
  ])("%j: %s", (given, expected) => {
    expect(detail(() => calls(...given))).toBe(expected);
  });

  it("are malformed with arguments that JSON does not have", () => {
    expect(detail(() => calls({ id: "1", name: "a", arguments: { n: 1n } }))).toBe(
      "tool call arguments did not decode to a JSON object",
    );
  });

  it("have well-formed texts, however deep an object is", () => {
    let deep: unknown = "\udc00";
    for (let depth = 0; depth < 1000; depth++) deep = { "\ud800": deep };
    let data: unknown = calls({ id: "1\ud800", name: "a", arguments: deep }).calls[0]!.arguments;
    for (let depth = 0; depth < 1000; depth++) data = (data as Map<string, unknown>).get("\xef\xbf\xbd");
    expect(data).toBe("\xef\xbf\xbd");
  });

  it.each([[""], [" \n"], ["{}"], [{}]])("have no arguments when those are %j", (given) => {
    expect(calls({ id: "1", name: "a", arguments: given }).calls[0]!.arguments).toEqual(new Map());
  });

  it("keep integers and floats apart in JSON text, and no key is special", () => {
    const [call] = calls({ id: "1", name: "a", arguments: '{"f":2.0,"i":2,"__proto__":"x"}' }).calls;
    expect([...call!.arguments.keys()]).toEqual(["f", "i", "__proto__"]);
    expect(call!.arguments.get("i")).toBe(2);
    expect(call!.arguments.get("f")).toEqual({ n: 2 });
  });
});
