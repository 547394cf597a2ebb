import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compose } from "../../../../runtime/host/messages/compose.ts";
import type { Content, MessageRecord, Role } from "../../../../runtime/host/messages/record.ts";
import { sequenceProblem } from "../../../../runtime/host/messages/sequence.ts";
import { weight, wireMessages } from "../../../../runtime/host/messages/wire.ts";

const record = (role: Role, content: Content, more: Partial<MessageRecord> = {}): MessageRecord => ({
  role,
  content,
  calls: [],
  callId: undefined,
  ...more,
});
const call = (id: string) => ({ id, name: "find", arguments: new Map() });
const calling = (content: Content, ...ids: string[]) =>
  record("assistant", content, { calls: ids.map(call) });
const result = (id: string) => record("tool", "found", { callId: id });
const image = { type: "image_url", url: "u" } as const;
const text = (said: string) => ({ type: "text", text: said }) as const;
const textOf = (content: Content) =>
  typeof content === "string"
    ? content
    : content.map((part) => (part.type === "text" ? part.text : "")).join("");
const contents = (...records: MessageRecord[]) => compose(records).map(({ content }) => content);

describe("composition (CONV-30, CONV-31)", () => {
  it("sends one leading system record as it is, and joins several with a plain join", () => {
    expect(contents(record("system", [image]))).toEqual([[image]]);
    expect(contents(record("system", "a"), record("system", ""), record("system", "b"))).toEqual([
      "a\n\n\n\nb",
    ]);
  });

  it("merges users by paragraphs, assistants without a separator; an empty side adds nothing", () => {
    expect(contents(record("user", "a"), record("user", "b"), record("user", ""))).toEqual(["a\n\nb"]);
    expect(contents(record("assistant", "a"), record("assistant", "b"))).toEqual(["ab"]);
  });

  it("merges text with calls that follow, and nothing behind calls or results", () => {
    const records = [
      record("assistant", "a"),
      calling("b", "1"),
      result("1"),
      calling("", "2", "3"),
      result("3"),
      result("2"),
      record("assistant", "c"),
    ];
    expect(compose(records)).toEqual([
      { ...calling("ab", "1") },
      result("1"),
      calling("", "2", "3"),
      result("3"),
      result("2"),
      record("assistant", "c"),
    ]);
  });

  it("puts the separator between parts, also beside an empty text", () => {
    expect(contents(record("user", "a"), record("user", [image]))).toEqual([
      [text("a"), text("\n\n"), image],
    ]);
    expect(contents(record("user", [image]), record("user", ""))).toEqual([[image, text("\n\n")]]);
    expect(contents(record("assistant", [image]), record("assistant", "b"))).toEqual([[image, text("b")]]);
  });

  it("keeps all text in order, leaves the list alone, and changes nothing the second time", () => {
    const some = fc.record({
      role: fc.constantFrom<Role>("user", "assistant"),
      content: fc.oneof(fc.string(), fc.array(fc.string().map(text), { minLength: 1 })),
    });
    fc.assert(
      fc.property(fc.array(some), (given) => {
        const records = given.map(({ role, content }) => record(role, content));
        const before = structuredClone(records);
        const composed = compose(records);
        const spoken = (all: readonly MessageRecord[]) =>
          all
            .map(({ content }) => textOf(content))
            .join("")
            .replaceAll("\n", "");
        expect(records).toEqual(before);
        expect(spoken(composed)).toBe(spoken(records));
        expect(compose(composed)).toEqual(composed);
        expect(composed.every(({ role }, at) => role !== composed[at + 1]?.role)).toBe(true);
      }),
    );
  });
});

describe("the order of records (CONV-50, CONV-51)", () => {
  it.each<[string, MessageRecord[], string | undefined]>([
    ["nothing but users", [record("user", "a"), record("user", "b")], undefined],
    [
      "results in any order",
      [calling("", "1", "2"), result("2"), result("1"), record("user", "")],
      undefined,
    ],
    [
      "calls on a user",
      [record("user", "", { calls: [call("1")], callId: "1" })],
      "messages[1] sets tool_calls but is not an assistant message",
    ],
    [
      "parts in a system block, before all else",
      [record("system", "a", { callId: "1" }), record("system", [text("b")])],
      "messages[2] is a system message with content parts; only plain text system messages can be composed",
    ],
    [
      "a call id on a user",
      [record("user", "", { callId: "1" })],
      "messages[1] sets a tool_call_id but is not a tool message",
    ],
    [
      "a late system record over an open batch",
      [calling("", "1"), record("system", "")],
      "messages[2] is a system message outside the leading system block",
    ],
    [
      "an open batch at the end",
      [calling("", "1", "2"), result("1")],
      'messages[1] tool call "2" has no tool result',
    ],
    [
      "an open batch before an assistant",
      [record("user", ""), calling("", "1"), record("assistant", "")],
      'messages[2] tool call "1" has no tool result',
    ],
    [
      "one id twice in a batch",
      [calling("", "1", "1")],
      'messages[1] tool call id "1" duplicates an earlier tool call',
    ],
    [
      "one id in two batches",
      [calling("", "1"), result("1"), calling("", "1")],
      'messages[3] tool call id "1" duplicates an earlier tool call',
    ],
    [
      "a result twice",
      [calling("", "1"), result("1"), result("1")],
      'messages[3] is an orphan tool record: no pending assistant tool call with id "1"',
    ],
    [
      "a result of nothing",
      [result('a"b\n')],
      'messages[1] is an orphan tool record: no pending assistant tool call with id "a\\"b\\n"',
    ],
  ])("finds in %s", (_name, records, problem) => {
    expect(sequenceProblem(records)).toBe(problem);
  });
});

describe("what is sent", () => {
  it("weighs bytes of text and of calls, four a token, and four tokens a record; images weigh nothing (CONV-73)", () => {
    expect(weight([record("user", "x".repeat(7))])).toBe(1 + 4);
    expect(weight([record("user", [text("\xc3\xa9\xc3\xa9"), image])])).toBe(1 + 4);
    const bytes = '{"arguments":{},"id":"1","name":"find"}'.length;
    expect(weight([calling("", "1"), result("1")])).toBe(Math.floor((bytes + "found".length) / 4) + 8);
  });

  it("is fresh data in UTF-16 with the fields of HOST-M01 alone", () => {
    const given = new Map<string, string | number>([
      ["q", "\xc3\xa9"],
      ["__proto__", 1],
    ]);
    const records = [
      record("user", [text("\xc3\xa9"), image]),
      record("assistant", "", { calls: [{ id: "1", name: "find", arguments: given }] }),
      result("1"),
    ];
    expect(JSON.stringify(wireMessages(records))).toBe(
      JSON.stringify([
        {
          role: "user",
          content: [
            { type: "text", text: "é" },
            { type: "image_url", image_url: { url: "u" } },
          ],
        },
        {
          role: "assistant",
          content: "",
          tool_calls: [{ arguments: JSON.parse('{"__proto__":1,"q":"é"}'), id: "1", name: "find" }],
        },
        { role: "tool", content: "found", tool_call_id: "1" },
      ]),
    );
  });
});
