import { describe, expect, it } from "vitest";
import { failure, message, prompt, sample, withKeys } from "./sample.ts";

const missing = { kind: "Frontmatter", message: "file must begin with a --- frontmatter delimiter" };
const unclosed = { kind: "Frontmatter", message: "frontmatter was not closed with ---" };

describe("delimiters (FMT-06, FMT-07)", () => {
  it.each(["", "\n---\nname: p\n---\n", "# T\n", "----\nname: p\n---\n", "\uFEFF\uFEFF---\n---\n"])(
    "%j has no first delimiter",
    (text) => expect(failure(text)).toEqual(missing),
  );

  it.each(["---", "---\n", "---\nname: p\n", "---\nname: p\n--- x\n"])("%j is not closed", (text) =>
    expect(failure(text)).toEqual(unclosed),
  );

  it.each(["\uFEFF---\n", "  ---\t\n", "---\r\n", "\u0085---\u00A0\n"])(
    "%j opens the frontmatter",
    (opening) => {
      const text = `${opening}name: p\ndescription: d\n \t--- \n# T`;
      expect(prompt(text).title).toBe("T");
    },
  );

  it("a line of a block scalar closes it too", () => {
    const text = "---\nname: p\ndescription: |\n  a\n  ---\n  b\n---\n# T\n";
    expect(prompt(text)).toMatchObject({ frontmatter: { description: "a\n" }, title: "T" });
  });

  it("CRLF becomes LF everywhere and line numbers stay", () => {
    const text = sample("# T\n\n## A\n\na\nb\n\n```lua\nx = [[\n]]\n```\n").replaceAll("\n", "\r\n");
    const [prose, lua] = prompt(text).sections[0]!.blocks;
    expect(prose).toMatchObject({ text: "a\nb" });
    expect(lua).toMatchObject({ region: { source: "x = [[\n]]", line: 14 } });
  });

  it("the closing line may be the last line", () => {
    expect(message("---\nname: p\ndescription: d\n---")).toBe("prompt requires an H1 title");
  });
});

describe("the top-level keys (FMT-08 to FMT-13)", () => {
  it("reads all ten", () => {
    const text = withKeys(
      [
        "max_tool_iterations: 0x10",
        "input: { path: in.md, description: i }",
        "output:\n  description: o\n  path: out.md",
        "capabilities: [acme/kit]",
        "tools: { look: acme/kit/look }",
        "args: { n: { type: integer } }",
        "models: { writer: {} }\n",
      ].join("\n"),
    );
    expect(prompt(text).frontmatter).toEqual({
      name: "p",
      description: "d",
      promptforge: 0,
      maxToolIterations: 16,
      input: { path: "in.md", description: "i" },
      output: { path: "out.md", description: "o" },
      capabilities: [{ ref: "acme/kit", optional: false, config: undefined }],
      tools: [{ alias: "look", path: "acme/kit/look" }],
      args: {
        isDefault: false,
        args: [{ name: "n", type: "integer", optional: false, default: undefined, description: undefined }],
      },
      models: [{ label: "writer", keywords: [], minContext: undefined, description: undefined }],
    });
  });

  it("reads the two required ones", () => {
    const { frontmatter } = prompt("---\nname: a, b - c\ndescription: 'x: y'\n---\n# T\n");
    expect(frontmatter).toMatchObject({ name: "a, b - c", description: "x: y", promptforge: undefined });
    expect(frontmatter).toMatchObject({
      maxToolIterations: undefined,
      capabilities: [],
      tools: [],
      models: [],
    });
    expect(frontmatter).toMatchObject({ input: undefined, output: undefined });
  });

  it("reports a missing key at line 2 column 1 (FMT-11)", () => {
    const record = { kind: "Frontmatter", line: 2, column: 1 };
    expect(failure("---\npromptforge: 0\n---\n# T")).toEqual({
      ...record,
      message: "invalid frontmatter: missing field `name`",
    });
    expect(failure("---\nname: p\n---\n# T")).toEqual({
      ...record,
      message: "invalid frontmatter: missing field `description`",
    });
    expect(failure("---\n---\n# T").message).toBe("invalid frontmatter: missing field `name`");
  });

  it("reports an unknown key at the key, in bytes", () => {
    const expected =
      "`name`, `description`, `promptforge`, `max_tool_iterations`, `input`, `output`, `capabilities`, `tools`, `args`, `models`";
    expect(failure("---\n{ name: ü, author: x }\n---\n# T")).toEqual({
      kind: "Frontmatter",
      message: `invalid frontmatter: unknown field \`author\`, expected one of ${expected}`,
      line: 2,
      column: 13,
    });
  });

  it.each([
    ["__proto__: 1", "unknown field `__proto__`"],
    ["constructor: 1", "unknown field `constructor`"],
    ["5: x", "unknown field `5`"],
    ["name: q", "duplicate field `name`"],
    ["max_tool_iterations:", "invalid type: unit value, expected i64"],
    ["max_tool_iterations: 2.5", "invalid type: floating point `2.5`, expected i64"],
    ["max_tool_iterations: 24.0", "invalid type: floating point `24.0`, expected i64"],
    ["max_tool_iterations: .inf", "invalid type: floating point `inf`, expected i64"],
    ["max_tool_iterations: many", 'invalid type: string "many", expected i64'],
    ["max_tool_iterations: 0", "max_tool_iterations must be a positive integer (>= 1), got 0"],
    ["max_tool_iterations: -3", "max_tool_iterations must be a positive integer (>= 1), got -3"],
    ["max_tool_iterations: 1001", "max_tool_iterations must be <= 1000, got 1001"],
    [
      "max_tool_iterations: 9223372036854775808",
      "invalid value: integer `9223372036854775808`, expected i64",
    ],
    ["input: in.md", 'invalid type: string "in.md", expected a map'],
    ["input: [a]", "invalid type: sequence, expected a map"],
    ["input: { path: a }", "missing field `description`"],
    ["output: { description: a }", "missing field `path`"],
    ["output: { path: a, description: b, c: d }", "unknown field `c`, expected `path` or `description`"],
    ["output: { path: a, path: b }", "duplicate field `path`"],
    ["output: { path: true }", "invalid type: boolean `true`, expected a string"],
    ["? [a]\n: 1", "invalid type: sequence, expected a string"],
    ["? { a: b }\n: 1", "invalid type: map, expected a string"],
    ["tools: *nothing", "unknown anchor"],
  ])("%s: %s", (line, detail) => {
    const record = failure(withKeys(`${line}\n`));
    expect(record.kind).toBe("Frontmatter");
    expect(record.message.startsWith(`invalid frontmatter: ${detail}`), record.message).toBe(true);
    expect(record.line).toBeGreaterThanOrEqual(5);
  });

  it.each([
    ["name: 5", "integer `5`"],
    ["name: true", "boolean `true`"],
    ["name:", "unit value"],
    ["name: [a]", "sequence"],
    ["name: { a: b }", "map"],
    ["name: 1.5", "floating point `1.5`"],
  ])("%s is no string (FMT-13)", (line, found) => {
    expect(message(`---\n${line}\ndescription: d\n---\n# T`)).toBe(
      `invalid frontmatter: invalid type: ${found}, expected a string`,
    );
  });

  it("an empty value is absent, or an empty map or list (FMT-12)", () => {
    const keys = ["input:", "output: ~", "capabilities: null", "tools:", "args:", "models:\n"].join("\n");
    const { frontmatter } = prompt(withKeys(keys));
    expect(frontmatter).toMatchObject({
      input: undefined,
      output: undefined,
      capabilities: [],
      tools: [],
      models: [],
    });
    expect(frontmatter.args).toEqual({ isDefault: false, args: [] });
  });

  it("the first mistake of the file wins over a later one and over a missing key", () => {
    expect(message("---\nbogus: 1\ndescription: 5\n---\n# T")).toContain("unknown field `bogus`");
    expect(message("---\ndescription: 5\nbogus: 1\n---\n# T")).toContain("invalid type: integer `5`");
  });
});

describe("promptforge (FMT-14)", () => {
  const version = (value: string) => `---\nname: p\ndescription: d\npromptforge: ${value}\n---\n# T\n`;

  it.each([
    ["0", 0],
    ["1", 1],
    ["0x10", 16],
    ["4294967295", 4294967295],
    ["", undefined],
  ])("%j reads as %j", (value, expected) =>
    expect(prompt(version(value)).frontmatter.promptforge).toBe(expected),
  );

  it.each([
    ['"0"', 'invalid type: string "0", expected u32'],
    ["-1", "invalid value: integer `-1`, expected u32"],
    ["4294967296", "invalid value: integer `4294967296`, expected u32"],
    ["1.0", "invalid type: floating point `1.0`, expected u32"],
  ])("%s is refused", (value, detail) =>
    expect(message(version(value))).toBe(`invalid frontmatter: ${detail}`),
  );
});

describe("YAML (FMT-12)", () => {
  it("is 1.2 core, whatever a directive says", () => {
    expect(prompt("---\n%YAML 1.1\n--- # x\nname: yes\ndescription: 'no'\n---\n# T").frontmatter.name).toBe(
      "yes",
    );
  });

  it("resolves anchors and aliases", () => {
    const { models } = prompt(withKeys("models: { a: &role { keywords: [fast] }, b: *role }\n")).frontmatter;
    expect(models.map((m) => m.keywords)).toEqual([["fast"], ["fast"]]);
  });

  it("reports a mistake in an alias's value at the alias", () => {
    expect(
      failure(withKeys("input: { path: &n 5x, description: d }\nmax_tool_iterations: *n\n")),
    ).toMatchObject({
      line: 6,
      column: 22,
    });
  });

  it("reports the reader's own line and no dump of the source", () => {
    const record = failure("---\nname: p\ndescription: d\nfoo: : :\n---\n# T");
    expect(record).toMatchObject({ kind: "Frontmatter", line: 4 });
    expect(record.message).toMatch(/^invalid frontmatter: [^\n]+$/);
  });

  it.each([
    ["a list that holds itself", "&x [*x]", "recursion limit exceeded"],
    ["deep nesting", `${"[".repeat(200)}${"]".repeat(200)}`, "recursion limit exceeded"],
    ["nesting that the reader cannot take", `${"[".repeat(20000)}`, "recursion limit exceeded"],
    [
      "exploding aliases",
      `[&a [${"x,".repeat(40)}], &b [${"*a,".repeat(40)}], [${"*b,".repeat(40)}]]`,
      "repetition limit exceeded",
    ],
  ])("refuses %s", (_, config, detail) => {
    const record = failure(withKeys(`capabilities: [{ ref: acme/kit, config: ${config} }]\n`));
    expect(record).toMatchObject({ kind: "Frontmatter", message: `invalid frontmatter: ${detail}`, line: 5 });
  });
});
