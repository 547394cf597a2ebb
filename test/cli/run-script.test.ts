import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RunProblem } from "../../src/cli/run-problem.ts";
import { readScript } from "../../src/cli/script-file.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "script-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string, name = "replies.yaml") {
  writeFileSync(join(folder, name), text);
  return readScript(join(folder, name));
}

describe("a script", () => {
  const replies = [
    "one",
    { text: "two", reasoning: "why", finishReason: "length" },
    { toolCalls: [{ name: "search" }, { id: "c", name: "search", arguments: { q: 1 } }], finishReason: null },
    {
      toolCalls: [
        { name: "search", arguments: "{}" },
        { name: "search", arguments: null },
      ],
    },
    { error: { kind: "backend", status: 503, body: "x" } },
    { error: { kind: "malformed", message: "m" } },
    { error: { kind: "transport" } },
  ];

  it.each(["replies.json", "replies.yaml", "replies"])("is JSON in %s", async (name) => {
    expect(await read(JSON.stringify(replies, null, "\t"), name)).toEqual(replies);
    expect(await read(`\ufeff${JSON.stringify({ writer: replies, judge: [] })}`, name)).toEqual({
      writer: replies,
      judge: [],
    });
  });

  it("is YAML", async () => {
    const text =
      "writer:\n  - one\n  - text: |\n      two\n      lines\njudge:\n  - toolCalls: [{ name: a }]\n";
    expect(await read(text)).toEqual({
      writer: ["one", { text: "two\nlines\n" }],
      judge: [{ toolCalls: [{ name: "a" }] }],
    });
  });

  it.each([
    ["", ": a script is a list of replies, or a map from roles to such lists; this is empty"],
    ["one", ": a script is a list of replies, or a map from roles to such lists; this is the string one"],
    ["writer: one", ": writer: a role has a list of replies; this is the string one"],
    [
      "- one\n- 42",
      ": replies[1]: a reply is a text, or a map with `text`, `toolCalls` or `error`; this is the number 42 (a text is put in quotes)",
    ],
    [
      "writer: [[]]",
      ": writer[0]: a reply is a text, or a map with `text`, `toolCalls` or `error`; this is a list",
    ],
    ["- {}", ": replies[0]: a reply needs `text`, `toolCalls` or `error`"],
    ["- { txt: a }", ": replies[0] has the unknown key `txt`; did you mean `text`?"],
    ["- { text: a, zzzzzz: b }", "; there are text, toolCalls, finishReason, reasoning"],
    [
      "- { text: yes }\n- { text: 1 }",
      ": replies[1].text must be a text; this is the number 1 (a text is put in quotes)",
    ],
    [
      "- { text: a, finishReason: 1 }",
      ": replies[0].finishReason must be a text, or null for none; this is the number 1",
    ],
    ["- { toolCalls: {} }", ": replies[0].toolCalls must be a list of calls; this is a map"],
    [
      "- { toolCalls: [search] }",
      ": replies[0].toolCalls[0]: a call is a map with `name` and `arguments`; this is the string search",
    ],
    ["- { toolCalls: [{ id: a }] }", ": replies[0].toolCalls[0]: a call needs `name`, the alias of a tool"],
    ["- { toolCalls: [{ name: a, args: {} }] }", ": replies[0].toolCalls[0] has the unknown key `args`"],
    [
      "- { toolCalls: [{ name: a, arguments: [] }] }",
      ": replies[0].toolCalls[0].arguments must be a map, or the JSON text of one; this is a list",
    ],
    [
      "- { error: boom }",
      ": replies[0].error must be a map whose `kind` is one of transport, backend, malformed, unreadable, disabled, config",
    ],
    ["- { error: { kind: toString } }", ": replies[0].error must be a map whose `kind` is one of"],
    [
      "- { error: { kind: backend } }",
      ": replies[0].error: a failure of kind backend needs `status`, a number",
    ],
    ["- { error: { kind: config } }", ": replies[0].error: a failure of kind config needs `message`, a text"],
    ["- { error: { kind: transport, status: 1 } }", ": replies[0].error has the unknown key `status`"],
    ["- { error: { kind: transport }, text: a }", ": replies[0] has the unknown key `text`"],
    ["a: [", " is neither JSON nor YAML: "],
    ["a: 1\na: 2", " is neither JSON nor YAML: "],
    ["- *nothing", " is neither JSON nor YAML: "],
  ])("%j is told where it is wrong", async (text, message) => {
    const error = await read(text).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(RunProblem);
    expect((error as Error).message).toContain(
      `\`${join(folder, "replies.yaml")}\`${message.startsWith(";") ? "" : message}`,
    );
    expect((error as Error).message).toContain(message);
  });

  it("that is no file, or no JSON in a JSON file, says so", async () => {
    await expect(readScript(join(folder, "none.json"))).rejects.toThrow(
      /^cannot read `.*none\.json`: no such file/,
    );
    await expect(readScript(folder)).rejects.toThrow(/^cannot read `.*`: it is a directory/);
    await expect(read("- one", "bad.json")).rejects.toThrow(/bad\.json` is no JSON: /);
  });
});
