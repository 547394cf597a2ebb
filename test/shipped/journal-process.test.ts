import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { emit } from "./model-prompt.ts";
import { root, Workplace } from "./workplace.ts";

/*
 * Processes that are killed (SIGKILL) in a run with fanout, models, tools and store work, and others that go on from their journals.
 */

let workplace: Workplace;

const PROMPT = `---
name: digest
description: Asks, calls and writes in arms
promptforge: 0
models:
  writer: {}
capabilities: [acme/kit]
tools:
  find: acme/kit/find
---

# Digest

## Main

\`\`\`lua
store.write("log", "start")
local parts = fanout("### Part", { "a", "b", "c", "d", "e" })
store.append("log", " " .. #parts)
store.str_replace("log", "start", "done")
local input = user_input()
store.append("log", " " .. input)
models.use("writer")
local last = models.infer("end " .. table.concat(parts, ","))
return last .. "|" .. store.read("log") .. "|" .. table.concat(store.glob("**"), ",")
\`\`\`

### Part

\`\`\`lua
models.use("writer")
local answer = models.infer("about " .. item)
store.append("part/" .. item, answer)
local found = tools.call("find", { q = item })
store.append("part/" .. item, "+" .. found:match("found %w+"))
return store.read("part/" .. item)
\`\`\`
`;

/** Runs the prompt and prints its result; dies before, in the midst of or after the effect with the number `at`, as `when` says. */
const HOST = `
import { appendFileSync } from "node:fs";
import { directoryStore, fileJournal } from ${JSON.stringify(pathToFileURL(join(root, "dist/node/index.js")))};
import prompt from "./digest.mjs";
const [folder, log, at, when] = process.argv.slice(2);
const die = () => process.kill(process.pid, "SIGKILL");
let asked = 0;
const effects = new Map();
const performed = async (context, perform) => {
  const isLast = effects.get(context.key) === Number(at);
  if (isLast && when === "before") die();
  appendFileSync(log, context.key + "\\n");
  const answer = await perform();
  if (isLast && when === "after") die();
  return answer;
};
const files = directoryStore(folder + "/files");
let storing;
const store = Object.fromEntries(["read", "write", "append", "delete", "exists", "list"].map((name) => [name, async (...given) => {
  const answer = await files[name](...given);
  if (storing === Number(at) && when === "within" && name !== "read") die();
  return answer;
}]));
const model = {
  id: "m", context: 10000, thinking: "never",
  complete: ({ messages }, context) => performed(context, async () => ({ model: "m", result: { text: "<" + messages[0].content.length + ">" } })),
};
const tools = { find: { description: "", parameters: { type: "object" }, call: ({ q }, context) => performed(context, async () => "found " + q) } };
const outcome = await prompt.start("", {
  model, tools, store,
  journal: fileJournal(folder + "/journal", { durable: false }),
  userInput: (request, context) => performed(context, async () => ({ text: "typed" })),
  onEffect: ({ key, kind, replayed }) => {
    if (replayed) return;
    effects.set(key, ++asked);
    if (kind !== "store") return;
    appendFileSync(log, key + "\\n");
    if (asked === Number(at) && when === "before") die();
    storing = asked;
  },
}).outcome;
process.stdout.write(outcome.status === "completed" ? outcome.text : JSON.stringify(outcome));
`;

beforeAll(async () => {
  workplace = await Workplace.make();
  workplace.write("digest.mjs", await emit(PROMPT));
  workplace.write("host.mjs", HOST);
}, 120_000);
afterAll(() => workplace?.remove());

interface Scene {
  readonly folder: string;
  readonly log: string;
}

function scene(name: string): Scene {
  rmSync(workplace.path(name), { recursive: true, force: true });
  workplace.write(`${name}/log`, "");
  return { folder: workplace.path(name), log: workplace.path(`${name}/log`) };
}

function run({ folder, log }: Scene, at = 0, when = "never") {
  return workplace.node([workplace.path("host.mjs"), folder, log, String(at), when]);
}

function files(folder: string): Record<string, string> {
  const root = join(folder, "files");
  const paths = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    paths.map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "utf8")]).sort(),
  );
}

/** The keys of what a process has performed. */
function performed({ log }: Scene): string[] {
  return readFileSync(log, "utf8").split("\n").slice(0, -1);
}

/** What a journal answers, as far as it is whole. */
function kept({ folder }: Scene): Set<string> {
  const keys = new Set<string>();
  for (const line of readFileSync(join(folder, "journal"), "utf8").split("\n").slice(0, -1)) {
    const entry = JSON.parse(line) as { answers?: { task: string; seq: number }[] };
    for (const { task, seq } of entry.answers ?? []) keys.add(`${task}:${seq}`);
  }
  return keys;
}

it("goes on with the same result and files when it is killed at any effect, and repeats nothing that is kept", async () => {
  const whole = scene("whole");
  const { stdout: result, stderr } = await run(whole);
  expect(stderr).toBe("");
  expect(result).toBe("<63>|done 5 typed|log,part/a,part/b,part/c,part/d,part/e");
  const expected = files(whole.folder);
  const count = performed(whole).length;
  expect(count).toBeGreaterThanOrEqual(30);

  // Each effect has one of the moments `within` and `after`; what is before one lies behind the one before it, as a rule.
  const cases = Array.from({ length: count }, (_, index) => index + 1).flatMap((at) =>
    ["within", "after", ...(at % 4 === 1 ? ["before"] : [])].map((when) => [at, when] as const),
  );
  let killed = 0;
  const checkOne = async ([at, when]: readonly [number, string]): Promise<void> => {
    const place = scene(`${when}-${at}`);
    const first = await run(place, at, when);
    // Not every effect has that moment: then the run has ended by itself.
    if (first.status !== null) {
      expect(first.stdout).toBe(result);
      return;
    }
    killed++;
    const answered = kept(place);
    const before = performed(place).length;
    const second = await run(place);
    expect([at, when, second.stdout]).toEqual([at, when, result]);
    expect([at, when, files(place.folder)]).toEqual([at, when, expected]);
    const again = performed(place)
      .slice(before)
      .map((key) => key.replace(/^[^:]*:/, ""));
    expect([at, when, again.filter((key) => answered.has(key))]).toEqual([at, when, []]);
    rmSync(place.folder, { recursive: true, force: true });
  };
  const waiting = [...cases];
  await Promise.all(
    [1, 2].map(async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await checkOne(next);
    }),
  );
  expect(killed).toBeGreaterThan(count);
}, 300_000);
