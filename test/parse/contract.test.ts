import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failure, message, prompt, withKeys } from "./sample.ts";

const detail = (keys: string): string => message(withKeys(`${keys}\n`)).replace("invalid frontmatter: ", "");
const frontmatter = (keys: string) => prompt(withKeys(`${keys}\n`)).frontmatter;

describe("capabilities (FMT-20, FMT-21)", () => {
  it("keeps the order, the flag and any config", () => {
    const config = "{ a: [1, 2.5, ~, true, x], __proto__: 9007199254740993, 5: y }";
    const read = frontmatter(
      `capabilities:\n  - b/x.y-z_0\n  - ref: a/a\n    optional: true\n    config: ${config}`,
    );
    expect(read.capabilities.map((c) => [c.ref, c.optional])).toEqual([
      ["b/x.y-z_0", false],
      ["a/a", true],
    ]);
    const entries = Object.entries(read.capabilities[1]!.config!);
    expect(Object.fromEntries(entries.filter(([k]) => k !== "__proto__"))).toEqual({
      a: [1, 2.5, null, true, "x"],
      "5": "y",
    });
    expect(entries.find(([k]) => k === "__proto__")).toEqual(["__proto__", 9007199254740993n]);
  });

  const entry = "a capability id string or a map with `ref`, `optional`, and `config`";
  it.each([
    ["7", `invalid type: integer \`7\`, expected ${entry}`],
    ["[x]", `invalid type: sequence, expected ${entry}`],
    ["~", `invalid type: unit value, expected ${entry}`],
    ["{ optional: true }", "missing field `ref`"],
    ["{ ref: a/b, ref: a/b }", "duplicate field `ref`"],
    ["{ ref: a/b, optionl: true }", "unknown field `optionl`, expected one of `ref`, `optional`, `config`"],
    ["{ ref: a/b, optional: 1 }", "invalid type: integer `1`, expected a boolean"],
    ["{ ref: a/b, config: { x: 1, x: 2 } }", "duplicate field `x`"],
    ["a/b/c", "invalid capability id `a/b/c`: a capability id has exactly 2 segments (namespace/pack)"],
  ])("%s: %s", (value, expected) => expect(detail(`capabilities:\n  - ${value}`)).toBe(expected));

  const count = "must have exactly 2 segments (namespace/pack) or 3 (namespace/pack/name)";
  const letters = "segments may contain only lowercase ASCII letters, digits, '-', '_', '.'";
  it.each([
    ["", count],
    ["web", count],
    ["A/b/c/d", count],
    ["a//b", "segments must not be empty"],
    ["/A", "segments must not be empty"],
    ["A/", letters],
    ["a/b c", letters],
    ["a/\\u0007b", "segments must not contain a control character"],
    ["a/B/c", letters],
  ])("id %j: %s", (id, reason) => {
    expect(detail(`capabilities:\n  - "${id}"`)).toBe(
      `invalid capability id \`${id.replace("\\u0007", "\u0007")}\`: invalid global name: ${reason}`,
    );
  });

  it("reports line 5 column 5 for an entry there (FMT-11)", () => {
    const keys = "---\nname: p\ndescription: d\ncapabilities:\n  - Not An Id\n---\n# T\n";
    expect(failure(keys)).toMatchObject({ line: 5, column: 5 });
    expect(failure(keys.replace("Not An Id", "optional: true"))).toMatchObject({ line: 5, column: 5 });
  });

  it("must be a list", () => {
    expect(detail("capabilities: a/b")).toBe('invalid type: string "a/b", expected a sequence');
  });
});

describe("tools (FMT-21, FMT-24)", () => {
  const three = "a tool id must have exactly 3 segments (namespace/pack/name)";
  const letters = "segments may contain only lowercase ASCII letters, digits, '-', '_', '.'";
  it.each([
    ["kit", three],
    ["a/b", three],
    ["a/B", letters],
    ["a/b/c/D", three],
    ["a/b/", "segments must not be empty"],
    ["a/b/\\u0007", letters],
  ])("path %j: %s", (path, reason) => {
    const text = path.replace("\\u0007", "\u0007");
    expect(detail(`tools: { t: "${path}" }`)).toBe(
      `invalid exact tool path \`${text}\`: invalid tool id: ${reason}`,
    );
  });

  it.each(["5", "~", "[a]", "{}"])("%s is no path", (value) => {
    expect(detail(`tools: { t: ${value} }`)).toMatch(
      /^invalid type: .*, expected an exact tool path string$/,
    );
  });

  it.each([
    ["tools: [a]", "invalid type: sequence, expected a map of tool alias keys to declarations"],
    ["models: 5", "invalid type: integer `5`, expected a map of model role label keys to declarations"],
    ["args: text", 'invalid type: string "text", expected a map of arg name keys to declarations'],
  ])("%s: %s", (keys, expected) => expect(detail(keys)).toBe(expected));

  it("one name may be an alias and a label (FMT-28)", () => {
    const read = frontmatter("tools: { same: a/b/c }\nmodels: { same: {} }");
    expect([read.tools[0]!.alias, read.models[0]!.label]).toEqual(["same", "same"]);
  });
});

describe("names (FMT-25 to FMT-27)", () => {
  const entries = { tools: "a/b/c", models: "{}", args: "{ type: string }" } as const;
  const kinds = { tools: "tool alias", models: "model role label", args: "arg name" } as const;
  const maps = ["tools", "models", "args"] as const;
  const declare = (map: (typeof maps)[number], ...names: string[]) =>
    `${map}:\n${names.map((n) => `  ${JSON.stringify(n)}: ${entries[map]}`).join("\n")}`;

  it("takes exactly the grammar", () => {
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/);
    fc.assert(fc.property(name, (n) => frontmatter(declare("args", n)).args.args[0]!.name === n));
  });

  it.each(maps)("refuses others in %s", (map) => {
    for (const name of ["", "1st", "two words", "größe", "a.b", "_a", "a".repeat(65), "a\n"]) {
      const expected = `invalid ${kinds[map]} \`${name}\`: expected [A-Za-z][A-Za-z0-9_-]{0,63}`;
      expect(detail(declare(map, name))).toBe(expected);
    }
  });

  it.each(maps)("refuses a name written twice in %s, at the second key", (map) => {
    const record = failure(withKeys(`${declare(map, "same", "same")}\n`));
    expect(record).toMatchObject({ line: 7, column: 3 });
    expect(record.message).toBe(
      `invalid frontmatter: duplicate ${kinds[map]} \`same\`: contract map keys must be unique`,
    );
  });

  it.each([
    ["store", "an Engine global"],
    ["untrusted", "an Engine global"],
    ["pairs", "a Lua standard-library global"],
    ["end", "a Lua keyword"],
    ["global", "a Lua keyword"],
  ])("%s is reserved (%s)", (name, category) => {
    for (const map of ["tools", "models"] as const) {
      expect(detail(declare(map, name))).toBe(
        `${kinds[map]} \`${name}\` in \`${map}\` is reserved (${category}): tool aliases and model role labels install as section VM globals, so none may take a reserved name`,
      );
    }
    expect(frontmatter(declare("args", name)).args.args[0]!.name).toBe(name);
    expect(frontmatter(declare("tools", name.toUpperCase())).tools).toHaveLength(1);
  });

  it("`open` is reserved for tools only", () => {
    expect(detail(declare("tools", "open"))).toBe(
      "the `open` key is reserved for the deferred open toolset posture; it is not a usable tool alias",
    );
    expect(frontmatter(declare("models", "open")).models).toHaveLength(1);
  });

  it("a key without quotes is its text", () => {
    expect(detail("tools: { true: a/b/c }")).toContain(
      "tool alias `true` in `tools` is reserved (a Lua keyword)",
    );
    expect(frontmatter("args: { null: { type: string } }").args.args[0]!.name).toBe("null");
  });

  it("checks a key before its value, and its value before the next key", () => {
    expect(detail("tools:\n  1st: 5\n  ok: 6")).toContain("invalid tool alias `1st`");
    expect(detail("tools:\n  ok: 6\n  1st: 5")).toContain("invalid type: integer `6`");
    expect(detail("tools:\n  same: a/b/c\n  same: 5")).toContain("duplicate tool alias");
  });
});

describe("models (FMT-23, MOD-01, MOD-02)", () => {
  it("reads a role", () => {
    const read = frontmatter(
      "models:\n  w:\n    keywords: [chat, fast]\n    min_context: 4294967295\n    description: x",
    );
    expect(read.models).toEqual([
      { label: "w", keywords: ["chat", "fast"], minContext: 4294967295, description: "x" },
    ]);
  });

  const words = "`frontier`, `thinking`, `no-thinking`, `fast`, `small`, `creative`, `chat`";
  it.each([
    ["{ keywords: [slow] }", `unknown variant \`slow\`, expected one of ${words}`],
    ["{ keywords: [Thinking] }", `unknown variant \`Thinking\`, expected one of ${words}`],
    ["{ keywords: fast }", 'invalid type: string "fast", expected a sequence'],
    ["{ keywords: [5] }", "invalid type: integer `5`, expected a string"],
    ["{ min_context: 0 }", "invalid value: integer `0`, expected a nonzero u32"],
    ["{ min_context: 4294967296 }", "invalid value: integer `4294967296`, expected a nonzero u32"],
    ["{ min_context: 1.5 }", "invalid value: floating point `1.5`, expected a nonzero u32"],
    ["{ min_context: lots }", 'invalid value: string "lots", expected a nonzero u32'],
    [
      "{ temperature: 1 }",
      "unknown field `temperature`, expected one of `keywords`, `min_context`, `description`",
    ],
    ["{ description: 5 }", "invalid type: integer `5`, expected a string"],
    ["big", 'invalid type: string "big", expected a map'],
  ])("%s: %s", (role, expected) => expect(detail(`models: { w: ${role} }`)).toBe(expected));
});

describe("args (FMT-22, ARG-10 to ARG-27)", () => {
  const declared = (arg: string) => frontmatter(`args: { a: ${arg} }`).args.args[0]!;

  it("without the key declares one optional `prose` (ARG-18, ARG-19)", () => {
    const prose = { name: "prose", type: "string", optional: true, default: undefined };
    expect(frontmatter("").args).toEqual({
      isDefault: true,
      args: [{ ...prose, description: "Freeform input for this prompt" }],
    });
    expect(frontmatter("args: {}").args).toEqual({ isDefault: false, args: [] });
  });

  it.each([
    ["{ type: string, default: x }", "x"],
    ['{ type: string, default: "5" }', "5"],
    ["{ type: boolean, default: false }", false],
    ["{ type: integer, default: -5 }", -5],
    ["{ default: 0x10, type: integer }", 16],
    ["{ type: integer, default: 18446744073709551615 }", 18446744073709551615n],
    ["{ type: integer, default: -9223372036854775808 }", -9223372036854775808n],
    ["{ type: number, default: 5 }", 5],
    ["{ type: number, default: 1.0 }", 1],
    ["{ type: string, default: ~ }", undefined],
    ["{ type: integer, default: }", undefined],
  ])("%s has the default %s (ARG-16, ARG-17)", (arg, expected) =>
    expect(declared(arg).default).toBe(expected),
  );

  it.each([
    ["string", "5"],
    ["string", "true"],
    ["boolean", '"true"'],
    ["boolean", "1"],
    ["integer", "1.0"],
    ["integer", '"5"'],
    ["integer", "18446744073709551616"],
    ["integer", "-9223372036854775809"],
    ["number", "x"],
    ["integer", "[1]"],
  ])("a %s has no default %s, reported at the default", (type, value) => {
    const record = failure(withKeys(`args:\n  a:\n    default: ${value}\n    type: ${type}\n`));
    expect(record).toMatchObject({ line: 7, column: 14 });
    expect(record.message).toBe(
      `invalid frontmatter: the default does not match the declared type \`${type}\``,
    );
  });

  const types = "`string`, `boolean`, `integer`, `number`";
  it.each([
    ["{}", "missing field `type`", 12],
    ["", "missing field `type`", 9],
    ["{ optional: true }", "missing field `type`", 12],
    ["{ type: text }", `unknown variant \`text\`, expected one of ${types}`, 20],
    ["{ type: String }", `unknown variant \`String\`, expected one of ${types}`, 20],
    ["{ type: 5 }", "invalid type: integer `5`, expected a string", 20],
    ["{ kind: x }", "unknown field `kind`, expected one of `type`, `optional`, `default`, `description`", 14],
    ["{ type: string, optional: 1 }", "invalid type: integer `1`, expected a boolean", 38],
    ["{ type: string, description: 1 }", "invalid type: integer `1`, expected a string", 41],
    ["string", 'invalid type: string "string", expected a map', 12],
    ["[string]", "invalid type: sequence, expected a map", 12],
  ])("%j: %s (ARG-25)", (arg, expected, column) => {
    const record = failure(withKeys(`args: { a: ${arg} }\n`));
    expect(record.message).toBe(`invalid frontmatter: ${expected}`);
    expect(record).toMatchObject({ line: 5, column });
  });
});
