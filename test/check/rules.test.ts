import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { check, compile } from "../../src/index.ts";

interface Sample {
  /** Lines of the frontmatter beside the required ones. */
  readonly declares?: string;
  /** 0 by default; null for none. */
  readonly version?: number | null;
  /** The H1 body. */
  readonly title?: string;
  readonly body: string;
}

const lua = (text: string) => `\n\`\`\`lua\n${text}\n\`\`\`\n`;
const section = (name: string, text: string, prose = "") => `\n## ${name}\n\n${prose}\n${lua(text)}`;
const main = (text: string, prose = "") => section("Main", text, prose);

function textOf({ declares = "", version = 0, title = "", body }: Sample): string {
  const key = version === null ? "" : `promptforge: ${version}\n`;
  return `---\nname: p\ndescription: d\n${key}${declares}---\n\n# Title\n${title}${body}`;
}

/** The codes that are found, but for the note on the version. */
function codes(sample: Sample): string[] {
  const found = check({ path: "p.prompt.md", text: textOf(sample) });
  return found.map(({ code }) => code).filter((code) => code !== "version-1-file");
}

const help = (sample: Sample) => check({ path: "p.prompt.md", text: textOf(sample) }).map((d) => d.help);

const tools = "capabilities:\n  - acme/web\ntools:\n  find: acme/web/find\n";
const question = "args:\n  question: { type: string }\n";
const roles = "models:\n  writer: {}\n";

/** What each rule finds. */
const wrong: readonly (readonly [code: string, what: string, sample: Sample])[] = [
  ["alias-called", "a role (MOD-40)", { declares: roles, body: main("return writer('x')") }],
  ["alias-called", "a method of a role", { declares: roles, body: main("return writer:infer('x')") }],
  [
    "argument-undeclared",
    "a placeholder (ARG-20, SUB-26)",
    { declares: question, body: main("return prose", "{{ argv.questoin }}") },
  ],
  ["args-field", "a number", { body: main("return args[1]") }],
  ["argv-assignment", "a field of a field (ARG-61)", { body: main("argv.a.b = 1") }],
  ["argv-assignment", "`_G.argv` (ARG-57)", { body: main("_G.argv = {}") }],
  [
    "argv-assignment",
    "the library's own text (ARG-64)",
    { title: "\n```lua shared\nargv = {}\n```\n", body: main("return 'x'") },
  ],
  ...["``` lua", "```Lua", "```luaa", "```ua", "```lua ", " ```lua", "```lua  shared"].map(
    (opener): [string, string, Sample] => [
      "fence-misspelt",
      `\`${opener}\` (FMT-37)`,
      { body: `\n## Main\n\n${opener}\nreturn 'x'\n\`\`\`\n` },
    ],
  ),
  [
    "fence-misspelt",
    "where globals are not followed",
    { body: `${main("local _ENV = { x = 1 }\nreturn x")}\n\`\`\`Lua\n\`\`\`\n` },
  ],
  ["field-undefined", "a field of `sys` that is only read (SYS-01)", { body: main("local n = sys.now") }],
  ["global-undefined", "a loop over it", { body: main("return #lines") }],
  [
    "global-undefined",
    "a name of the library that no section sets",
    { title: "\n```lua shared\nfunction twice() return base * 2 end\n```\n", body: main("return twice()") },
  ],
  ["guarded-table-empty", "`#sys` (SYS-03)", { body: main("return #sys") }],
  ["guarded-table-empty", "`next(argv.list)` (ARG-53)", { body: main("return tostring(next(argv.list))") }],
  ["heading-malformed", "markers alone (HEAD-04)", { body: main("return call('##')") }],
  [
    "heading-malformed",
    "the list of `fanout` first (FAN-01)",
    { body: `${main("return #fanout({ 'a' }, '### Each')")}\n### Each\n${lua("return item")}` },
  ],
  ["heading-unknown", "the section itself (HEAD-02)", { body: main("jump('## Main')") }],
  [
    "heading-unknown",
    "another level",
    { body: main("return call('### Next')") + section("Next", "return '1'") },
  ],
  ["heading-unknown", "in the H1 body (H1-09)", { title: lua("jump('## Nain')"), body: main("return '1'") }],
  [
    "heading-unknown",
    "in the library",
    { title: "\n```lua shared\nfunction go() jump('## Gone') end\n```\n", body: main("go()") },
  ],
  ["heading-unknown", "`fanout`", { body: main("return #fanout('## Worker', { 1 })") }],
  ["heading-unknown", "`tasks.spawn`", { body: main("tasks.spawn('## Worker')") }],
  [
    "jump-misplaced",
    "a nested function of a handler (JUMP-09)",
    {
      body:
        main("tools.add_local('a', 'b', {}, function() local f = function() jump('## Main2') end f() end)") +
        section("Main2", "return '1'"),
    },
  ],
  ["placeholder-unresolvable", "`{{ args.x }}` (SUB-21)", { body: main("return prose", "{{ args.x }}") }],
  ["placeholder-unresolvable", "`{{ item.x }}` (SUB-29)", { body: main("return prose", "{{ item.x }}") }],
  [
    "placeholder-unresolvable",
    "`{{ item }}` without an arm (SUB-28)",
    { body: main("return prose", "{{ item }}") },
  ],
  ["placeholder-unresolvable", "`{{ var }}` (SUB-32)", { body: main("return prose", "{{ var }}") }],
  ["placeholder-unresolvable", "`{{ sys }}` (SUB-32)", { body: main("return prose", "{{ sys }}") }],
  [
    "placeholder-unresolvable",
    "an unknown field of `sys` (SUB-31)",
    { body: main("return prose", "{{ sys.now }}") },
  ],
  ["placeholder-unresolvable", "an empty segment (SUB-61)", { body: main("return prose", "{{ var..x }}") }],
  ["placeholder-unresolvable", "padding (SUB-61)", { body: main("return prose", "{{ var. x }}") }],
  ["placeholder-unresolvable", "nothing (SUB-61)", { body: main("return prose", "{{ }}") }],
  ["placeholder-unresolvable", "an open one (SUB-60)", { body: main("return prose", "{{ args") }],
  ["placeholder-unresolvable", "`{{ prose }}` (SUB-37)", { body: main("return prose", "{{ prose }}") }],
  ["placeholder-unresolvable", "a host table (SUB-36)", { body: main("return prose", "{{ store }}") }],
  [
    "placeholder-unresolvable",
    "a local (SUB-33)",
    { body: main("local name = 'x' return prose", "{{ name }}") },
  ],
  [
    "placeholder-unresolvable",
    "another field of the default `argv` (ARG-31)",
    { body: main("return prose", "{{ argv.topic }}") },
  ],
  [
    "placeholder-unresolvable",
    "prose that is sent (V1-22)",
    { version: 1, body: main("return 'x'", "{{ args.x }}") },
  ],
  ["prose-assignment", "a function of that name", { body: main("function prose() end") }],
  ["return-invalid", "a function", { body: main("return function() end") }],
  [
    "section-unreachable",
    "below a section that is not reached",
    {
      body: `${main("return 'x'") + section("Gone", "call('### Below')")}\n### Below\n${lua("return 'x'")}`,
    },
  ],
  [
    "section-unreachable",
    "off the walk (V1-10)",
    { version: 1, body: `\n## Off\n\n---\n${lua("log('x')")}` },
  ],
  [
    "suspension-misplaced",
    "a replacement of `gsub` (SUS-02)",
    { body: main("return (args:gsub('x', function() return store.read('a') end))") },
  ],
  [
    "suspension-misplaced",
    "a named comparator",
    {
      body:
        main(
          "local function by(a, b) return call('## Other') < b end\nlocal t = { 'b', 'a' }\ntable.sort(t, by)",
        ) + section("Other", "return 'x'"),
    },
  ],
  ["tool-undeclared", "in a list (TOOL-13)", { declares: tools, body: main("tools.add({ find, 'fnid' })") }],
  ["var-assignment", "nil", { body: main("var = nil") }],
  ["version-unsupported", "no version (FMT-15)", { version: null, body: main("return 'x'") }],
  ["version-unsupported", "an unknown version (FMT-15)", { version: 2, body: main("return 'x'") }],
  [
    "version-unsupported",
    "a file whose globals are not followed",
    { version: 2, body: main("local _ENV = { x = 1 }\nreturn x") },
  ],
  [
    "role-undeclared",
    "alone where a label is misspelt",
    { declares: roles, body: main("models.use('wirter')") },
  ],
  [
    "tool-undeclared",
    "alone where an alias is misspelt",
    { declares: tools, body: main("return tools.call('fnid')") },
  ],
  [
    "var-value-invalid",
    "a handle (VAR-06)",
    { declares: roles, body: main("var.model = models.use('writer')") },
  ],
];

/** What looks alike and is right. */
const right: readonly (readonly [what: string, sample: Sample])[] = [
  [
    "a repaired argv in the H1 body (ARG-42)",
    { title: lua("argv = { topic = args }\nargv.n = #argv"), body: main("return argv.topic") },
  ],
  [
    "an undeclared argument (ARG-20)",
    { declares: "args:\n  topic: { type: string }\n", body: main("return argv.extra or argv.topic") },
  ],
  [
    "an undeclared argument in a placeholder (ARG-20)",
    { declares: question, body: main("return prose", "{{ argv.extra }} {{ argv.question }}") },
  ],
  [
    "a placeholder of an argv that the H1 body repairs (ARG-42)",
    {
      declares: question,
      title: lua("argv.questions = args"),
      body: main("return prose", "{{ argv.questions }}"),
    },
  ],
  ...["```luau", "```", "```js", "~~~lua", "````lua", "```lua prompt", "- ```Lua"].map(
    (opener): [string, Sample] => [
      `a fence \`${opener}\` (FMT-37)`,
      { body: `\n## Main\n\n${opener}\nx\n${/[`~]+/.exec(opener)![0]}\n${lua("return 'x'")}` },
    ],
  ),
  [
    "an almost opening line in another fence",
    { body: `\n## Main\n\n\`\`\`\`md\n\`\`\`Lua\n\`\`\`\n\`\`\`\`\n${lua("return 'x'")}` },
  ],
  ["an almost opening line in Lua", { body: main("return [[\n  ```\n```Lua\n]]") }],
  ["methods of args", { body: main("return args:upper() .. args.upper(args)") }],
  ["an args of the section's own (ARG-04)", { body: main("args = { 1 }\nreturn args[1]") }],
  [
    "the elements of a guarded table (ARG-53)",
    { body: main("for _, x in ipairs(argv.list) do log(x) end\nreturn table.concat(argv.list, ',', 1, 2)") },
  ],
  ["the length of a text in argv", { body: main("return #argv.prose") }],
  ["the length of what may be a text in var", { body: main("var.note = args\nreturn #var.note") }],
  [
    "a global that an earlier block of the section sets (ENV-31)",
    { body: main("count = 1") + lua("return count + 1") },
  ],
  ["a global of the library", { title: "\n```lua shared\nlimit = 3\n```\n", body: main("return limit + 1") }],
  [
    "a global that is asked for (ENV-13)",
    { body: main("if debug then log('x') end\nreturn type(os) .. tostring(io == nil)") },
  ],
  [
    "a global of an own metatable (ENV-21)",
    { body: main("setmetatable(_G, { __index = function(_, k) return k end })\nreturn anything .. else_") },
  ],
  [
    "a global by a computed name",
    { body: main("for _, k in ipairs({ 'a' }) do _G[k] = 1 end\nreturn a + 1") },
  ],
  ["a global by a written name", { body: main("_G.a = 1\nreturn a + 1") }],
  ["another environment (LUA-05)", { body: main("local _ENV = { x = 1 }\nreturn x + 1") }],
  [
    "what a pcall is for",
    { body: main("return tostring(pcall(function() return call('## Gone') .. missing end))") },
  ],
  [
    "a sort that is tried",
    { body: main("return tostring(pcall(table.sort, { 2, 1 }, function() return store.exists('x') end))") },
  ],
  [
    "a function of string that the Lua adds (ENV-03)",
    { body: main("function string.trim(s) return s end\nreturn string.trim(args)") },
  ],
  [
    "a jump of the prompt's own",
    { body: main("local jump = function(x) return x end\nreturn jump('nowhere')") },
  ],
  [
    "an item of an arm (SUB-28)",
    {
      body: `${main("return #fanout('### Each', { 'a' })")}\n### Each\n\n{{ item }}\n${lua("return prose")}`,
    },
  ],
  [
    "a var that another section sets",
    { body: main("var.topic = 'x'") + section("Next", "return prose", "{{ var.topic }}") },
  ],
  ["a var by a computed name", { body: main("var[args] = 'x'\nreturn prose", "{{ var.topic }}") }],
  ["a global in a placeholder", { body: main("topic = 'x'\nreturn prose", "{{ topic }}") }],
  ["escaped braces (SUB-15)", { body: main("return prose", "\\{{ args.x }}") }],
  ["a placeholder in prose that no block reads (SUB-08)", { body: main("return 'x'", "{{ args.x }}") }],
  [
    "a render that is tried (SUB-72)",
    { body: main("return tostring(pcall(function() return prose end))", "{{ args.x }}") },
  ],
  ["a var that is put back (VARX-04)", { body: main("local kept = var\nvar = {}\nvar = kept") }],
  ["a table in var", { body: main("var.list = { 1 }") }],
  [
    "a jump over a bad return (JUMP-02)",
    { body: main("pcall(jump, '## Next')\nreturn {}") + section("Next", "return 'x'") },
  ],
  [
    "a section that a computed heading may name",
    { body: `${main("return call(args)")}\n### Each\n${lua("return 'x'")}` },
  ],
  [
    "a section that a model may start (MTK-1)",
    { body: `${main("tools.allow_tasks()\nreturn 'x'")}\n### Each\n${lua("return 'x'")}` },
  ],
  ["sections for readers", { body: `${main("return 'x'")}\n### Notes\n\nRead this.\n` }],
  [
    "children in a row (CHILD-01)",
    { body: `${main("jump('### One')")}\n### One\n${lua("log('x')")}\n### Two\n${lua("return 'x'")}` },
  ],
  ...([0, 1] as const).map((version): [string, Sample] => [
    `the section behind one whose children run dry (CHILD-02, V1-38), version ${version}`,
    {
      version,
      body: `${main("jump('### One')")}\n### One\n${lua("log('x')")}${section("Behind", "return 'x'")}`,
    },
  ]),
  [
    "the section behind a jump to a child that the library makes (CHILD-02)",
    {
      title: lua("function go() jump('### One') end").replace("lua", "lua shared"),
      body: `${main("go()\nreturn 'x'")}\n### One\n${lua("log('x')")}${section("Behind", "return 'x'")}`,
    },
  ],
  ...["models.default('models', 'd')", "local f = models.default\nf('models', 'd')"].map(
    (text): [string, Sample] => [
      `a field of an alias with the name of a library (V1-58): ${text}`,
      { version: 1, title: lua(text), body: main("return models.nane or models.name.x") },
    ],
  ),
  [
    "the store while the library loads (ENV-32)",
    { title: "\n```lua shared\nlocal seen = store.exists('a')\n```\n", body: main("return 'x'") },
  ],
  ["a tool by its object", { declares: tools, body: main("return tools.call(find, {})") }],
  ["a tool by a computed alias", { declares: tools, body: main("return tools.call(args, {})") }],
  [
    "a local tool (TOOL-30)",
    { body: main("tools.add_local('a', 'b', {}, function() return 'x' end)\nreturn tools.call('a')") },
  ],
  ["a role by its global", { declares: roles, body: main("return models.infer(writer, args)") }],
  [
    "version 1's own words",
    {
      version: 1,
      title: lua("models.default('m', 'a model')"),
      body:
        "\n## Main\n\nSay {{ args }}.\n" +
        lua("return execute('## Next') .. reply") +
        section("Next", "return reply .. sys.now"),
    },
  ],
  [
    "an argv of version 1's own",
    { version: 1, body: main("argv = { 1 }\nfor _ in pairs(argv) do log('x') end") },
  ],
];

describe("rules", () => {
  it.each(wrong)("%s: %s", (code, _, sample) => expect([...new Set(codes(sample))]).toEqual([code]));

  it.each(right)("no finding: %s", (_, sample) => expect(codes(sample)).toEqual([]));

  it("say what is meant", () => {
    expect(help({ body: main("return call('## Nxt')") + section("Next", "return '1'") })).toEqual([
      "Did you mean `## Next`?",
    ]);
    expect(help({ body: main("total = 1") + section("Next", "return total + 1") })[0]).toContain(
      "`var.total`",
    );
    expect(help({ body: main("return prose", "{{ args.topic }}") })[0]).toContain("`{{ argv.topic }}`");
  });

  it("mark the place in the file, in Lua, prose and frontmatter", () => {
    const text = textOf({ declares: roles, body: main("return sys.now .. prose", "é {{ args.x }}") });
    const found = check({ path: "p.prompt.md", text }).map(({ code, line, column, span }) => {
      const marked = Buffer.from(text).subarray(span.start, span.end).toString();
      return [code, line, column, marked];
    });
    expect(found).toEqual([
      ["role-unused", 6, 3, "writer"],
      ["placeholder-unresolvable", 13, 4, "{{ args.x }}"],
      ["field-undefined", 16, 8, "sys.now"],
    ]);
  });
});

describe("a comment silences a finding", () => {
  const bad = "sys.x = 1";
  it.each([
    ["on the line", main(`${bad} -- pfc: ignore sys-assignment`)],
    ["on the line before", main(`-- pfc: ignore sys-assignment\n${bad}`)],
    ["among others", main(`-- pfc: ignore args-field, sys-assignment\n${bad}`)],
    ["in prose", main("return prose", "<!-- pfc: ignore placeholder-unresolvable -->\n{{ args.x }}")],
  ])("%s", (_, body) => expect(codes({ body })).toEqual([]));

  it("in the frontmatter", () => {
    expect(
      codes({ declares: "models:\n  writer: {} # pfc: ignore role-unused\n", body: main("log('x')") }),
    ).toEqual([]);
  });

  it.each([
    ["another code", main(`-- pfc: ignore args-field\n${bad}`)],
    ["two lines before", main(`-- pfc: ignore sys-assignment\n\n${bad}`)],
    ["the line after", main(`${bad}\n-- pfc: ignore sys-assignment`)],
  ])("but not %s", (_, body) => expect(codes({ body })).toEqual(["sys-assignment"]));
});

describe("warnings", () => {
  it("change nothing in what is emitted, and all are given by compile too", async () => {
    const text = textOf({ body: main("return args.x") });
    const { code, diagnostics } = await compile({ path: "p.prompt.md", text });
    expect(diagnostics.map((d) => [d.code, d.severity])).toEqual([["args-field", "warning"]]);
    expect(code).toContain("args");
  });

  const root = join(import.meta.dirname, "../../fixtures");
  it.each(globSync("{demo,features,sizes}/*.prompt.md", { cwd: root }))("none for fixtures/%s", (path) => {
    const found = check({ path, text: readFileSync(join(root, path), "utf8") });
    expect(found.filter(({ severity }) => severity !== "information")).toEqual([]);
  });
});
