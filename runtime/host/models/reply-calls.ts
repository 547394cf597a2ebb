import type { SectionVM } from "../../engine/state.ts";
import type { AssistantToolCall } from "../../events.ts";
import type { JsonObject } from "../../json.ts";
import { decodeUtf8, encodeUtf8 } from "../../utf8.ts";
import { parseJson } from "../json-parse.ts";
import { jsonFromHost, plainJson } from "../plain-json.ts";
import { quoted } from "../quote.ts";
import { hostCopy } from "./host-copy.ts";
import { isBlank, isRecord, MalformedReply, type Reply } from "./reply.ts";

/** A tool call in a reply. Texts are byte strings. */
export interface ReplyCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The calls of a reply, each checked in the order of HOST-M14. Throws a `MalformedReply`. */
export function readCalls(calls: readonly unknown[]): ReplyCall[] {
  const ids = new Set<string>();
  return calls.map((call) => {
    const fields = isRecord(call) ? call : {};
    const id = readName(fields["id"], "id");
    if (ids.has(id))
      throw new MalformedReply(decodeUtf8(`duplicate tool call id ${quoted(id)} within one turn`));
    ids.add(id);
    return { id, name: readName(fields["name"], "name"), arguments: readArguments(fields["arguments"]) };
  });
}

/** Reports the calls of a reply (EVT-15). */
export function reportCalls({ run, entry }: SectionVM, { turn, calls }: Reply, model: string): void {
  const plain = calls.map(({ id, name, arguments: given }) => ({
    id: decodeUtf8(id),
    name: decodeUtf8(name),
    arguments: plainJson(given) as AssistantToolCall["arguments"],
  }));
  run.emit("assistant_tool_calls", entry, { turn, model, calls: hostCopy(plain) as unknown as typeof plain });
}

function readName(name: unknown, field: string): string {
  if (typeof name !== "string") throw new MalformedReply(`tool call had no string ${field}`);
  if (isBlank(name)) throw new MalformedReply(`tool call ${field} was blank`);
  return encodeUtf8(name);
}

/** HOST-M16: many servers send no text for no arguments. */
function readArguments(given: unknown): JsonObject {
  if (given === undefined) throw new MalformedReply("tool call arguments were missing");
  if (typeof given === "string" && isBlank(given)) return new Map();
  const json = typeof given === "string" ? parseJson(encodeUtf8(given)) : dataOf(given);
  if (json === undefined) throw new MalformedReply("tool call arguments were not valid JSON: syntax error");
  if (!(json instanceof Map)) throw new MalformedReply("tool call arguments did not decode to a JSON object");
  return json as JsonObject;
}

function dataOf(given: unknown): ReturnType<typeof jsonFromHost> {
  try {
    return jsonFromHost(given) ?? null;
  } catch {
    return null;
  }
}
