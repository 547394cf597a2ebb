import type { Capability, JsonValue } from "../../runtime/index.ts";
import type { Script, ScriptedCapability, ScriptedTool, ToolReply } from "../../runtime/testing/index.ts";
import { web } from "../../src/web/index.ts";
import { isRecord } from "./case.ts";

type Fields = { readonly [field: string]: unknown };

/** TH-10: the installed capabilities of a case. */
export function capabilities(list: unknown): NonNullable<Script["capabilities"]> {
  return (Array.isArray(list) ? list : []) as readonly (string | ScriptedCapability)[];
}

/** TH-11: our own web tools, without a network. */
export const builtinWeb: Capability = web({
  fetch: () => Promise.reject(new Error("there is no network")),
  search: () => Promise.reject(new Error("there is no network")),
});

/** TH-10: the tools of a case by path, in file order. */
export function tools(list: unknown, unmet: string[]): NonNullable<Script["tools"]> {
  const entries = Object.entries(isRecord(list) ? list : {});
  return Object.fromEntries(
    entries.map(([path, tool]) => [path, scriptedTool(path, isRecord(tool) ? tool : {}, unmet)]),
  );
}

const known = new Set(["reply", "error", "trusted", "structured", "description", "parameters"]);

function scriptedTool(path: string, tool: Fields, unmet: string[]): ScriptedTool {
  const stranger = Object.keys(tool).find((field) => !known.has(field));
  if (stranger !== undefined) unmet.push(`unknown field \`${stranger}\` of the tool ${path}`);
  const { reply: scripted, error, trusted, ...described } = tool;
  const replies = [scripted].flat();
  const reply = (args: JsonValue): ToolReply => {
    if (error !== undefined) return { error: String(error) };
    const text = replies.length > 1 ? replies.shift() : replies[0];
    return { text: String(text ?? sortedJson(args)), trusted: trusted === true };
  };
  return { ...(path in catalogue && { description: catalogue[path]! }), ...described, reply };
}

/** Section 13 of part 08. */
const catalogue: { readonly [path: string]: string } = {
  "promptforge/web/fetch": "Fetch a web page and return its main content as markdown.",
  "promptforge/web/search": "Search the web and return a list of results (title, url, description).",
};

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
