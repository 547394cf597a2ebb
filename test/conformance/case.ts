import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** One conformance case: a prompt, what the host provides, and what must be seen. */
export interface Case {
  readonly id: string;
  readonly rule: string;
  readonly prompt: string;
  readonly input: string;
  readonly host: { readonly [field: string]: unknown };
  readonly expect: { readonly [field: string]: unknown };
}

const fields = new Set(["id", "rule", "note", "prompt", "input", "host", "requires", "expect"]);

/** What the scripted host knows how to provide beyond its fields (`requires`). */
const provided = new Set(["web-builtin"]);

/**
 * The cases of a YAML file. A malformed case keeps its place: `problem` then says what is wrong with it, so that it
 * fails instead of vanishing. Throws when the file cannot be read or is no list.
 */
export function readCases(
  path: string,
): readonly { readonly case: Case; readonly problem: string | undefined }[] {
  const list: unknown = parse(readFileSync(path, "utf8"), { maxAliasCount: -1 });
  if (!Array.isArray(list)) throw new Error("a case file is a list of cases");
  const seen = new Set<unknown>();
  return list.map((entry: unknown, index) => {
    const problem = malformed(entry, seen);
    const given = isRecord(entry) ? entry : {};
    if (typeof given["id"] === "string") seen.add(given["id"]);
    return {
      case: {
        id: typeof given["id"] === "string" ? given["id"] : `case ${index + 1}`,
        rule: typeof given["rule"] === "string" ? given["rule"] : "",
        prompt: typeof given["prompt"] === "string" ? given["prompt"] : "",
        input: typeof given["input"] === "string" ? given["input"] : "",
        host: isRecord(given["host"]) ? given["host"] : {},
        expect: isRecord(given["expect"]) ? given["expect"] : {},
      },
      problem,
    };
  });
}

/** A plain object, as YAML maps and JSON objects become. */
export function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function malformed(entry: unknown, seen: ReadonlySet<unknown>): string | undefined {
  if (!isRecord(entry)) return "a case is a map";
  const unknown = Object.keys(entry).find((key) => !fields.has(key));
  if (unknown !== undefined) return `unknown case field \`${unknown}\``;
  const { id, prompt, input, host, expect, requires } = entry;
  if (typeof id !== "string") return "a case needs a text as `id`";
  if (seen.has(id)) return `the id \`${id}\` is used twice in this file`;
  if (typeof prompt !== "string") return "a case needs a text as `prompt`";
  if (input !== undefined && typeof input !== "string") return "`input` must be a text";
  if (host !== undefined && !isRecord(host)) return "`host` must be a map";
  if (!isRecord(expect)) return "a case needs a map as `expect`";
  const needs = requires === undefined ? [] : [requires].flat();
  const missing = needs.find((need) => !provided.has(String(need)));
  return missing === undefined ? undefined : `unknown requirement \`${String(missing)}\``;
}
