import { readFileSync } from "node:fs";
import { join } from "node:path";
import typescript from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Prompt, RunOptions } from "../../runtime/index.ts";
import { root, Workplace } from "./workplace.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");
const part = (title: string, next: string) =>
  readme.slice(readme.indexOf(`\n## ${title}\n`), readme.indexOf(`\n## ${next}\n`));
const testing = part("Testing a prompt", "For contributors");
const resuming = part("Resuming a run", "Tracing");
const tracing = part("Tracing", "Testing a prompt");
/** What stands in the first fence that opens like this. */
const fenced = (text: string, opening: string) => {
  const [ticks] = /^`+/.exec(opening)!;
  return new RegExp(`^${opening}\n([\\s\\S]*?)^${ticks}$`, "m").exec(text)![1]!;
};

/** Each row of the table of host options: its name and its example. */
const rows = [...part("The host", "Resuming a run").matchAll(/^\| `(\w+)` \|.*?\| `(\w+: .*)` \|$/gm)].map(
  ([, name, example]) => ({ name: name!, example: example! }),
);

/** Shows in its result what came from the host. */
const probe = `---
name: probe
description: Shows its host
promptforge: 0
models:
  writer: {}
capabilities: [acme/web]
tools:
  search: acme/web/search
---

# Probe

## Only

\`\`\`lua
models.use("writer")
local list = messages.new():user("hi")
models.loop(list)
local typed = user_input()
local late = select(4, tasks.when_any({ tasks.spawn("## Slow") }, { timeout = 0.001 }))
local parts = {
  list[2].content, tostring(models.get("writer").context), tools.call("search", { q = "x" }):match(">\\n(.-)\\n<"),
  tostring(store.exists("notes.txt") and store.read("notes.txt")), typed, ui and ui().title or "no ui",
  sys.execution, string.sub(sys.when, 1, 4),
}
return table.concat(parts, "|")
\`\`\`

## Slow

\`\`\`lua
return "slow"
\`\`\`
`;

const base = "echo: hi|131072|base x|false|operator|no ui|base|1970";

/** What an example changes in the result, place by place. */
const changes: { readonly [option: string]: { readonly [place: number]: string } } = {
  model: { 0: "hi" },
  models: { 0: "hi", 1: "8192" },
  tools: { 2: "found x" },
  tool: { 2: "search x" },
  capabilities: { 2: "found" },
  store: { 3: "a note" },
  userInput: { 4: "yes" },
  ui: { 5: "Shop" },
  execution: { 6: "run-1" },
  startedAt: { 7: "2026" },
};

const program = () => `
import { memoryStore } from "promptforge-runtime";
import { journal } from "promptforge-runtime/journal";
import { echo } from "promptforge-runtime/echo";
export const told = [];
const kept = [];
export const examples = {
${rows.map(({ name, example }) => `  ${name}: { ${example} },`).join("\n")}
};
const answer = ({ messages }) => ({ result: { text: "echo: " + messages[0].content }, model: "m", finishReason: "stop" });
export const base = () => ({
  execution: "base", startedAt: 0, userInput: () => ({ text: "operator" }), store: memoryStore(),
  model: { ...echo(), complete: (request) => (request.onDelta?.("f"), answer(request)) },
  tools: { search: { description: "d", parameters: { type: "object" }, call: ({ q }) => "base " + q } },
});
`;

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
  workplace.write("probe.prompt.md", probe);
  workplace.write("greeting.prompt.md", fenced(readme, "````markdown"));
  workplace.write("answer.prompt.md", fenced(testing, "````markdown"));
  workplace.write("examples.mjs", program());
  const built = await workplace.pfc("build", "*.prompt.md", "--out", "built");
  if (built.status !== 0) throw new Error(built.stderr);
}, 120_000);
afterAll(() => workplace?.remove());

describe("the table of host options", () => {
  it("names every option", () => {
    const source = readFileSync(join(root, "runtime/options.ts"), "utf8");
    const [, body] = /export interface RunOptions<[\s\S]*?> \{\n([\s\S]*?)^\}/m.exec(source)!;
    const names = [...body!.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(15);
    expect(rows.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it("has examples that do what they say", async () => {
    const prompt = await workplace.load<Prompt>("built/probe.prompt.js");
    const {
      examples,
      base: options,
      told,
    } = (await import(workplace.path("examples.mjs"))) as {
      examples: { readonly [option: string]: RunOptions };
      base: () => RunOptions;
      told: unknown[];
    };
    expect(await prompt.run("", options())).toBe(base);
    for (const { name } of rows) {
      told.length = 0;
      const extra = name === "capabilities" ? { tools: undefined } : {};
      const expected = base.split("|").map((text, place) => changes[name]?.[place] ?? text);
      const result = await prompt.run("", { ...options(), ...extra, ...examples[name] } as RunOptions);
      expect({ name, result }).toEqual({ name, result: expected.join("|") });
      if (name === "onEvent") expect(told[0]).toBe("run_started");
      if (name === "onEffect") expect(told[0]).toBe("model");
      if (name === "onDelta") expect(told).toEqual(["0"]);
    }
  });
});

describe("the resuming of the README", () => {
  it("runs", async () => {
    const source = fenced(resuming, "```js");
    const end =
      "console.log(await run().result, rows.length);\nconsole.log(await run().result, rows.length);\n";
    workplace.write("resuming.mjs", source + end);
    const { status, stdout } = await workplace.node(["resuming.mjs"]);
    const [first, second] = stdout.split("\n");
    expect({ status, first }).toEqual({
      status: 0,
      first: expect.stringMatching(/^Answer from this: The capital of France is Paris\. [1-9]/),
    });
    expect(second).toBe(first);
  });
});

describe("the tracing of the README", () => {
  // Of the shape of `@opentelemetry/api`: tells what each span begins in, and its end.
  const standIn = `
    const startSpan = (name, start, parent) => {
      console.log("start", name, "in", parent);
      const end = () => console.log("end", name);
      return { name, end, setAttributes() {}, setStatus() {}, addEvent() {} };
    };
    export const trace = { getTracer: () => ({ startSpan }), setSpan: (parent, span) => parent + "/" + span.name };
    export const context = { active: () => "active" };
  `;

  it("makes the spans of a run", async () => {
    const folder = "node_modules/@opentelemetry/api";
    workplace.write(`${folder}/package.json`, '{ "type": "module", "exports": "./index.js" }');
    workplace.write(`${folder}/index.js`, standIn);
    workplace.write("tracing.mjs", fenced(tracing, "```js"));
    expect(await workplace.node(["tracing.mjs"])).toEqual({
      status: 0,
      stdout:
        "start invoke_agent Greeting in active\nstart section Greet in active/invoke_agent Greeting\nend section Greet\nend invoke_agent Greeting\n",
      stderr: "",
    });
  });
});

describe("the test of the README", () => {
  const source = fenced(testing, "```js");
  const vitest = source.replace('from "node:test"; // or from "vitest"', 'from "vitest";');
  const runVitest = async (name: string) => {
    workplace.write("vitest.config.mjs", "export default {};\n");
    const program = join(root, "node_modules/vitest/vitest.mjs");
    const { status, stdout, stderr } = await workplace.node([program, "run", "--no-color", name]);
    return { status, output: stdout + stderr };
  };

  it("passes in node:test and in vitest", async () => {
    workplace.write("answer.node.mjs", source);
    expect(await workplace.node(["--test", "answer.node.mjs"])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^# pass 1$/m),
    });
    expect(vitest).not.toBe(source);
    workplace.write("answer.test.mjs", vitest);
    const { status, output } = await runVitest("answer.test.mjs");
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining("1 passed") });
  }, 120_000);

  it("fails in both with what is wrong when the script has too much, too little, or other requests", async () => {
    const broken: readonly [string, string, RegExp][] = [
      ['["Paris."]', '["Paris.", "more"]', /nobody has asked for the last reply of the role `writer`/],
      ['["Paris."]', "[]", /the script has no reply for request 1 of the role `writer`/],
      [
        "/^Answer from this: The capital/",
        '"x"',
        /requests\[0\]\.messages\[0\]\.content: expected "x", got "Answer from this/,
      ],
      [
        'q: "capital of France"',
        'q: "other"',
        /tool calls\[0\]\.arguments\.q: expected "other", got "capital of France"/,
      ],
    ];
    const place = (text: string, from: string, to: string) => {
      expect(text).toContain(from);
      return text.replace(from, () => to);
    };
    for (const [from, to, problem] of broken) {
      workplace.write("broken.node.mjs", place(source, from, to));
      const { status, stdout } = await workplace.node(["--test", "broken.node.mjs"]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringMatching(problem) });
      expect(stdout).toContain("ERR_ASSERTION");
    }
    workplace.write("broken.test.mjs", place(vitest, broken[0]![0], broken[0]![1]));
    const { status, output } = await runVitest("broken.test.mjs");
    expect({ status, output }).toEqual({ status: 1, output: expect.stringMatching(broken[0]![2]) });
  }, 120_000);

  it("has right types", () => {
    workplace.write(
      "answer.ts",
      source.replace(
        'import assert from "node:assert/strict";\nimport { test } from "node:test"; // or from "vitest"\n',
        "declare const assert: { equal(a: unknown, b: unknown): void; deepEqual(a: unknown, b: unknown): void };\ndeclare const test: (name: string, run: () => Promise<void>) => void;\n",
      ) +
        `
const typed = scriptedHost();
void answer.run({ question: "x" }, typed.options);
void answer.start({ question: "x" }, { ...typed.options, timeoutMs: 1 });
// @ts-expect-error: a question is a text
void typed.run(answer, { question: 1 });
// @ts-expect-error: there is no such field
typed.expectRequests([{ rolle: "writer" }]);
// @ts-expect-error: a count is no text
scriptedHost({ models: [1] });
`,
    );
    const program = typescript.createProgram([workplace.path("answer.ts")], {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      target: typescript.ScriptTarget.ES2022,
      module: typescript.ModuleKind.NodeNext,
      moduleResolution: typescript.ModuleResolutionKind.NodeNext,
      types: [],
      paths: {
        "promptforge-runtime": [join(root, "runtime/index.ts")],
        "promptforge-runtime/testing": [join(root, "runtime/testing/index.ts")],
      },
      allowImportingTsExtensions: true,
      skipLibCheck: false,
    });
    const own = typescript
      .getPreEmitDiagnostics(program)
      .filter(({ file }) => file === undefined || file.fileName.startsWith(workplace.folder));
    expect(own.map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, "\n"))).toEqual(
      [],
    );
  });
});
