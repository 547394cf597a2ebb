import type { SectionVM } from "../../engine/state.ts";
import type { Json, JsonObject } from "../../json.ts";
import type { LuaError } from "../../lua/error.ts";
import { hostError } from "../../lua/host-error.ts";
import { LuaTable } from "../../lua/table.ts";
import { hostType } from "../../lua/type-name.ts";
import type { Value } from "../../lua/value.ts";
import { jsonFromLua, NotJson } from "../json-from-lua.ts";
import { quoted } from "../quote.ts";

/** One record of a message list, with what is sent of it (CONV-10 to CONV-12). Texts are byte strings. */
export interface MessageRecord {
  readonly role: Role;
  readonly content: Content;
  /** Empty when there are none. */
  readonly calls: readonly RecordCall[];
  readonly callId: string | undefined;
}

export type Role = "system" | "user" | "assistant" | "tool";

export type Content = string | readonly Part[];

export type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly url: string };

/** A tool call of an assistant record. */
export interface RecordCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The records of a list, each checked alone, in the order of CONV-40 (part 07, section 12). The first problem is raised. */
export function readRecords(vm: SectionVM, list: Value): MessageRecord[] {
  const json = listData(vm, list);
  const isEmpty = Array.isArray(json) ? json.length === 0 : (json as JsonObject).size === 0;
  if (isEmpty) throw refusal(vm, "messages must not be empty");
  if (!Array.isArray(json)) throw refusal(vm, "messages must be an array of message tables");
  return json.map((record: Json, offset) => new RecordReader(vm, `messages[${offset + 1}]`).record(record));
}

function listData(vm: SectionVM, list: Value): Json {
  if (!(list instanceof LuaTable))
    throw refusal(vm, `messages must be a table of message tables, got ${hostType(list)}`);
  try {
    return jsonFromLua(vm, list, "messages");
  } catch (thrown) {
    throw thrown instanceof NotJson ? refusal(vm, "messages must be a JSON-representable table") : thrown;
  }
}

const ROLES: readonly string[] = ["system", "user", "assistant", "tool"];

/** Reads one record; messages begin with its place. */
class RecordReader {
  readonly #vm: SectionVM;
  readonly #place: string;

  constructor(vm: SectionVM, place: string) {
    this.#vm = vm;
    this.#place = place;
  }

  record(json: Json): MessageRecord {
    if (!isObject(json)) throw this.#refusal("must be a message table");
    const role = this.#role(json.get("role"));
    const content = this.#content(json.get("content"));
    const callId = json.get("tool_call_id");
    if (callId !== undefined && typeof callId !== "string")
      throw this.#refusal("tool_call_id must be a string");
    if (role === "tool" && callId === undefined)
      throw this.#refusal("is a tool message and must set a string tool_call_id");
    return { role, content, callId, calls: this.#calls(json.get("tool_calls")) };
  }

  #role(role: Json | undefined): Role {
    const known = ROLES.join(", ");
    if (typeof role !== "string") throw this.#refusal(`role must be a string, one of: ${known}`);
    if (ROLES.includes(role)) return role as Role;
    throw this.#refusal(`role ${quoted(role)} is unknown; known roles: ${known}`);
  }

  #content(content: Json | undefined): Content {
    if (typeof content === "string") return content;
    if (!Array.isArray(content) || content.length === 0)
      throw this.#refusal("content must be a string or a non-empty array of content parts");
    return content.map((part: Json, offset) => this.#part(part, `content part ${offset + 1}`));
  }

  #part(part: Json, place: string): Part {
    const type = isObject(part) ? part.get("type") : undefined;
    if (!isObject(part) || typeof type !== "string")
      throw this.#refusal(`${place} must be a table with a string type field`);
    if (type === "text") {
      const text = part.get("text");
      if (typeof text === "string") return { type, text };
      throw this.#refusal(`${place} is a text part and must set a string text field`);
    }
    if (type !== "image_url")
      throw this.#refusal(`${place} has unknown type ${quoted(type)}; known types: text, image_url`);
    const image = part.get("image_url");
    const url = image !== undefined && isObject(image) ? image.get("url") : undefined;
    if (typeof url === "string") return { type, url };
    const wanted = "must set an image_url table with a string url field";
    throw this.#refusal(`${place} is an image_url part and ${wanted}`);
  }

  #calls(calls: Json | undefined): RecordCall[] {
    if (calls === undefined) return [];
    if (!Array.isArray(calls)) throw this.#refusal("tool_calls must be an array");
    return calls.map((call: Json, offset) => this.#call(call, `tool_calls[${offset + 1}]`));
  }

  #call(call: Json, place: string): RecordCall {
    if (!isObject(call)) throw this.#refusal(`${place} must be a table`);
    const [id, name] = ["id", "name"].map((field) => {
      const text = call.get(field);
      if (typeof text !== "string") throw this.#refusal(`${place} must set a string ${field}`);
      return text;
    });
    const given = call.get("arguments") ?? new Map();
    if (!isObject(given)) throw this.#refusal(`${place} arguments must be a table`);
    return { id: id!, name: name!, arguments: given };
  }

  #refusal(text: string): LuaError {
    return refusal(this.#vm, `${this.#place} ${text}`);
  }
}

function isObject(json: Json): json is JsonObject {
  return json instanceof Map;
}

function refusal(vm: SectionVM, text: string): LuaError {
  return hostError(vm, "lua", text);
}
