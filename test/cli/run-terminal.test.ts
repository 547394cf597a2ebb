import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { chunk, event, streamText } from "../loopback/chat-replies.ts";
import { type ChatReply, type ChatServer, startChatServer } from "../loopback/chat-server.ts";
import { promptOf, Workplace } from "../shipped/workplace.ts";
import { TerminalCommand } from "./run-process.ts";

const CLEARED = "\x1b[J";
const INTERRUPT = "\x03";
const END = "\x04";

let workplace: Workplace;
let server: ChatServer | undefined;
const open: TerminalCommand[] = [];

beforeAll(async () => {
  workplace = await Workplace.make();
  const prompts = {
    chat: promptOf(
      'models.use("writer")\nlocal list = messages.new():user("hi")\nmodels.loop(list)\nreturn list[#list].content',
      { head: "models:\n  writer: {}\n" },
    ),
    ask: promptOf('local first = user_input()\nreturn first .. "|" .. user_input()'),
    tasks: promptOf(
      'local arms = { tasks.spawn("## Arm"), tasks.spawn("## Arm") }\nlocal typed = user_input()\ntasks.when_all(arms)\nreturn typed',
    ).concat("\n## Arm\n\n```lua\nreturn user_input()\n```\n"),
    endless: promptOf("while true do end"),
    quick: promptOf('return "done at once"'),
  };
  for (const [name, text] of Object.entries(prompts)) workplace.write(`${name}.prompt.md`, text);
}, 120_000);
afterEach(async () => {
  for (const { child } of open.splice(0)) child.kill("SIGKILL");
  await server?.close();
});
afterAll(() => workplace?.remove());

function start(
  name: string,
  args: readonly string[] = [],
  env: { readonly [name: string]: string } = {},
): TerminalCommand {
  const command = TerminalCommand.start(workplace.folder, ["run", `${name}.prompt.md`, ...args], env);
  open.push(command);
  return command;
}

/** What stands on the screen where the status was taken away last. */
const left = (output: string) => output.slice(output.lastIndexOf(CLEARED) + CLEARED.length);

async function serve(reply: ChatReply): Promise<string> {
  server = await startChatServer([reply]);
  return `${server.url}#m`;
}

/** A reply that stops half way. */
const half: ChatReply = {
  chunks: [event(chunk({ content: "x".repeat(4000) }))],
  ending: "stall",
};

describe("pfc run on a terminal", () => {
  it("shows how far the run is, and takes that away", async () => {
    const words = Array.from({ length: 30 }, () => "word ");
    const usage = { prompt_tokens: 5, completion_tokens: 30, total_tokens: 35 };
    const command = start("chat", ["--model", await serve({ ...streamText(words, usage), gapMs: 50 })]);
    await command.shows(/ 0\.\d s {2}Say\r\n {2}1 model round \(1 open, about \d+ tokens\)/);
    const { status, stdout } = await command.ended;
    expect(status).toBe(0);
    expect(left(stdout)).toBe(`${words.join("")}\r\n`);
  });

  it("shows nothing for a run that is over at once, nor beside events", async () => {
    expect(await start("quick").ended).toMatchObject({ status: 0, stdout: "done at once\r\n" });
    const command = start("chat", ["--json-events", "--model", await serve(half)]);
    await command.shows(/lua_chunk_started/);
    await new Promise((resolve) => setTimeout(resolve, 700));
    command.type(INTERRUPT);
    const { status, stdout } = await command.ended;
    expect(status).toBe(130);
    expect(stdout).not.toContain(CLEARED);
  });

  it.each([{ NO_COLOR: "1" }, { TERM: "dumb" }])("writes plain lines with %j", async (env) => {
    const command = start("chat", ["--model", await serve(half)], env);
    await command.shows(/^\d\.\d s · Say( · 1 model round \(1 open(, about 1,000 tokens)?\))?\r$/m);
    await command.shows(/^\d\.\d s · Say · 1 model round \(1 open, about 1,000 tokens\)\r$/m);
    command.type(INTERRUPT);
    const { status, stdout } = await command.ended;
    expect(status).toBe(130);
    expect(stdout).not.toContain("\x1b");
    expect(stdout).toMatch(/cancelled\r\n$/);
  });

  it("asks what the prompt asks, with the status away meanwhile (UIN-01)", async () => {
    const command = start("ask");
    await command.shows(/Input for "Say": /);
    await new Promise((resolve) => setTimeout(resolve, 700));
    command.type("first answer\r");
    await command.shows(/Input for "Say": [\s\S]*Input for "Say": /);
    command.type("é日本\r");
    const { status, stdout } = await command.ended;
    expect(status).toBe(0);
    expect(stdout).toMatch(/first answer\|é日本\r\n$/);
    expect(stdout.slice(stdout.indexOf("Input for"), stdout.indexOf("first answer"))).not.toContain(
      " s  Say",
    );
  });

  it("asks for several tasks one after another, and takes Ctrl-D for no answer", async () => {
    const command = start("tasks");
    await command.shows(/Input for "(Say|Arm)": /);
    command.type("one\r");
    await command.shows(/(Input for [\s\S]*){2}/);
    command.type(END);
    await command.shows(/(Input for [\s\S]*){3}/);
    command.type("three\r");
    const { status, stdout } = await command.ended;
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(stdout).toMatch(/\n(one|three|User input is unavailable.*)\r\n$/);
  });

  it.each([
    ["while it asks", "ask", /Input for "Say": /],
    ["in a loop that never waits", "endless", / s {2}Say/],
  ])("is cancelled by Ctrl-C %s", async (_, name, pattern) => {
    const command = start(name);
    await command.shows(pattern);
    command.type(INTERRUPT);
    const { status, stdout } = await command.ended;
    expect({ status, stdout }).toEqual({ status: 130, stdout: expect.stringMatching(/cancelled\r\n$/) });
  });

  it("ends at once by a second Ctrl-C, with the terminal as it was", async () => {
    const command = start("endless");
    await command.shows(/ s {2}Say/);
    command.type(INTERRUPT + INTERRUPT);
    const { status, stdout } = await command.ended;
    expect(status).toBe(130);
    expect(left(stdout).replaceAll("^C", "")).toBe("cancelled\r\n");
  });

  it("is cancelled by Ctrl-C while a model answers, with the terminal as it was", async () => {
    const command = start("chat", ["--model", await serve(half)]);
    await command.shows(/about 1,000 tokens/);
    command.type(INTERRUPT);
    const { status, stdout } = await command.ended;
    expect(status).toBe(130);
    expect(left(stdout)).toBe("cancelled\r\n");
  });
});
