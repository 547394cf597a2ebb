import { readFileSync } from "node:fs";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expect, test } from "vitest";
import type { Contract } from "../../runtime/engine/module.ts";
import { PromptError } from "../../runtime/errors.ts";
import type { RunEvent } from "../../runtime/events.ts";
import {
  argsShape,
  definePrompt,
  hostArgs,
  hostLog,
  mainWalk,
  refuseVersion,
} from "../../runtime/internal.ts";
import { randomWords } from "../../runtime/lua/math/random-words.ts";
import { seedOf } from "../../runtime/lua/math/seed.ts";
import { VERSION } from "../../runtime/prompt.ts";
import { type Body, CONTRACT, eventsOf, failureOf, promptOf } from "./engine/prompt.ts";

const minimal = {
  abi: 1,
  compiler: "0.1.0",
  file: "test.prompt.md",
  name: "test",
  description: "",
  promptforge: 0,
  title: "T",
  sections: [],
  topLevel: 0,
  walk: mainWalk,
  globals: {},
};

/** Gives the argument string back. */
const echo = (contract: Contract = CONTRACT) =>
  promptOf({
    globals: { args: hostArgs, log: hostLog },
    sections: [
      {
        name: "A",
        blocks: [
          // biome-ignore lint/correctness/useYield: the Lua of a block is a generator whether it waits or not
          function* ({ vm }) {
            return vm.globals.getString("args");
          },
        ],
      },
    ],
    module: { contract },
  });

describe("definePrompt", () => {
  test("shows what the module says", () => {
    expect(echo()).toMatchObject({ name: "test", description: "A test", promptforge: 0, contract: CONTRACT });
  });

  test("refuses a module of another generation, naming both versions", () => {
    const module = { abi: 2, compiler: "9.8.7", file: "x.prompt.md" } as Parameters<typeof definePrompt>[0];
    expect(() => definePrompt(module)).toThrow(
      /^x\.prompt\.md was compiled by promptforge-esm 9\.8\.7 for runtime interface 2, but promptforge-runtime 0\.1\.0 has interface 1:/,
    );
  });

  test("VERSION is that of the package", () => {
    const manifest = JSON.parse(readFileSync(new URL("../../runtime/package.json", import.meta.url), "utf8"));
    expect(VERSION).toBe(manifest.version);
  });

  test("FMT-15, HOST-10: a version that is none, or unknown, is refused before anything is reported", async () => {
    const missing = promptOf({
      module: { promptforge: undefined as unknown as number, refuse: refuseVersion },
    });
    expect(await failureOf(missing)).toEqual(["Parse", "not a promptforge prompt: no promptforge version"]);
    expect(await missing.run().catch((error) => error)).toMatchObject({
      location: { path: "test" },
      retryable: false,
      help: "add `promptforge: 0` to the frontmatter",
    });
    const unknown = promptOf({ module: { promptforge: 2, refuse: refuseVersion } });
    expect(await failureOf(unknown)).toEqual([
      "Version",
      "unsupported promptforge version: 2 (this build supports majors 0 and 1)",
    ]);
    expect(await unknown.run().catch(({ help }) => help)).toContain(
      "`promptforge: 1` for the older language",
    );
    expect(await eventsOf(unknown.start())).toEqual([]);
    expect(await promptOf({ module: { promptforge: 1 } }).run()).toBe("done");
  });
});

describe("input", () => {
  test("ARG-01, ARG-02: a string as it is, nothing as the empty string, an object as JSON", async () => {
    expect(await echo().run()).toBe("");
    expect(await echo().run(" ünï ")).toBe(" ünï ");
    expect(await echo().run({ a: [1, "é"] } as unknown as string)).toBe('{"a":[1,"é"]}');
    expect(await echo().run("\ud800")).toBe("\ufffd");
  });

  test("what JSON does not have is a TypeError that says where", async () => {
    expect(() => echo().start({ n: 1n } as unknown as string)).toThrow(
      new TypeError("a prompt's input is not JSON data: `n` is a bigint, give a number or a string"),
    );
    await expect(echo().run((() => 1) as unknown as string)).rejects.toThrow(
      new TypeError("a prompt's input is not JSON data: function"),
    );
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    let deep: unknown = 1;
    for (let depth = 0; depth < 200_000; depth++) deep = [deep];
    for (const input of [cycle, deep]) expect(() => echo().start(input as string)).toThrow(TypeError);
  });

  test("an object's lone surrogates are U+FFFD, its escapes as they are (ARG-35)", async () => {
    const input = { "k\ud800": ["\ud800x\udc00", "\ud83d\ude00", "\\ud800", '\u0001"'] };
    const text = await echo().run(input as unknown as string);
    expect(JSON.parse(text)).toEqual({ "k\ufffd": ["\ufffdx\ufffd", "\ud83d\ude00", "\\ud800", '\u0001"'] });
  });
});

describe("PromptRun", () => {
  const logging = (...messages: string[]): Body =>
    function* (lua) {
      for (const message of messages) yield* lua.call("log", message);
      return "x";
    };
  const prompt = promptOf({
    globals: { log: hostLog },
    sections: [{ name: "A", blocks: [logging("one", "two \u00c3\u00a9")] }],
  });

  test("HOST-2, HOST-20: events from the first on, however late and however often; UTF-16 and frozen", async () => {
    const live: RunEvent[] = [];
    const run = prompt.start("", { onEvent: (event) => live.push(event) });
    for (let round = 0; round < 2; round++) {
      const seen: RunEvent[] = [];
      for await (const event of run) seen.push(event);
      expect(seen).toEqual(live);
    }
    expect(live.filter((event) => event.kind === "lua")).toMatchObject([
      { message: "one" },
      { message: "two é" },
    ]);
    expect(live.every((event) => Object.isFrozen(event) && Object.isFrozen(event.provenance))).toBe(true);
  });

  test("HOST-6: what an observer throws is told once and changes nothing", async () => {
    const errors: unknown[] = [];
    const broken = new Error("observer");
    const options = {
      onEvent: () => {
        throw broken;
      },
      onObserverError: (error: unknown) => {
        errors.push(error);
        throw error;
      },
    };
    expect(await prompt.run("", options)).toBe("x");
    expect(errors).toEqual([broken]);
  });

  test("leaving the loop does not cancel the run", async () => {
    const run = prompt.start();
    for await (const event of run) if (event.kind === "section_started") break;
    expect(await run.result).toBe("x");
  });

  test("a run's defaults: random names and seeds, the clock", async () => {
    const runs: { execution: string; seed: bigint; startedAt: number }[] = [];
    const before = Date.now();
    const look: Body =
      // biome-ignore lint/correctness/useYield: the Lua of a block is a generator whether it waits or not
      function* ({ vm }) {
        const { execution, startedAt } = vm.run;
        runs.push({ execution, startedAt, seed: seedOf(vm.entropy) });
        return undefined;
      };
    const looking = promptOf({ h1: [look] });
    await looking.run();
    await looking.run();
    expect(runs[0]!.execution).not.toBe(runs[1]!.execution);
    expect(runs[0]!.seed).not.toBe(runs[1]!.seed);
    expect(runs[0]!.startedAt).toBeGreaterThanOrEqual(before);
    await looking.run("", { seed: -1, startedAt: 5, execution: "e" });
    expect(runs[2]).toMatchObject({ seed: 2n ** 64n - 1n, startedAt: 5, execution: "e" });
  });

  test("LIB-73: random numbers come from seed and entry alone", async () => {
    const states: unknown[] = [];
    const look: Body =
      // biome-ignore lint/correctness/useYield: see above
      function* ({ vm }) {
        states.push(randomWords(seedOf(vm.entropy), vm.name));
        return undefined;
      };
    const looking = promptOf({ h1: [look], sections: [{ name: "A", blocks: [look] }] });
    for (const seed of [1, 1, 2]) await looking.run("", { seed });
    expect(states.slice(0, 2)).toEqual(states.slice(2, 4));
    expect(new Set(states.map(String)).size).toBe(4);
  });
});

describe("PromptError", () => {
  test("is data, with help where the host can do something", () => {
    const error = new PromptError({
      kind: "Binding",
      message: "model binding required for section A",
      section: "A",
      help: "give the run a model: run(input, { model })",
    });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      kind: "Binding",
      message: "model binding required for section A",
      retryable: false,
      section: "A",
      help: "give the run a model: run(input, { model })",
    });
    expect(error.stack).toBe("PromptError [Binding]: model binding required for section A");
  });
});

describe("args schema", () => {
  const contract: Contract = {
    ...CONTRACT,
    args: {
      isDefault: false,
      declarations: [
        { name: "count", type: "integer", optional: false, default: 3 },
        { name: "flag", type: "boolean", optional: true },
        { name: "query", type: "string", optional: false, description: "What to look for" },
        { name: "share", type: "number", optional: true, default: 18446744073709551615n },
      ],
    },
  };
  type Args = { query: string; count?: number; flag?: boolean; share?: number };
  const schema = definePrompt<Args>({ ...minimal, contract, argsShape }).args;
  const standard: StandardSchemaV1<Args> & StandardJSONSchemaV1<Args> = schema;

  test("Standard Schema: fields by their types, others pass, issues have paths", () => {
    const { validate, version, vendor } = standard["~standard"];
    expect([version, vendor]).toEqual([1, "promptforge"]);
    const value = { query: "q", other: {} };
    expect(validate(value)).toEqual({ value });
    expect(validate({ count: 1.5, flag: 0, share: Number.NaN })).toEqual({
      issues: [
        { message: "must be an integer", path: ["count"] },
        { message: "must be a boolean", path: ["flag"] },
        { message: "is required", path: ["query"] },
        { message: "must be a number", path: ["share"] },
      ],
    });
    for (const other of [null, [], "x"])
      expect(validate(other)).toEqual({ issues: [{ message: "must be an object" }] });
  });

  test("Standard JSON Schema: one schema for each dialect", () => {
    const { jsonSchema } = standard["~standard"];
    const body = {
      type: "object",
      properties: {
        count: { type: "integer", default: 3 },
        flag: { type: "boolean" },
        query: { type: "string", description: "What to look for" },
        share: { type: "number", default: 18446744073709552000 },
      },
      required: ["query"],
    };
    expect(jsonSchema.input({ target: "openapi-3.0" })).toEqual(body);
    expect(jsonSchema.output({ target: "draft-07" })).toEqual({
      $schema: "http://json-schema.org/draft-07/schema#",
      ...body,
    });
    expect(jsonSchema.input({ target: "draft-2020-12" })).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      ...body,
    });
    expect(() => jsonSchema.input({ target: "draft-03" })).toThrow(
      "unsupported JSON Schema target: draft-03",
    );
  });

  test("the default declaration takes a string", () => {
    const { validate, jsonSchema } = echo().args["~standard"];
    expect(validate("x")).toEqual({ value: "x" });
    expect(validate(1)).toEqual({ issues: [{ message: "must be a string" }] });
    expect(jsonSchema.input({ target: "openapi-3.0" })).toEqual({ type: "string" });
  });
});
