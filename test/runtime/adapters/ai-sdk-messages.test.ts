import { describe, expect, it } from "vitest";
import { promptMessages } from "../../../runtime/adapters/ai-sdk/messages.ts";
import type { WireMessage, WirePart } from "../../../runtime/model.ts";

const V2 = { specificationVersion: "v2" } as const;
const V3 = { specificationVersion: "v3" } as const;
const image = (url: string): WirePart => ({ type: "image_url", image_url: { url } });
const text = (words: string): WirePart => ({ type: "text", text: words });
const PIXEL = "data:image/PNG;base64,AAEC";

describe("messages as the AI SDK writes them", () => {
  it("writes texts, also as parts", () => {
    expect(
      promptMessages(
        [
          { role: "system", content: [text("Be "), text("brief")] },
          { role: "user", content: "Hi" },
          { role: "assistant", content: "" },
          { role: "user", content: [text("a"), text("b")] },
        ],
        V3,
      ),
    ).toEqual([
      { role: "system", content: "Be brief" },
      { role: "user", content: [{ type: "text", text: "Hi" }] },
      { role: "assistant", content: [{ type: "text", text: "" }] },
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
    ]);
  });

  it("writes tool calls and, as one message for a batch, their results with the names of the tools", () => {
    const call = (id: string, name: string) => ({ id, name, arguments: { id } });
    const messages: WireMessage[] = [
      { role: "assistant", content: "", tool_calls: [call("1", "add"), call("2", "sub")] },
      { role: "tool", content: "two", tool_call_id: "2" },
      { role: "tool", content: [text("o"), text("ne")], tool_call_id: "1" },
      { role: "assistant", content: "more", tool_calls: [call("3", "add")] },
      { role: "tool", content: "three", tool_call_id: "3" },
    ];
    const result = (toolCallId: string, toolName: string, value: string) => ({
      type: "tool-result",
      toolCallId,
      toolName,
      output: { type: "text", value },
    });
    const asked = (toolCallId: string, toolName: string) => ({
      type: "tool-call",
      toolCallId,
      toolName,
      input: { id: toolCallId },
    });
    expect(promptMessages(messages, V3)).toEqual([
      { role: "assistant", content: [asked("1", "add"), asked("2", "sub")] },
      { role: "tool", content: [result("2", "sub", "two"), result("1", "add", "one")] },
      { role: "assistant", content: [{ type: "text", text: "more" }, asked("3", "add")] },
      { role: "tool", content: [result("3", "add", "three")] },
    ]);
  });

  it.each([
    [PIXEL, "image/png", "AAEC"],
    ["data:image/svg+xml,%3Csvg/%3E", "image/svg+xml", btoa("<svg/>")],
    ["data:image/svg+xml;charset=utf-8,ü%FF", "image/svg+xml", btoa("\xc3\xbc\xff")],
    ["https://example.com/a.png", "image/*", new URL("https://example.com/a.png")],
  ])("writes the image %s", (url, mediaType, data) => {
    expect(promptMessages([{ role: "user", content: [image(url)] }], V3)).toEqual([
      { role: "user", content: [{ type: "file", mediaType, data }] },
    ]);
  });

  it("writes images in results as each specification has them", () => {
    const outputs = (url: string, specification: typeof V2 | typeof V3) => {
      const [message] = promptMessages(
        [{ role: "tool", content: [text("see"), image(url)], tool_call_id: "1" }],
        specification,
      );
      return message;
    };
    const see = { type: "text", text: "see" };
    const value = (shown: object) => ({ content: [{ output: { type: "content", value: [see, shown] } }] });
    const data = { mediaType: "image/png", data: "AAEC" };
    expect(outputs(PIXEL, V2)).toMatchObject(value({ type: "media", ...data }));
    expect(outputs(PIXEL, V3)).toMatchObject(value({ type: "image-data", ...data }));
    const url = "https://example.com/a.png";
    expect(outputs(url, V3)).toMatchObject(value({ type: "image-url", url }));
    expect(() => outputs(url, V2)).toThrow("images in tool results as data: addresses only");
  });

  it("refuses what it cannot write, without its text", () => {
    const config = (messages: WireMessage[]) => {
      try {
        return promptMessages(messages, V3);
      } catch (thrown) {
        return thrown;
      }
    };
    expect(config([{ role: "user", content: [image("no address")] }])).toMatchObject({
      kind: "config",
      message: expect.stringMatching(/^(?!.*no address).*give an https: or a data: address/),
    });
    expect(config([{ role: "system", content: [image(PIXEL)] }])).toMatchObject({
      kind: "config",
      message: "the AI SDK takes no images in system messages",
    });
  });
});
