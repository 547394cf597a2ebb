import type { Json, JsonObject } from "../../json.ts";
import type { WireMessage, WirePart, WireToolCall } from "../../model.ts";
import { decodeUtf8 } from "../../utf8.ts";
import { jsonText } from "../json-text.ts";
import { plainJson } from "../plain-json.ts";
import type { Content, MessageRecord, RecordCall } from "./record.ts";

/** Records as fresh data of the host's side (HOST-M01, CONV-32). */
export function wireMessages(records: readonly MessageRecord[]): WireMessage[] {
  return records.map(({ role, content, calls, callId }) => {
    const message = { role, content: wireContent(content) };
    if (callId !== undefined) return { ...message, tool_call_id: decodeUtf8(callId) } as WireMessage;
    return (calls.length === 0 ? message : { ...message, tool_calls: calls.map(wireCall) }) as WireMessage;
  });
}

/** The tokens that records are taken to need (CONV-73). Images count nothing. */
export function weight(records: readonly MessageRecord[]): number {
  let bytes = 0;
  for (const { content, calls } of records) {
    if (typeof content === "string") bytes += content.length;
    else for (const part of content) bytes += part.type === "text" ? part.text.length : 0;
    for (const call of calls) bytes += jsonText(callData(call)).length;
  }
  return Math.floor(bytes / 4) + 4 * records.length;
}

function wireContent(content: Content): string | WirePart[] {
  if (typeof content === "string") return decodeUtf8(content);
  return content.map((part) =>
    part.type === "text"
      ? { type: "text", text: decodeUtf8(part.text) }
      : { type: "image_url", image_url: { url: decodeUtf8(part.url) } },
  );
}

function wireCall(call: RecordCall): WireToolCall {
  return plainJson(callData(call)) as unknown as WireToolCall;
}

function callData({ id, name, arguments: given }: RecordCall): JsonObject {
  return new Map<string, Json>([
    ["id", id],
    ["name", name],
    ["arguments", given],
  ]);
}
