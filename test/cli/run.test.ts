import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { say, streamText } from "../loopback/chat-replies.ts";
import { type ChatScript, type ChatServer, startChatServer } from "../loopback/chat-server.ts";
import { type Ended, promptOf, root, Workplace } from "../shipped/workplace.ts";
import { Command, pfc } from "./run-process.ts";

const roles = "models:\n  writer: {}\n";
const silence = { ending: "silence" } as const;
const stack = /^\s+at .*(\.js|node:)/m;

let workplace: Workplace;
let server: ChatServer | undefined;

beforeAll(async () => {
  workplace = await Workplace.make();
  const prompts = {
    infer: promptOf('models.use("writer")\nreturn models.infer("say " .. args)', { head: roles }),
    loop: promptOf(
      'models.use("writer")\nlocal list = messages.new():user("hi")\nmodels.loop(list)\nreturn list[#list].content',
      { head: roles },
    ),
    idle: promptOf('if args == "ask" then models.use("writer") end\nreturn "idle"', { head: roles }),
    ask: promptOf(
      'local first, can = user_input()\nreturn first .. "|" .. user_input() .. "|" .. tostring(can)',
    ),
    random: promptOf("return tostring(math.random(0))"),
    store: promptOf('store.append("deep/log.txt", args .. "\\n")\nreturn store.read("deep/log.txt")'),
    search: promptOf('return (tools.call("search", { q = args }):match(">\\n(.-)\\n<"))', {
      head: "capabilities: [acme/web]\ntools:\n  search: acme/web/search\n",
    }),
    boom: promptOf('error("boom")'),
    endless: promptOf("while true do end"),
  };
  for (const [name, text] of Object.entries(prompts)) workplace.write(`${name}.prompt.md`, text);
}, 120_000);
afterEach(() => server?.close());
afterAll(() => workplace?.remove());

async function serve(script: ChatScript): Promise<string> {
  server = await startChatServer(script);
  return server.url;
}

type Settings = Parameters<typeof pfc>[2];

const run = (name: string, args: readonly string[] = [], settings: Settings = {}) =>
  pfc(workplace.folder, ["run", `${name}.prompt.md`, ...args], settings);

/** A failed run, whose standard error holds no stack. */
function failed(ended: Ended, status = 1): string {
  expect(ended).toMatchObject({ status, stdout: "" });
  expect(ended.stderr).not.toMatch(stack);
  return ended.stderr;
}

describe("the model of pfc run", () => {
  it("is one that echoes", async () => {
    const ended = await run("infer", ["hello", "--model", "echo"]);
    expect(ended).toEqual({ status: 0, stdout: "say hello\n", stderr: "" });
  });

  it("is an endpoint, with the key of PFC_API_KEY", async () => {
    const url = await serve([say("good"), streamText(["str", "eam"])]);
    const env = { PFC_API_KEY: "top-secret" };
    expect(await run("infer", ["x", "--model", `${url}#small`], { env })).toEqual({
      status: 0,
      stdout: "good\n",
      stderr: "",
    });
    expect((await run("loop", ["--model", `${url}#small`])).stdout).toBe("stream\n");
    const [first, second] = server!.requests;
    expect(first).toMatchObject({
      path: "/v1/chat/completions",
      headers: { authorization: "Bearer top-secret" },
      body: { model: "small", messages: [{ role: "user", content: "say x" }] },
    });
    expect(second!.headers["authorization"]).toBeUndefined();
  });

  it("is that of the environment, unless something else names one (KND-63)", async () => {
    const url = await serve(() => say("of the environment"));
    const env = { PFC_BASE_URL: url, PFC_MODEL: "standard" };
    workplace.write(
      "own.mjs",
      `export default { model: { id: "own", context: 1000, thinking: "never", complete: () => ({ result: { text: "own" }, model: "own", finishReason: "stop" }) } };`,
    );
    expect((await run("infer", [], { env })).stdout).toBe("of the environment\n");
    expect((await run("infer", ["--host", "own.mjs"], { env })).stdout).toBe("own\n");
    expect((await run("infer", ["--host", "own.mjs", "--model", "other"], { env })).stdout).toBe(
      "of the environment\n",
    );
    expect((await run("infer", ["x", "--model", "echo"], { env })).stdout).toBe("say x\n");
    expect(server!.requests.map(({ body }) => (body as { model: string }).model)).toEqual([
      "standard",
      "other",
    ]);
  });

  it("need not be there for a prompt that makes no round (MOD-11)", async () => {
    expect(await run("idle")).toEqual({ status: 0, stdout: "idle\n", stderr: "" });
  });

  it("is asked for by a prompt that makes one", async () => {
    for (const name of ["infer", "loop"]) {
      expect(failed(await run(name))).toMatch(
        /^error\[Lua\]: .*\n {4}at section 'Say' \(\w+\.prompt\.md:14\)\n {2}help: give the run a model: --model URL#id, such as .*--model echo or --script FILE\n$/,
      );
    }
  });

  it("is asked for by the H1 too", async () => {
    workplace.write(
      "h1.prompt.md",
      "---\nname: p\ndescription: d\npromptforge: 0\nmodels:\n  writer: {}\n---\n\n# P\n\n```lua\nmodels.use('writer')\n```\n",
    );
    expect(failed(await run("h1"))).toMatch(
      /^error\[RequirementsUnmet\]: [\s\S]*\n {2}help: give the run a model: --model URL#id/,
    );
  });

  it("is told apart from a role that the prompt does not select", async () => {
    workplace.write(
      "unselected.prompt.md",
      promptOf('if args == "ask" then models.use("writer") end\nreturn models.infer("x")', { head: roles }),
    );
    const stderr = failed(await run("unselected", ["--model", "echo"]));
    expect(stderr).toMatch(/^error\[Binding\]: model binding required for section Say\n/);
    expect(stderr).toContain("help: select a declared role with models.use or models.default");
  });

  it.each([
    [{ status: 401, body: "top-secret told" }, "non-success backend status 401", "set PFC_API_KEY"],
    [{ status: 404 }, "non-success backend status 404", "the id of --model URL#id"],
    [{ status: 500 }, "non-success backend status 500", undefined],
  ])("that answers %j fails the run with what to do", async (reply, message, help) => {
    const url = await serve([reply]);
    const env = { PFC_API_KEY: "top-secret" };
    const stderr = failed(await run("infer", ["--model", `${url}#m`], { env }));
    expect(stderr.startsWith(`error[Completion]: ${message}\n`)).toBe(true);
    if (help === undefined) expect(stderr).not.toContain("help:");
    else expect(stderr).toContain(help);
    expect(stderr).not.toContain("top-secret");
  });

  it("that cannot be reached says why", async () => {
    const url = await serve([]);
    await server!.close();
    const stderr = failed(await run("infer", ["--model", `${url}#m`]));
    expect(stderr).toMatch(/^error\[Completion\]: http transport failure\n/);
    expect(stderr).toMatch(/^ {2}cause: .*ECONNREFUSED/m);
  });

  it("that does not suit the prompt says how to describe it (MOD-12)", async () => {
    const head = "models:\n  writer: { min_context: 1000000 }\n";
    workplace.write("large.prompt.md", promptOf('models.use("writer")', { head }));
    const stderr = failed(await run("large", ["--model", "echo"]));
    expect(stderr).toMatch(/^error\[RequirementsUnmet\]: .*\n- role 'writer': requires a context/);
    expect(stderr).toContain("--host FILE.mjs");
  });
});

describe("pfc run --script", () => {
  it("answers from a list, or from one for each role", async () => {
    workplace.write("list.json", '["from JSON"]');
    workplace.write("roles.yaml", "writer:\n  - from YAML\n");
    expect((await run("infer", ["--script", "list.json"])).stdout).toBe("from JSON\n");
    expect((await run("infer", ["--script", "roles.yaml"])).stdout).toBe("from YAML\n");
  });

  it("says what is left over and what is missing", async () => {
    workplace.write("long.yaml", "writer: [one, two, three]\njudge: [four]\n");
    expect(await run("infer", ["--script", "long.yaml"])).toEqual({
      status: 0,
      stdout: "one\n",
      stderr:
        "warning: `long.yaml`: nobody has asked for the last 2 replies of the role `writer`\n" +
        "warning: `long.yaml`: nobody has asked for the last reply of the role `judge`\n",
    });
    workplace.write("short.yaml", "writer: []\n");
    expect(failed(await run("infer", ["--script", "short.yaml"]))).toMatch(
      /^error\[Completion\]: the script has no reply for request 1 of the role `writer`\n/,
    );
  });

  it("that is wrong runs nothing", async () => {
    workplace.write("wrong.yaml", "- 42\n");
    const args = ["x", "--script", "wrong.yaml", "--store", "untouched"];
    expect(failed(await run("store", args))).toMatch(
      /^error: `wrong\.yaml`: replies\[0\]: a reply is a text/,
    );
    expect(existsSync(workplace.path("untouched"))).toBe(false);
  });
});

describe("pfc run --store", () => {
  it("keeps the files of runs in a folder", async () => {
    expect((await run("store", ["one", "--store", "files"])).stdout).toBe("one\n\n");
    expect((await run("store", ["two", "--store", "files"])).stdout).toBe("one\ntwo\n\n");
    expect(workplace.read("files/deep/log.txt")).toBe("one\ntwo\n");
    expect((await run("store", ["three"])).stdout).toBe("three\n\n");
  });

  it("refuses a file", async () => {
    workplace.write("file", "x");
    expect(failed(await run("store", ["one", "--store", "file"]))).toBe(
      "error: --store `file` is no folder: give one, or a path where there is nothing\n",
    );
  });

  it("says why the store has failed", async () => {
    workplace.write("blocked/deep", "a file");
    expect(failed(await run("store", ["one", "--store", "blocked"]))).toMatch(
      /^error\[Lua\]: store backend failure\n(.*\n)* {2}cause: the store cannot append to `deep\/log\.txt`/,
    );
  });
});

describe("pfc run --host", () => {
  const tool = `{ search: { description: "d", parameters: { type: "object" }, call: ({ q }) => "found " + q } }`;

  it.each([
    ["options", `export default { tools: ${tool} };`],
    ["a function", `export default () => ({ tools: ${tool} });`],
    ["an asynchronous function", `export default async () => ({ tools: ${tool} });`],
    ["a promise", `export default Promise.resolve({ tools: ${tool} });`],
  ])("takes %s", async (_, text) => {
    workplace.write("host.mjs", text);
    expect(await run("search", ["it", "--host", "host.mjs"])).toEqual({
      status: 0,
      stdout: "found it\n",
      stderr: "",
    });
  });

  it("is asked for by a prompt whose tools are missing (PREP-06)", async () => {
    const stderr = failed(await run("search", ["it"]));
    expect(stderr).toMatch(/^error\[RequirementsUnmet\]: .*\n- missing required capability: acme\/web\n/);
    expect(stderr).toMatch(/^ {2}help: give the tools with --host FILE\.mjs, /m);
  });

  it("keeps its observers, its input and its signal beside those of the command", async () => {
    workplace.write(
      "watching.mjs",
      `const seen = [];
       export default {
         userInput: () => ({ text: "hosted " + seen.length }),
         onEvent: (event) => { seen.push(event.kind); if (event.kind === "run_succeeded") console.log(seen.at(-1)); },
         signal: new AbortController().signal,
       };`,
    );
    const ended = await run("ask", ["--host", "watching.mjs", "--json-events"]);
    expect(ended).toMatchObject({ status: 0, stderr: "run_succeeded\n" });
    expect(ended.stdout).toMatch(
      /\n\{"kind":"outcome","status":"completed","text":"hosted \d+\|hosted \d+\|true"\}\n$/,
    );
    workplace.write("aborted.mjs", "export default { signal: AbortSignal.abort() };");
    expect(failed(await run("ask", ["--host", "aborted.mjs"]), 130)).toBe("cancelled\n");
  });

  it("writes what it logs to standard error", async () => {
    workplace.write("loud.mjs", `console.log("out"); console.error("err"); export default {};`);
    const { stdout, stderr } = await run("idle", ["--host", "loud.mjs"]);
    expect(stdout).toBe("idle\n");
    expect(stderr.split("\n").sort()).toEqual(["", "err", "out"]);
  });

  it.each([
    ["is missing", undefined, "cannot read `wrong.mjs`: no such file or directory\n"],
    [
      "does not parse",
      "export default {\n  a: 1\n  b: 2 };",
      'cannot be imported: Expected "}" but found "b"\n  --> wrong.mjs:3:3\n',
    ],
    [
      "imports a name that is not there",
      'import { x } from "./half.mjs";\nexport default {};',
      "`wrong.mjs` cannot be imported: ",
    ],
    [
      "imports a package that is not there",
      'import "no-such-package";',
      "cannot be imported: Cannot find package 'no-such-package'\n",
    ],
    [
      "throws",
      'function f() {\n  throw new TypeError("bad");\n}\nf();',
      "cannot be imported: TypeError: bad\n  --> wrong.mjs:2:9\n",
    ],
    ["throws what is no error", 'throw "text";', "`wrong.mjs` cannot be imported: text\n"],
    [
      "exports nothing",
      "export const tools = {};",
      "`wrong.mjs`: its default export must be run options, or a function",
    ],
    [
      "exports a list",
      "export default [];",
      "`wrong.mjs`: its default export must be run options, or a function",
    ],
    [
      "exports a function that gives nothing",
      "export default () => {};",
      "`wrong.mjs`: its default export gives no run options\n",
    ],
    [
      "exports a function that throws",
      'export default () => {\n  throw new Error("bad");\n};',
      "`wrong.mjs`: its function threw: bad\n  --> wrong.mjs:2:9\n",
    ],
    [
      "has an option that there is not",
      "export default { modle: 1 };",
      "`wrong.mjs`: there is no option `modle`\n",
    ],
    [
      "has an option of a wrong type",
      "export default { userInput: 1 };",
      "`wrong.mjs`: the option `userInput` must be of type function\n",
    ],
    [
      "throws later",
      'setTimeout(() => {\n  throw new Error("late");\n}, 1);\nexport default { userInput: () => new Promise(() => {}) };',
      "`wrong.mjs` threw outside of any call: late\n  --> wrong.mjs:2:9\n",
    ],
    [
      "ends the process",
      "setTimeout(() => process.exit(0), 1);\nexport default { userInput: () => new Promise(() => {}) };",
      "`wrong.mjs` has ended the run with process.exit\n",
    ],
  ])("that %s is told so", async (_, text, message) => {
    workplace.write("half.mjs", "export const y = 1;");
    if (text !== undefined) workplace.write("wrong.mjs", text);
    const stderr = failed(await run("ask", ["--host", "wrong.mjs"]));
    expect(stderr).toContain(message);
    expect(stderr.startsWith("error: ")).toBe(true);
    expect(stderr).not.toContain(workplace.folder);
  });

  it("is shown where it threw when that fails the run", async () => {
    const call = '() => {\n  throw new Error("no luck", { cause: new Error("deep down") });\n}';
    workplace.write(
      "failing.mjs",
      `export default { tools: { search: { description: "d", parameters: { type: "object" }, call: ${call} } } };`,
    );
    const stderr = failed(await run("search", ["x", "--host", "failing.mjs"]));
    expect(stderr).toMatch(/^error\[Tool\]: .*no luck\n {4}at section 'Say' \(search\.prompt\.md:/);
    expect(stderr).toContain("\n  cause: deep down\n  --> failing.mjs:2:9\n");
  });
});

describe("the page of pfc run", () => {
  const page = readFileSync(join(root, "docs/cli.md"), "utf8");
  const example = (name: string) =>
    new RegExp(`^\`${name}\`:\\n\\n\`\`\`\\w+\\n([\\s\\S]*?)^\`\`\``, "m").exec(page)![1]!;

  it("has a script and a host file that work", async () => {
    workplace.write("replies.yaml", example("forms.yaml"));
    const { stdout, stderr } = await run("infer", ["--script", "replies.yaml"]);
    expect({ stdout, stderr }).toEqual({
      stdout: "A first answer.\n",
      stderr: "warning: `replies.yaml`: nobody has asked for the last 3 replies of the role `writer`\n",
    });
    workplace.write("readme.mjs", example("host.mjs"));
    expect((await run("search", ["it", "--host", "readme.mjs"])).stdout).toBe("found it\n");
  });

  it("names every option", async () => {
    const { stdout } = await pfc(workplace.folder, ["run", "--help"]);
    const named = [...page.matchAll(/^\| `(--[\w-]+)[^`]*` \|/gm)].map(([, name]) => name!);
    const listed = [...stdout.matchAll(/--[\w-]+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(7);
    for (const name of listed) if (name !== "--input") expect(named).toContain(name);
  });
});

describe("promptforge/web in pfc run", () => {
  it("is there for a prompt that declares it, and does not go to private addresses (WEB-10)", async () => {
    const head = "capabilities: [promptforge/web]\ntools:\n  fetch: promptforge/web/fetch\n";
    workplace.write(
      "web.prompt.md",
      promptOf('return (select(2, pcall(tools.call, "fetch", { url = args }))).message', { head }),
    );
    expect(await run("web", ["https://127.0.0.1/"])).toEqual({
      status: 0,
      stdout: expect.stringContaining("127.0.0.1"),
      stderr: "",
    });
    workplace.write(
      "web.mjs",
      `export default { capabilities: [{ id: "promptforge/web", activate: () => [{ path: "promptforge/web/fetch", description: "d", parameters: { type: "object" }, call: () => { throw new Error("the host's own"); } }] }] };`,
    );
    expect((await run("web", ["x", "--host", "web.mjs"])).stdout).toContain("the host's own");
  });
});

describe("pfc run --journal", () => {
  it("goes on where a run has been killed", async () => {
    workplace.write(
      "two.prompt.md",
      promptOf('models.use("writer")\nreturn models.infer("a") .. models.infer("b")', { head: roles }),
    );
    let second = () => {};
    const isAsked = new Promise<void>((resolve) => {
      second = resolve;
    });
    const url = await serve((_, place) => {
      if (place === 1) second();
      return [say("one "), silence, say("two")][place]!;
    });
    const args = ["run", "two.prompt.md", "x", "--model", `${url}#m`, "--journal", "kept.jsonl"];
    const killed = Command.start(workplace.folder, args);
    await isAsked;
    killed.child.kill("SIGKILL");
    await killed.ended;
    expect(await pfc(workplace.folder, args)).toEqual({
      status: 0,
      stdout: "one two\n",
      stderr: "continuing the run of `kept.jsonl`\n",
    });
    const sent = server!.requests.map(({ body }) => (body as { messages: unknown }).messages);
    expect(sent).toHaveLength(3);
    expect(sent[2]).toEqual(sent[1]);
    const other = await pfc(workplace.folder, ["run", "two.prompt.md", "y", ...args.slice(3)]);
    expect(failed(other)).toContain("the journal does not fit this run: it is of a run with another input");
  });

  it("that another process has says so", async () => {
    const args = ["run", "ask.prompt.md", "--journal", "held.jsonl", "--json-events"];
    const holder = Command.start(workplace.folder, args);
    await holder.shows(/user_input_wait_started/);
    expect(failed(await run("ask", ["--journal", "held.jsonl"]))).toContain("held.jsonl");
    holder.child.stdin!.end("a\nb\n");
    expect(await holder.ended).toMatchObject({ status: 0 });
    expect((await run("ask", ["--journal", "held.jsonl"])).stdout).toBe("a|b|true\n");
  });
});

describe("pfc run --json-events", () => {
  const lines = ({ stdout }: Ended) => {
    expect(stdout.endsWith("\n")).toBe(true);
    return stdout.slice(0, -1).split("\n");
  };

  it("writes one line per event in the order of its fields, then the outcome (HOST-22)", async () => {
    const ended = await run("infer", ["x", "--model", "echo", "--json-events"]);
    const [first, ...more] = lines(ended);
    expect(ended).toMatchObject({ status: 0, stderr: "" });
    expect(first).toMatch(
      /^\{"kind":"run_started","execution":"[^"]+","section":"P","provenance":\{"task":"0","seq":0\}\}$/,
    );
    expect(more.find((line) => line.includes("assistant_reply"))).toMatch(
      /"seq":7\},"turn":1,"text":"say x","finish_reason":"stop","model":"echo","origin":"infer"\}$/,
    );
    expect(JSON.parse(more.at(-2)!)).toMatchObject({ kind: "run_succeeded" });
    expect(more.at(-1)).toBe('{"kind":"outcome","status":"completed","text":"say x"}');
  });

  it("ends with the outcome of a run that has failed or was cancelled", async () => {
    const boom = await run("boom", ["--json-events"]);
    expect(boom).toMatchObject({ status: 1, stderr: expect.stringMatching(/^error\[Lua\]: /) });
    expect(JSON.parse(lines(boom).at(-1)!)).toEqual({
      kind: "outcome",
      status: "failed",
      error: { kind: "Lua", message: expect.stringContaining("boom"), retryable: false },
    });
    const endless = await run("endless", ["--json-events", "--timeout", "0.3"]);
    expect(endless).toMatchObject({ status: 130 });
    expect(lines(endless).at(-1)).toBe('{"kind":"outcome","status":"cancelled"}');
    const url = await serve([{ status: 503 }]);
    const unreached = await run("infer", ["--json-events", "--model", `${url}#m`]);
    expect(JSON.parse(lines(unreached).at(-1)!)).toMatchObject({
      error: { kind: "Completion", retryable: true },
    });
  });

  it("writes nothing to standard output for a prompt that does not compile", async () => {
    workplace.write("bad.prompt.md", promptOf("x ="));
    expect(failed(await run("bad", ["--json-events"]))).toMatch(/^error\[lua-syntax\]/);
  });
});

describe("the other options of pfc run", () => {
  it("--timeout cancels, also Lua that never waits and questions that nobody answers (CAN-01a)", async () => {
    const message = "cancelled: the run took longer than its time limit\n";
    expect(failed(await run("endless", ["--timeout", "0.2"]), 130)).toBe(message);
    const asking = Command.start(workplace.folder, ["run", "ask.prompt.md", "--timeout", ".2"]);
    expect(failed(await asking.ended, 130)).toBe(message);
  });

  it("--seed makes chance repeat itself", async () => {
    const [one, same, hexadecimal, other] = await Promise.all(
      ["255", "255", "0xfF", "18446744073709551615"].map((seed) => run("random", ["--seed", seed])),
    );
    expect(one).toMatchObject({ status: 0, stderr: "" });
    expect(same!.stdout).toBe(one!.stdout);
    expect(hexadecimal!.stdout).toBe(one!.stdout);
    expect(other!.stdout).not.toBe(one!.stdout);
  });

  it("lines of standard input answer user_input, as far as there are any (UIN-01)", async () => {
    const unavailable = "User input is unavailable in this host; continue without it.";
    expect((await run("ask", [], { input: "one\ntwo\nthree\n" })).stdout).toBe("one|two|true\n");
    expect((await run("ask", [], { input: "é" })).stdout).toBe(`é|${unavailable}|true\n`);
    expect((await run("ask")).stdout).toBe(`${unavailable}|${unavailable}|false\n`);
    expect((await run("ask", ["--input", "-"], { input: "one\ntwo\n" })).stdout).toBe(
      `${unavailable}|${unavailable}|false\n`,
    );
  });

  it("a run that asks nothing does not wait for standard input", async () => {
    expect(await Command.start(workplace.folder, ["run", "idle.prompt.md"]).ended).toMatchObject({
      status: 0,
    });
  });

  it("an interrupt ends a model request at once", async () => {
    const url = await serve([silence]);
    const command = Command.start(workplace.folder, ["run", "infer.prompt.md", "--model", `${url}#m`]);
    while (server!.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    command.child.kill("SIGINT");
    expect(failed(await command.ended, 130)).toBe("cancelled\n");
    expect(await server!.requests[0]!.closed).toEqual({ isWhole: false });
  });

  it("a result of any size is written whole", async () => {
    workplace.write("long.prompt.md", promptOf('return string.rep("x", 5000000)'));
    expect((await run("long")).stdout).toBe(`${"x".repeat(5_000_000)}\n`);
  });

  it("a prompt that uses up the memory is told so", async () => {
    workplace.write(
      "memory.mjs",
      `const kept = []; export default { userInput: () => { for (;;) kept.push(new Array(1e6).fill("${randomUUID()}".slice(1))); } };`,
    );
    const command = ["--max-old-space-size=80"].join(" ");
    const ended = await run("ask", ["--host", "memory.mjs"], { env: { NODE_OPTIONS: command } });
    expect(failed(ended)).toBe("error: the run has used up the memory of its thread\n");
  });

  it.each([
    [["--model", "echo", "--script", "x"], "a run has one model: give --model or --script"],
    [["--model", "m"], "--model has no URL, and PFC_BASE_URL is not set: write --model URL#id"],
    [["--timeout", "soon"], "--timeout takes seconds above 0 and up to 2147483, such as --timeout 90"],
    [["--timeout", "0"], "--timeout takes seconds above 0 and"],
    [["--timeout", "-1"], "--timeout takes seconds above 0 and"],
    [["--timeout", "1e9"], "--timeout takes seconds above 0 and"],
    [["--seed", "1.5"], "--seed takes a whole number below 2^64, such as --seed 7 or --seed 0xC0FFEE"],
    [["--seed", "18446744073709551616"], "--seed takes a whole number below 2^64"],
    [["--store"], "--store needs a value"],
    [["--host="], "--host needs a value"],
    [["--jsonevents"], "unknown option `--jsonevents`"],
    [["--journal", "a", "--journal", "b"], "--journal is given twice"],
  ])("%j is a mistake of use", async (args, message) => {
    expect(failed(await run("idle", args), 2)).toContain(`error: ${message}`);
  });
});
