import { describe, expect, test } from "vitest";
import { readVarBack } from "../../../runtime/engine/read-back.ts";
import type { Steps, Value } from "../../../runtime/lua/value.ts";
import { type Body, eventsOf, failureOf, promptOf } from "./prompt.ts";

const returns = (value: Value): Body =>
  // biome-ignore lint/correctness/useYield: the Lua of a block is a generator whether it waits or not
  function* (): Steps {
    return value;
  };

/** Notes the section's entry id, then goes on. */
const visits = (seen: string[]): Body =>
  // biome-ignore lint/correctness/useYield: see above
  function* ({ vm }): Steps {
    seen.push(`${vm.entry.section} ${vm.entry.id}`);
    return undefined;
  };

describe("order of a run", () => {
  test("RUN-04: a prompt with nothing to run gives done and loads no library", async () => {
    const run = promptOf({ shared: returns(1) }).start();
    expect(await run.outcome).toEqual({ status: "completed", text: "done" });
    expect(await eventsOf(run)).toEqual(["run_started T", "run_succeeded T"]);
  });

  test("RUN-07, EVT-10, HOST-22: the events of two sections, in order and numbered", async () => {
    const run = promptOf({
      sections: [{ name: "First", blocks: [returns(undefined)] }, { name: "Second" }],
    }).start("", {
      execution: "run-1",
    });
    expect(await eventsOf(run)).toEqual([
      "run_started T",
      "section_started First",
      "lua_shared_load_started First",
      "lua_shared_load_succeeded First",
      "lua_chunk_started First",
      "lua_chunk_succeeded First",
      "lua_teardown_started First",
      "lua_teardown_succeeded First",
      "section_finished First",
      "section_started Second",
      "lua_shared_load_started Second",
      "lua_shared_load_succeeded Second",
      "lua_teardown_started Second",
      "lua_teardown_succeeded Second",
      "section_finished Second",
      "run_succeeded T",
    ]);
    let seq = 0;
    for await (const event of run) {
      expect(event.provenance).toEqual({ task: "0", seq: seq++ });
      expect(Object.isFrozen(event)).toBe(true);
      if (seq === 2) {
        expect(JSON.stringify(event)).toBe(
          '{"kind":"section_started","execution":"run-1","section":"First","provenance":{"task":"0","seq":1}}',
        );
      }
    }
  });

  test("HOST-9: provenanceStart is the first number of task 0", async () => {
    for await (const event of promptOf({}).start("", { provenanceStart: 7 })) {
      expect(event.provenance.seq).toBe(7);
      break;
    }
  });

  test("H1-02, H1-05: the pass comes first, has entry 0.0 and no section events", async () => {
    const seen: string[] = [];
    const run = promptOf({
      h1: [visits(seen), visits(seen)],
      sections: [{ name: "A", blocks: [visits(seen)] }],
    }).start();
    expect(await run.result).toBe("done");
    expect(seen).toEqual(["T 0.0", "T 0.0", "A 0.1"]);
    expect((await eventsOf(run)).filter((line) => line.startsWith("section"))).toEqual([
      "section_started A",
      "section_finished A",
    ]);
  });

  test("H1-05: the pass takes entry 0 when there is none", async () => {
    const seen: string[] = [];
    await promptOf({ sections: [{ name: "A", blocks: [visits(seen)] }] }).run();
    expect(seen).toEqual(["A 0.1"]);
  });

  test("H1-06: a return in the pass is the result", async () => {
    const seen: string[] = [];
    const prompt = promptOf({ h1: [returns("early")], sections: [{ name: "A", blocks: [visits(seen)] }] });
    expect(await prompt.run()).toBe("early");
    expect(seen).toEqual([]);
  });

  test("H1-07: an H1-only prompt falls through to done", async () => {
    expect(await promptOf({ h1: [returns(undefined)] }).run()).toBe("done");
  });
});

describe("the walk", () => {
  test("WALK-03: fall-through passes children by", async () => {
    const seen: string[] = [];
    const b = [visits(seen)];
    const prompt = promptOf({
      sections: [
        { name: "A", blocks: b, children: [{ name: "X", blocks: b }] },
        { name: "B", blocks: b },
      ],
    });
    await prompt.run();
    expect(seen).toEqual(["A 0.1", "B 0.2"]);
  });

  test("RET-05, RET-06: a return ends section and walk, and the section has finished", async () => {
    const seen: string[] = [];
    const run = promptOf({
      sections: [
        { name: "A", blocks: [returns("x"), visits(seen)] },
        { name: "B", blocks: [visits(seen)] },
      ],
    }).start();
    expect(await run.result).toBe("x");
    expect(seen).toEqual([]);
    expect((await eventsOf(run)).slice(-2)).toEqual(["section_finished A", "run_succeeded T"]);
  });

  test("RET-01: only the first of several values counts", async () => {
    const block = returns(["a", "b"] as unknown as Value);
    expect(await promptOf({ sections: [{ name: "A", blocks: [block] }] }).run()).toBe("a");
  });

  test("RET-02: the empty string is a result, nil is none", async () => {
    const prompt = promptOf({
      sections: [
        { name: "A", blocks: [returns(undefined)] },
        { name: "B", blocks: [returns("")] },
      ],
    });
    expect(await prompt.run()).toBe("");
  });

  test("RET-04: a table is no result; in the H1 pass the hard gate applies", async () => {
    const table = returns((() => undefined) as unknown as Value);
    const text = "cannot return a function as a result";
    expect(await failureOf(promptOf({ sections: [{ name: "A", blocks: [table] }] }))).toEqual(["Lua", text]);
    expect(await failureOf(promptOf({ h1: [table] }))).toEqual(["RequirementsUnmet", text]);
  });

  test("VARX-01, VAR-30: the read-back at the end of a section is what the next starts with", async () => {
    const seen: unknown[] = [];
    const block: Body = function* ({ vm }) {
      seen.push([...vm.chain.var.keys()]);
      readVarBack(vm.entry, () => new Map([[vm.entry.section, true]]));
      return undefined;
    };
    await promptOf({
      h1: [block],
      sections: [
        { name: "A", blocks: [block] },
        { name: "B", blocks: [block] },
      ],
    }).run();
    expect(seen).toEqual([[], ["T"], ["A"]]);
  });
});
