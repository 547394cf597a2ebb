import type { ModelFailureDetails } from "promptforge-runtime";
import { nearest } from "../diagnostics/nearest.ts";

/** What is wrong with a script, beginning with the place of it; undefined for a good one. */
export function scriptFault(script: unknown): string | undefined {
  if (Array.isArray(script)) return listFault("replies", script);
  if (!isMap(script))
    return `a script is a list of replies, or a map from roles to such lists; this is ${shown(script)}`;
  return first(Object.entries(script), ([role, replies]) =>
    Array.isArray(replies)
      ? listFault(role, replies)
      : `${role}: a role has a list of replies; this is ${shown(replies)}`,
  );
}

function listFault(place: string, replies: readonly unknown[]): string | undefined {
  return first([...replies.entries()], ([at, reply]) => replyFault(`${place}[${at}]`, reply));
}

function replyFault(place: string, reply: unknown): string | undefined {
  if (typeof reply === "string") return undefined;
  if (!isMap(reply))
    return `${place}: a reply is a text, or a map with \`text\`, \`toolCalls\` or \`error\`; this is ${shown(reply)}${quoting(reply)}`;
  if (Object.hasOwn(reply, "error"))
    return keysFault(place, reply, ["error"]) ?? failureFault(`${place}.error`, reply["error"]);
  const fault = keysFault(place, reply, ["text", "toolCalls", "finishReason", "reasoning"]);
  if (fault !== undefined) return fault;
  if (reply["text"] === undefined && reply["toolCalls"] === undefined)
    return `${place}: a reply needs \`text\`, \`toolCalls\` or \`error\``;
  return (
    first(["text", "reasoning"], (key) => textFault(`${place}.${key}`, reply[key], "a text")) ??
    (reply["finishReason"] === null
      ? undefined
      : textFault(`${place}.finishReason`, reply["finishReason"], "a text, or null for none")) ??
    callsFault(`${place}.toolCalls`, reply["toolCalls"])
  );
}

function callsFault(place: string, calls: unknown): string | undefined {
  if (calls === undefined) return undefined;
  if (!Array.isArray(calls)) return `${place} must be a list of calls; this is ${shown(calls)}`;
  return first([...calls.entries()], ([at, call]) => callFault(`${place}[${at}]`, call));
}

function callFault(place: string, call: unknown): string | undefined {
  if (!isMap(call))
    return `${place}: a call is a map with \`name\` and \`arguments\`; this is ${shown(call)}`;
  if (call["name"] === undefined) return `${place}: a call needs \`name\`, the alias of a tool`;
  const args = call["arguments"];
  const isArguments = args === undefined || args === null || typeof args === "string" || isMap(args);
  return (
    keysFault(place, call, ["id", "name", "arguments"]) ??
    first(["id", "name"], (key) => textFault(`${place}.${key}`, call[key], "a text")) ??
    (isArguments
      ? undefined
      : `${place}.arguments must be a map, or the JSON text of one; this is ${shown(args)}`)
  );
}

/** The fields of each failure of a model beside `kind`, with the type that each must have. */
const FAILURES: {
  readonly [Kind in ModelFailureDetails["kind"]]: {
    readonly [field: string]: "number" | "string" | "optional";
  };
} = {
  transport: {},
  backend: { status: "number", body: "optional" },
  malformed: { message: "string" },
  unreadable: { status: "number" },
  disabled: {},
  config: { message: "string" },
};

function failureFault(place: string, error: unknown): string | undefined {
  const kinds = Object.keys(FAILURES);
  const kind = isMap(error) ? error["kind"] : undefined;
  const fields = isFailureKind(kind) ? FAILURES[kind] : undefined;
  if (!isMap(error) || fields === undefined)
    return `${place} must be a map whose \`kind\` is one of ${kinds.join(", ")}`;
  return (
    keysFault(place, error, ["kind", ...Object.keys(fields)]) ??
    first(Object.entries(fields), ([field, type]) => {
      const value = error[field];
      if (type === "optional") return textFault(`${place}.${field}`, value, "a text");
      return typeof value === type
        ? undefined
        : `${place}: a failure of kind ${kind} needs \`${field}\`, ${type === "number" ? "a number" : "a text"}`;
    })
  );
}

function isFailureKind(kind: unknown): kind is keyof typeof FAILURES {
  return typeof kind === "string" && Object.hasOwn(FAILURES, kind);
}

function keysFault(place: string, map: object, known: readonly string[]): string | undefined {
  return first(Object.keys(map), (key) => {
    if (known.includes(key)) return undefined;
    const meant = nearest(key, known);
    return `${place} has the unknown key \`${key}\`; ${meant === undefined ? `there are ${known.join(", ")}` : `did you mean \`${meant}\`?`}`;
  });
}

function textFault(place: string, value: unknown, what: string): string | undefined {
  if (value === undefined || typeof value === "string") return undefined;
  return `${place} must be ${what}; this is ${shown(value)}${quoting(value)}`;
}

/** The first fault among some things. */
function first<Thing>(
  things: readonly Thing[],
  fault: (thing: Thing) => string | undefined,
): string | undefined {
  for (const thing of things) {
    const found = fault(thing);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isMap(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  const text = String(value);
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  // A terminal would obey control characters.
  return `the ${typeof value} ${short.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, escaped)}`;
}

/** UTF-16 units of a value that a message shows. */
const LONGEST = 60;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** YAML reads `42` and `yes` as they look. */
function quoting(value: unknown): string {
  return ["number", "boolean"].includes(typeof value) ? " (a text is put in quotes)" : "";
}
