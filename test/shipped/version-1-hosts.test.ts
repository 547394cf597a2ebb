import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scripted } from "../../runtime/adapters/scripted.ts";
import type { ModelNeed, Prompt, RunOptions, ToolDescriptor, ToolNeed } from "../../runtime/index.ts";
import type { JournalEntry, journal as makeJournal } from "../../runtime/journal/index.ts";
import { compile } from "../../src/index.ts";
import { emit } from "./model-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;
let journal: typeof makeJournal;
let modules = 0;

const packaged = "promptforge-runtime/journal" as string;

beforeAll(async () => {
  workplace = await Workplace.make();
  ({ journal } = (await import(packaged)) as { journal: typeof makeJournal });
}, 120_000);
afterAll(() => workplace?.remove());

const textOf = (body: string, version = 1): string =>
  `---\nname: p\ndescription: d\npromptforge: ${version}\n---\n\n# P\n\n${body}`;

async function load(body: string): Promise<Prompt> {
  const name = `hosts-${modules++}.mjs`;
  workplace.write(name, await emit(textOf(body)));
  return workplace.load(name);
}

const lua = (code: string): string => `\`\`\`lua\n${code}\n\`\`\`\n\n`;
const NEEDS = lua('models.default("m", "x", { context = 1 }) tools.need("t", "y") tools.always("t")');
const ASK = `${NEEDS}## A\n\nAsk.\n\n${lua("return reply")}`;
const answers = [{ toolCalls: [{ name: "t", arguments: {} }] }, "done"];

/** A tool of a class: nothing of it is its own but a private field. */
class Counter {
  #calls = 0;
  get description(): string {
    return "Counts";
  }
  get parameters(): ToolDescriptor["parameters"] {
    return { type: "object" };
  }
  call(): string {
    this.#calls++;
    return `call ${this.#calls}`;
  }
}

describe("what a host of a version 1 prompt gives", () => {
  it("may be an object of a class, whose methods see it", async () => {
    const results: string[] = [];
    const onEvent: RunOptions["onEvent"] = (event) => {
      if (event.kind === "tool_result") results.push(event.content);
    };
    const prompt = await load(ASK);
    expect(await prompt.run("", { model: scripted(answers), tools: { t: new Counter() }, onEvent })).toBe(
      "done",
    );
    expect(results.join()).toContain("call 1");
  });

  it("is asked for with a copy (V1-66)", async () => {
    const asked: (ToolNeed | ModelNeed)[] = [];
    const spoil = (need: ToolNeed | ModelNeed) => {
      asked.push(structuredClone(need));
      Object.assign(need.opts, { context: 0 });
      Object.assign(need, { alias: "other", description: "other" });
    };
    const options: RunOptions = {
      resolveModel: (need) => {
        spoil(need);
        return scripted(answers);
      },
      resolveTool: (need) => {
        spoil(need);
        return Object.assign(new Counter(), { path: "a/b/t" });
      },
    };
    expect(await (await load(ASK)).run("", options)).toBe("done");
    expect(asked).toEqual([
      { what: "model", alias: "m", description: "x", opts: { context: 1 } },
      { what: "tool", alias: "t", description: "y", opts: {} },
    ]);
  });

  it.each([Infinity, Number.NaN, -1, 0])("is refused as a model with a context of %s", async (context) => {
    const outcome = await (await load(NEEDS)).start("", {
      resolveModel: () => ({ ...scripted([]), context }),
      journal: journal({ append: () => undefined }),
    }).outcome;
    expect(outcome).toMatchObject({ status: "failed", error: { kind: "Binding" } });
    const { cause } = (outcome as unknown as { error: { cause: Error } }).error;
    expect(cause.message).toBe("`resolveModel.context` must be a finite number above 0");
  });

  it("is missed by name when a run goes on without its tool", async () => {
    const prompt = await load(ASK);
    const entries: JournalEntry[] = [];
    const append = (entry: JournalEntry) => entries.push(entry);
    const kept = { model: scripted(answers), tools: { t: new Counter() } };
    await prompt.run("", { ...kept, journal: journal({ append }) });
    const cut = entries.findIndex(
      (entry) => "answers" in entry && entry.answers.some(({ effect }) => effect === "tool"),
    );
    expect(cut).toBeGreaterThan(0);
    const again = journal({ entries: structuredClone(entries.slice(0, cut)), append: () => undefined });
    const outcome = await prompt.start("", { model: scripted(answers), journal: again }).outcome;
    const message = "tool call failure: the host has no tool any more for t";
    expect(outcome).toMatchObject({ status: "failed", error: { kind: "Tool", message } });
  });
});

describe("`pfc run` on a version 1 file", () => {
  it("says how to give a model and a tool, and where the need stands", async () => {
    workplace.write("needs.prompt.md", textOf(ASK));
    const bare = await workplace.pfc("run", "needs.prompt.md");
    expect(bare.stderr).toContain("at H1 'P' (needs.prompt.md:10)");
    expect(bare.stderr).toContain("help: give the run a model: --model URL#id");
    const modelled = await workplace.pfc("run", "needs.prompt.md", "--model", "echo");
    expect(modelled.stderr).toContain("help: give the tools with --host FILE.mjs");
  }, 60_000);
});

describe("a long chain of `elseif`", () => {
  it.each([0, 1])(
    "compiles in version %s",
    async (version) => {
      const clauses = Array.from({ length: 5000 }, (_, k) => `elseif f(${k}) then local z = g(${k}) x = z`);
      const chain = lua(["local x", "if x == 0 then x = 1", ...clauses, "end return x"].join("\n"));
      const { code } = await compile({ path: "a.prompt.md", text: textOf(`## A\n\n${chain}`, version) });
      expect(code).toContain("4999");
    },
    120_000,
  );
});
