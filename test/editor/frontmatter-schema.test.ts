import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDocument, parse as parseYaml } from "yaml";
import { frontmatterSchema } from "../../src/editor/index.ts";
import { parse } from "../../src/parse/parse.ts";
import { Source } from "../../src/source.ts";

const fits = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false }).compile(
  frontmatterSchema(),
);

/** Whether the parser takes the frontmatter of a file, whatever it thinks of the body. */
const isTaken = (text: string): boolean => {
  const { diagnostics } = parse(new Source("p.prompt.md", text));
  return !diagnostics.some(({ failure }) => failure?.kind === "Frontmatter");
};

/** The frontmatter as JSON; undefined when JSON cannot tell it: no YAML, a key twice, a float such as `5.0`, no finite number. */
function asJson(text: string): unknown {
  const end = text.search(/\n---(\n|$)/);
  if (!text.startsWith("---\n") || end === -1) return undefined;
  const yaml = text.slice(4, end + 1);
  const document = parseDocument(yaml, { schema: "core", intAsBigInt: true, logLevel: "silent" });
  if (document.errors.length > 0 || document.contents === null) return undefined;
  let isTold = true;
  const value = JSON.stringify(document.toJS(), (_key, inner: unknown) => {
    if (typeof inner === "number") isTold &&= Number.isFinite(inner) && !Number.isInteger(inner);
    return typeof inner === "bigint" ? Number(inner) : inner;
  });
  return isTold ? JSON.parse(value) : undefined;
}

const file = (keys: string) => `---\nname: p\ndescription: d\npromptforge: 0\n${keys}\n---\n# T\n`;

describe("the schema of the frontmatter", () => {
  it.each([
    "max_tool_iterations: 1000",
    "input: { path: a, description: b }\noutput:",
    "capabilities:\n  - a/b\n  - { ref: a.b/c_d-9, optional: true, config: { any: [1, ~] } }",
    "capabilities:\ntools:\nargs:\nmodels:",
    "tools: { search: a/b/c, args-2: a/b/c }",
    "args: { store: { type: string, default: x }, n: { type: number, default: 1.5 }, m: { type: integer, default: ~ } }",
    "args: { n: { type: integer, default: 18446744073709551615 } }",
    "models: { writer: , reader: { keywords: [fast, no-thinking], min_context: 4294967295, description: d } }",
  ])("takes %s", (keys) => {
    expect(isTaken(file(keys))).toBe(true);
    expect(fits(asJson(file(keys)))).toBe(true);
  });

  it.each([
    "max_tool_iterations: 0",
    "max_tool_iterations:",
    "max_tool_iterations: 1001",
    "input: { path: a }",
    "output: { path: a, description: b, more: c }",
    "unknown: 1",
    "capabilities: a/b",
    "capabilities: [a/b/c]",
    "capabilities: [A/b]",
    "capabilities: [{ optional: true }]",
    "capabilities: [~]",
    "tools: { search: a/b }",
    "tools: { open: a/b/c }",
    "tools: { store: a/b/c }",
    "tools: { 9a: a/b/c }",
    "tools: [a/b/c]",
    "args: { n: {} }",
    "args: { n: }",
    "args: { n: { type: text } }",
    'args: { n: { type: integer, default: "1" } }',
    "args: { n: { type: integer, default: 1.5 } }",
    "args: { n: { type: boolean, default: 1 } }",
    "args: { n: { type: string, optional: yes } }",
    "models: { end: {} }",
    "models: { writer: { keywords: [Fast] } }",
    "models: { writer: { keywords: } }",
    "models: { writer: { min_context: 0 } }",
    "models: { writer: { context: 1 } }",
  ])("refuses %s", (keys) => {
    expect(isTaken(file(keys))).toBe(false);
    expect(fits(asJson(file(keys)))).toBe(false);
  });

  it.each(["", "name: p", "name: 1\ndescription: d", "name: p\ndescription:"])("refuses %j alone", (keys) => {
    expect(isTaken(`---\n${keys}\n---\n# T\n`)).toBe(false);
    expect(fits(parseYaml(keys) ?? {})).toBe(false);
  });

  it("knows the six keys of version 1 (V1-04)", () => {
    for (const keys of ["tools: {}", "args:", "models: {}", "capabilities: []"]) {
      const text = file(keys).replace("promptforge: 0", "promptforge: 1");
      expect([isTaken(text), fits(asJson(text))]).toEqual([false, false]);
      const other = text.replace("promptforge: 1", "promptforge: 2");
      expect([isTaken(other), fits(asJson(other))]).toEqual([true, true]);
    }
    const text = file("input: { path: a, description: b }\nmax_tool_iterations: 3");
    expect(fits(asJson(text.replace("promptforge: 0", "promptforge: 1")))).toBe(true);
  });

  it("judges the prompts of all fixtures as the parser does", () => {
    const counts = { taken: 0, refused: 0 };
    for (const text of fixtures()) {
      const value = asJson(text);
      if (value === undefined) continue;
      const isValid = fits(value);
      counts[isValid ? "taken" : "refused"]++;
      if (isValid !== isTaken(text))
        expect.fail(`judged otherwise:\n${text}\n${JSON.stringify(fits.errors)}`);
    }
    expect(counts.taken).toBeGreaterThan(1500);
    expect(counts.refused).toBeGreaterThan(60);
  });

  it("judges what is made of the words of the language as the parser does", () => {
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(frontmatters, (value) => {
        const text = `---\n${JSON.stringify(value)}\n---\n# T\n`;
        const isValid = fits(value);
        seen.add(isValid);
        expect(isValid).toBe(isTaken(text));
      }),
      { numRuns: 2000 },
    );
    expect(seen.size).toBe(2);
  });
});

/** The prompts of the conformance cases, and all prompt files of the fixtures. */
function fixtures(): string[] {
  const folder = join(import.meta.dirname, "../../fixtures");
  const cases = readdirSync(join(folder, "conformance")).flatMap((name) => {
    const read: unknown = parseYaml(readFileSync(join(folder, "conformance", name), "utf8"));
    const given = Array.isArray(read) ? (read as { readonly prompt?: unknown }[]) : [];
    return given.flatMap(({ prompt }) => (typeof prompt === "string" ? [prompt] : []));
  });
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".prompt.md"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  return [...cases, ...files];
}

const anything = fc.constantFrom<unknown>(
  ...[null, true, 0, 1, 1000, 1001, -1, 1.5, 4294967295, 4294967296, "", "text", "0", [], {}, ["a/b"]],
);
const mostly = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: anything });
const name = fc.constantFrom(
  "a",
  "writer",
  "my-role",
  "x_9",
  "store",
  "end",
  "open",
  "9",
  "",
  "a".repeat(64),
  "a".repeat(65),
  "é",
);
const path = fc.constantFrom("a/b", "a/b/c", "a.b/c-d/e_f", "a//c", "A/b", "a/b/c/d", "a", "a/b\n");
const declared = (keys: { readonly [key: string]: fc.Arbitrary<unknown> }, required: string[] = []) =>
  mostly(fc.record({ ...keys, other: anything }, { requiredKeys: [] })).chain((value) =>
    fc.boolean().map((isWhole) => {
      if (!isWhole || typeof value !== "object" || value === null || Array.isArray(value)) return value;
      const { other: _, ...known } = value as Record<string, unknown>;
      return { ...Object.fromEntries(required.map((key) => [key, "string"])), ...known };
    }),
  );
const map = (value: fc.Arbitrary<unknown>) => mostly(fc.dictionary(name, value, { maxKeys: 2 }));
const words = fc.constantFrom(
  "fast",
  "thinking",
  "no-thinking",
  "frontier",
  "small",
  "creative",
  "chat",
  "Fast",
);
const places = declared({ path: mostly(fc.string()), description: mostly(fc.string()) }, [
  "path",
  "description",
]);
const frontmatters = declared(
  {
    name: mostly(fc.string()),
    description: mostly(fc.string()),
    promptforge: mostly(fc.constantFrom(0, 1, 2)),
    max_tool_iterations: mostly(fc.constantFrom(1, 24, 1000)),
    input: places,
    output: places,
    capabilities: mostly(
      fc.array(
        fc.oneof(path, declared({ ref: mostly(path), optional: mostly(fc.boolean()), config: anything })),
        { maxLength: 2 },
      ),
    ),
    tools: map(mostly(path)),
    args: map(
      declared(
        {
          type: mostly(fc.constantFrom("string", "boolean", "integer", "number")),
          optional: mostly(fc.boolean()),
          default: anything,
          description: mostly(fc.string()),
        },
        ["type"],
      ),
    ),
    models: map(
      declared({
        keywords: mostly(fc.array(words, { maxLength: 2 })),
        min_context: mostly(fc.constantFrom(1, 8192)),
        description: mostly(fc.string()),
      }),
    ),
  },
  ["name", "description"],
);
