import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  EffectContext,
  Model,
  ModelRequest,
  Prompt,
  PromptRun,
  RunEvent,
  RunOptions,
} from "../../runtime/index.ts";
import { readable, sse } from "../../runtime/streams/index.ts";
import { load } from "./task-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;
let prompt: Prompt;

const HEAD = "models:\n  writer: {}\n";
const SECTIONS = {
  "## Main": `
models.use("writer")
local list = messages.new():user("main")
models.loop(list)
fanout("### Arm", { 1, 2 })
call("### Arm")
if args == "fail" then error("broken\\nin two lines") end
return list[#list].content`,
  "### Arm":
    'models.use("writer") models.infer("asked") models.loop(messages.new():user("arm " .. sys.taskid))',
};

beforeAll(async () => {
  workplace = await Workplace.make();
  prompt = await load(workplace, SECTIONS, HEAD);
}, 120_000);
afterAll(() => workplace?.remove());

/** Every kind of line end, and what a stream must not lose. */
const FRAGMENTS = [" a\n", "b\r", "\r\nc\u2028", "", "\n\n", "data: x\n\nid: 7\n", "é😀"];

interface Asked {
  readonly request: ModelRequest;
  readonly context: EffectContext;
  readonly answer: (text: string) => void;
}

/** A model whose rounds the test answers. */
function model(asked: (round: Asked) => void): Model {
  return {
    id: "m",
    context: 100_000,
    thinking: "never",
    complete: (request, context) =>
      new Promise((resolve) => {
        asked({
          request,
          context,
          answer: (text) => resolve({ result: { text }, model: "m", finishReason: "stop" }),
        });
      }),
  };
}

/** A host that streams the fragments in each round, before it answers with all of them. */
function streaming(): RunOptions {
  return {
    execution: "e",
    model: model(({ request, answer }) => {
      for (const fragment of FRAGMENTS) request.onDelta?.(fragment);
      setImmediate(() => {
        request.onDelta?.("|");
        answer(`${FRAGMENTS.join("")}|`);
      });
    }),
  };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const kinds = (parts: readonly (RunEvent | string)[]) =>
  parts.map((part) => (typeof part === "string" ? "delta" : part.kind));
const turn = () => new Promise(setImmediate);

describe("a run", () => {
  it("is not thenable, and its outcome does not reject (HOST-5)", async () => {
    const run = prompt.start("fail", streaming());
    expect("then" in run).toBe(false);
    expect(await run).toBe(run);
    expect(await run.outcome).toMatchObject({ status: "failed", error: { kind: "Lua" } });
    expect(await run.outcome).toBe(await run.outcome);
    await expect(run.result).rejects.toMatchObject({ name: "PromptError", kind: "Lua" });
  });

  it("gives each iteration everything, whenever it begins and however slow it is", async () => {
    const observed: RunEvent[] = [];
    const run = prompt.start("", { ...streaming(), onEvent: (event) => void observed.push(event) });
    const slow = (async () => {
      const seen: RunEvent[] = [];
      for await (const event of run) {
        seen.push(event);
        await turn();
      }
      return seen;
    })();
    const early = [collect(run), collect(run)];
    await run.outcome;
    for (const events of [...(await Promise.all(early)), await slow, await collect(run)])
      expect(events).toEqual(observed);
    const manual = run[Symbol.asyncIterator]();
    const [first, second] = await Promise.all([manual.next(), manual.next()]);
    expect([first.value, second.value]).toEqual(observed.slice(0, 2));
  });

  it("goes on when an iteration is left, and iterations end with it while they wait", async () => {
    const rounds: Asked[] = [];
    const run = prompt.start("", { model: model((round) => rounds.push(round)) });
    for await (const event of run) if (event.kind === "section_started") break;
    const waiting = collect(run);
    const text = collect(run.text);
    await turn();
    run.cancel("enough");
    expect((await waiting).map(({ kind }) => kind).slice(-1)).toEqual(["run_failed"]);
    expect(await text).toEqual([]);
    await expect(run.result).rejects.toMatchObject({ kind: "Cancelled", cause: "enough" });
    // What comes behind an answer that nobody waits for.
    rounds[0]!.request.onDelta!("late");
    expect(await collect(run.text)).toEqual([]);
  });

  it("gives the live fragments of the main walk and of what it calls as `text`, from the first on (HOST-7)", async () => {
    const deltas: string[] = [];
    const run = prompt.start("", {
      ...streaming(),
      onDelta: (fragment, { provenance }) => {
        deltas.push(`${provenance.task} ${fragment}`);
      },
    });
    const whole = `${FRAGMENTS.join("")}|`;
    const live = collect(run.text);
    expect(await run.result).toBe(whole);
    expect((await live).join("")).toBe(whole + whole);
    expect(await collect(run.text)).toEqual(await live);
    expect(new Set(deltas.map((delta) => delta.split(" ")[0]))).toEqual(new Set(["0", "0.0", "0.1"]));
  });

  it("has fragments between the events where they came as `parts`", async () => {
    const run = prompt.start("", streaming());
    const parts = await collect(run.parts);
    expect(parts.filter((part) => typeof part === "object")).toEqual(await collect(run));
    expect(parts.filter((part) => typeof part === "string")).toEqual(await collect(run.text));
    const seen = kinds(parts);
    const first = seen.indexOf("delta");
    expect(seen.slice(first - 1, first)).toEqual(["tool_scope_validation_succeeded"]);
    expect(seen.slice(first, seen.indexOf("assistant_reply") + 1)).toEqual([
      ...FRAGMENTS.map(() => "delta"),
      "delta",
      "model_turn_completed",
      "assistant_reply",
    ]);
  });

  it("takes no fragment behind the answer, and none that is no text", async () => {
    const rounds: Asked[] = [];
    const run = prompt.start("", {
      model: model((round) => {
        round.request.onDelta?.(undefined as unknown as string);
        for (const { request } of rounds) request.onDelta?.("late");
        rounds.push(round);
        round.answer("x");
      }),
    });
    await run.result;
    expect(rounds.length).toBeGreaterThan(4);
    expect(await collect(run.text)).toEqual([]);
  });
});

/** What a client of server-sent events makes of a stream, by the rules of the HTML standard. */
function messagesOf(text: string): { id: string; event: string; data: string }[] {
  const messages: { id: string; event: string; data: string }[] = [];
  let [id, event, data] = ["", "", [] as string[]];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, field, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
    if (line === "" && data.length > 0) messages.push({ id, event, data: data.join("\n") });
    if (line === "") [event, data] = ["", []];
    else if (field === "id") id = value!;
    else if (field === "event") event = value!;
    else if (field === "data") data.push(value ?? "");
  }
  return messages;
}

describe("sse", () => {
  it("sends events with ids, fragments and the outcome, whatever line breaks they hold", async () => {
    const run = prompt.start("", streaming());
    const response = sse(run);
    expect([...response.headers]).toEqual([
      ["cache-control", "no-cache, no-transform"],
      ["content-type", "text/event-stream; charset=utf-8"],
      ["x-accel-buffering", "no"],
    ]);
    const messages = messagesOf(await response.text());
    const parts = await collect(run.parts);
    expect(messages.map(({ event }) => event)).toEqual([...kinds(parts), "outcome"]);
    expect(messages.slice(0, -1).map(({ data }) => JSON.parse(data))).toEqual(parts);
    const events = messages.filter(({ event }) => event !== "delta" && event !== "outcome");
    expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => String(at)));
    expect(JSON.parse(messages[messages.length - 1]!.data)).toEqual(await run.outcome);
  });

  it("tells how a run has failed, without its stack and cause", async () => {
    const messages = messagesOf(await sse(prompt.start("fail", streaming())).text());
    const { status, error } = JSON.parse(messages[messages.length - 1]!.data);
    expect({ status, fields: Object.keys(error) }).toEqual({
      status: "failed",
      fields: ["kind", "message", "retryable", "section"],
    });
    expect(error.message).toContain("broken\nin two lines");
  });

  it("shows only what `shows` lets through, and goes on behind the last id that the client has", async () => {
    const run = prompt.start("", streaming());
    await run.outcome;
    const isBoundary = ({ kind }: RunEvent) => kind.startsWith("run_");
    const shown = messagesOf(await sse(run, { shows: isBoundary }).text());
    expect(new Set(shown.map(({ event }) => event))).toEqual(
      new Set(["run_started", "delta", "run_succeeded", "outcome"]),
    );
    const all = messagesOf(await sse(run).text());
    const last = all.find(({ event }) => event === "model_turn_completed")!.id;
    const rest = messagesOf(await sse(run, { lastEventId: last }).text());
    expect(rest.slice(0, 2).map(({ id, event }) => [Number(id), event])).toEqual([
      [Number(last) + 1, "assistant_reply"],
      [Number(last) + 2, expect.any(String)],
    ]);
    expect(all.slice(-rest.length)).toEqual(rest);
    for (const lastEventId of ["", "x", null, undefined])
      expect(messagesOf(await sse(run, { lastEventId }).text())).toEqual(all);
  });

  it("cancels the run when the client goes away, unless it outlives", async () => {
    for (const outlives of [false, true]) {
      const rounds: Asked[] = [];
      const run = prompt.start("", { model: model((round) => rounds.push(round)) });
      const reader = sse(run, { outlives }).body!.getReader();
      expect(new TextDecoder().decode((await reader.read()).value)).toContain("event: run_started");
      while (rounds.length === 0) await reader.read();
      // One read waits for what comes next.
      const waiting = (async () => {
        while (!(await reader.read()).done);
      })();
      await turn();
      await reader.cancel("gone");
      await waiting;
      expect(rounds[0]!.context.signal!.aborted).toBe(!outlives);
      run.cancel();
      const { cause } = await run.result.catch((error) => error);
      expect(cause).toBe(outlives ? undefined : "gone");
    }
  });

  it("takes parts only as fast as they are read", async () => {
    let taken = 0;
    const run = prompt.start("", streaming());
    await run.outcome;
    const counted = {
      outcome: run.outcome,
      cancel: () => {},
      parts: (async function* () {
        for await (const part of run.parts) {
          taken++;
          yield part;
        }
      })(),
    } as unknown as PromptRun;
    const reader = sse(counted).body!.getReader();
    await turn();
    expect(taken).toBe(0);
    await reader.read();
    await turn();
    expect(taken).toBe(1);
    await reader.cancel();
  });
});

describe("readable", () => {
  it("is the live text as strings", async () => {
    const run = prompt.start("", streaming());
    const chunks: string[] = [];
    for await (const chunk of readable(run) as unknown as AsyncIterable<string>) chunks.push(chunk);
    expect(chunks).toEqual(await collect(run.text));
    const bytes = readable(run).pipeThrough(new TextEncoderStream());
    expect(await new Response(bytes).text()).toBe(chunks.join(""));
  });

  it("fails with the run's error behind its text", async () => {
    const reader = readable(prompt.start("fail", streaming())).getReader();
    let text = "";
    await expect(
      (async () => {
        for (;;) text += (await reader.read()).value;
      })(),
    ).rejects.toMatchObject({ name: "PromptError", kind: "Lua" });
    expect(text.startsWith(FRAGMENTS.join(""))).toBe(true);
  });

  it("cancels the run when it is cancelled", async () => {
    const run = prompt.start("", { model: model(() => {}) });
    const reader = readable(run).getReader();
    const waiting = reader.read();
    await reader.cancel("enough");
    expect(await waiting).toEqual({ done: true, value: undefined });
    await expect(run.result).rejects.toMatchObject({ kind: "Cancelled", cause: "enough" });
  });
});
