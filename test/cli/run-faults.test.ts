import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { promptOf, root, Workplace } from "../shipped/workplace.ts";
import { Command, pfc } from "./run-process.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
  const roles = "models:\n  writer: {}\n";
  const prompts = {
    infer: promptOf('models.use("writer")\nreturn models.infer("say " .. args)', { head: roles }),
    ask: promptOf('local a = user_input()\nlocal b = user_input()\nreturn a .. "|" .. b'),
    store: promptOf('store.append("log.txt", args)\nreturn user_input() .. store.read("log.txt")'),
    search: promptOf('return tools.call("search", { q = args })', {
      head: "capabilities: [acme/web]\ntools:\n  search: acme/web/search\n",
    }),
    boom: promptOf('error("boom")'),
    refused: promptOf('user_input()\nerror("never")'),
  };
  for (const [name, text] of Object.entries(prompts)) workplace.write(`${name}.prompt.md`, text);
  workplace.write("inner/boom.prompt.md", prompts.boom);
}, 120_000);
afterAll(() => workplace?.remove());

const run = (name: string, args: readonly string[] = [], input = "") =>
  pfc(workplace.folder, ["run", `${name}.prompt.md`, ...args], { input });

describe("what pfc cannot write", () => {
  it.each([
    ["run", ["run", "infer.prompt.md", "--model", "echo"]],
    ["check", ["check", "infer.prompt.md", "--format", "json"]],
    ["build", ["build", "infer.prompt.md", "--out", "full"]],
  ])(
    "is said by `pfc %s` when the output is full",
    async (_, args) => {
      const full = openSync("/dev/full", "w");
      const child = spawn(process.execPath, [join(root, "dist/cli/main.js"), ...args], {
        cwd: workplace.folder,
        stdio: ["ignore", full, "pipe"],
      });
      closeSync(full);
      let stderr = "";
      child.stderr!.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
      });
      const status = await new Promise((resolve) => child.on("close", resolve));
      expect([status, stderr]).toEqual([1, "error: cannot write standard output: the disk is full\n"]);
    },
    30_000,
  );

  it("ends a run with 141 when nobody reads any longer", async () => {
    const command = Command.start(workplace.folder, ["run", "ask.prompt.md", "--json-events"]);
    await command.shows(/user_input_wait_started/);
    command.child.stdout!.destroy();
    command.child.stdin!.end("a\nb\n");
    expect((await command.ended).status).toBe(141);
  }, 30_000);
});

describe("what is given to pfc run and cannot be used", () => {
  it.each([
    [
      "a missing script",
      ["--script", "none.yaml"],
      /cannot read `none\.yaml`: .*\n {2}help: --script takes /,
    ],
    ["a binary script", ["--script", "binary.yaml"], /`binary\.yaml` is no text \(UTF-8\)\n {2}help: /],
    ["other bytes than UTF-8", ["--script", "latin.yaml"], /`latin\.yaml` is no text \(UTF-8\)\n {2}help: /],
    ["a long text", ["--script", "long.yaml"], /this is the string x{60}…\n {2}help: /],
    ["control characters", ["--script", "bell.json"], /this is the string \\u001b\[31m\n/],
    [
      "a missing host",
      ["--host", "none.mjs"],
      /cannot read `none\.mjs`: .*\n {2}help: --host takes a module/,
    ],
    ["a folder", ["--host", "inner"], /cannot read `inner`: it is a directory\n {2}help: --host takes/],
  ])("%s", async (_, args, message) => {
    workplace.write("long.yaml", "x".repeat(5000));
    workplace.write("bell.json", '"\\u001b[31m"');
    writeFileSync(join(workplace.folder, "binary.yaml"), Buffer.from([97, 0, 98]));
    writeFileSync(join(workplace.folder, "latin.yaml"), Buffer.from([97, 0xe9, 98]));
    const ended = await run("infer", args);
    expect(ended).toMatchObject({ status: 1, stdout: "", stderr: expect.stringMatching(message) });
    expect(ended.stderr.length).toBeLessThan(500);
  });

  it("names what was given under a name that the prompt does not have", async () => {
    const model =
      '{ id: "m", context: 9, thinking: "never", complete: () => ({ result: { text: "x" }, model: "m" }) }';
    workplace.write("writr.mjs", `export default { models: { writr: ${model} } };`);
    workplace.write(
      "serch.mjs",
      'export default { tools: { serch: { description: "d", parameters: { type: "object" }, call: () => "x" } } };',
    );
    workplace.write("writr.yaml", "writr: [x]\n");
    expect((await run("infer", ["--host", "writr.mjs"])).stderr).toContain(
      "`models` has `writr`, asked for is `writer`",
    );
    expect((await run("search", ["--host", "serch.mjs"])).stderr).toContain(
      "`tools` has `serch`, asked for is `search`",
    );
    expect((await run("infer", ["--script", "writr.yaml"])).stderr).toContain(
      "the script has no reply for request 1 of the role `writer`: it has replies for `writr`",
    );
  });

  it("the prompt is named as the command line names it", async () => {
    expect((await run("inner/boom")).stderr).toContain("(inner/boom.prompt.md:");
  });

  it("a timeout of nothing", async () => {
    expect((await run("infer", ["--timeout", "0"])).stderr).toContain("--timeout takes seconds above 0");
  });

  it("nothing at all: the usage, and status 2", async () => {
    const { status, stdout, stderr } = await pfc(workplace.folder, []);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("USAGE");
  });
});

describe("the journal of pfc run", () => {
  it("says that a run is over, done or failed", async () => {
    const over = /the run of `done\.jsonl` is over, .*: delete that file to run anew\n$/;
    expect(await run("ask", ["--journal", "done.jsonl"], "a\nb\n")).toMatchObject({ status: 0, stderr: "" });
    const again = await run("ask", ["--journal", "done.jsonl"]);
    expect(again).toMatchObject({ status: 0, stdout: "a|b\n", stderr: expect.stringMatching(over) });
    const first = await run("refused", ["--journal", "failed.jsonl"], "a\n");
    expect(first.stderr).not.toContain("anew");
    const second = await run("refused", ["--journal", "failed.jsonl"], "a\n");
    expect(second).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("help: the run of `failed.jsonl` is over"),
    });
    expect(second.stderr).not.toContain("continuing");
  });

  it("is refused without the store that it began with, and the other way round", async () => {
    await run("store", ["x", "--journal", "with.jsonl", "--store", "files"], "a\n");
    const without = await run("store", ["x", "--journal", "with.jsonl"], "a\n");
    expect(without.stderr).toMatch(
      /: the run began with a `store` of the host, and now has none\n {2}help: give the run the same `store` again\n/,
    );
    await run("store", ["x", "--journal", "own.jsonl"], "a\n");
    const other = await run("store", ["x", "--journal", "own.jsonl", "--store", "files"], "a\n");
    expect(other.stderr).toMatch(
      /: the run began without a `store` of the host, and now has one\n {2}help: leave out/,
    );
    for (const { status, stdout, stderr } of [without, other]) {
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).not.toContain("continuing");
    }
  });

  it("is refused without sums when the prompt was edited", async () => {
    workplace.write("edited.prompt.md", promptOf("return (user_input())"));
    await run("edited", ["--journal", "edited.jsonl"], "a\n");
    workplace.write("edited.prompt.md", promptOf('return user_input() .. ""'));
    const { stderr } = await run("edited", ["--journal", "edited.jsonl"], "a\n");
    expect(stderr).toContain("the prompt file was edited since\n");
    expect(stderr).not.toMatch(/[0-9a-f]{64}|continuing/);
  });

  it("that cannot be opened says where to put it", async () => {
    mkdirSync(join(workplace.folder, "folder"));
    const missing = await run("ask", ["--journal", "none/x.jsonl"], "a\nb\n");
    expect(missing.stderr).toMatch(
      /no such file or directory\n {2}help: make the folder of the journal first/,
    );
    const folder = await run("ask", ["--journal", "folder"], "a\nb\n");
    expect(folder.stderr).toMatch(/it is a directory\n {2}help: give the path of a file/);
  });
});
