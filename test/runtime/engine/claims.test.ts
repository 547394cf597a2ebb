import { beforeEach, describe, expect, test } from "vitest";
import { Claims, type Mode } from "../../../runtime/engine/claims.ts";
import type { Failure } from "../../../runtime/engine/failure.ts";
import type { Entry } from "../../../runtime/engine/state.ts";
import type { Task } from "../../../runtime/engine/task.ts";
import { StoreFailure } from "../../../runtime/host/store-failure.ts";
import { Stop } from "../../../runtime/lua/fuel.ts";

let claims: Claims;

/** What the claims look at of a task; `strand` is there while it is live. */
interface FakeTask {
  readonly chain: { readonly task: string; readonly within: FakeTask | undefined };
  strand: object | undefined;
}

const main: FakeTask = { chain: { task: "0", within: undefined }, strand: {} };

function start(id: string, owner: FakeTask = main): FakeTask {
  const task: FakeTask = { chain: undefined as never, strand: {} };
  Object.assign(task, { chain: { task: id, within: task } });
  claims.begin(task as unknown as Task, owner.chain as never);
  return task;
}

function end(task: FakeTask): void {
  task.strand = undefined;
  claims.release(task.chain);
}

/** The message of the conflict that a claim meets; undefined when it is taken. */
function claim({ chain }: FakeTask, mode: Mode, path = "p", loading = false): string | undefined {
  const run = {
    stopping: undefined as Stop | undefined,
    stop(reason: unknown) {
      this.stopping = new Stop(reason);
    },
  };
  try {
    claims.claim({ run, chain, loading } as unknown as Entry, mode, path);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof StoreFailure) return thrown.message;
    expect(thrown).toBe(run.stopping);
    const failure = (thrown as Stop).reason as Failure;
    expect(failure.kind).toBe("Determinism");
    return failure.message;
  }
}

beforeEach(() => {
  claims = new Claims();
});

describe("claims between live tasks (STO-80, STO-81)", () => {
  test.each<[Mode, Mode, boolean]>([
    ["read", "read", true],
    ["read", "write", false],
    ["write", "read", false],
    ["write", "write", false],
  ])("a %s, then a %s of another", (first, second, fits) => {
    const [a, b] = [start("0.0"), start("0.1")];
    expect(claim(a, first)).toBe(undefined);
    const message = `store determinism violation: ${second} on /_promptforge/store/p by ExecId(0.1) conflicts with a ${first} claim by ExecId(0.0)`;
    expect(claim(b, second)).toBe(fits ? undefined : message);
    expect(claim(b, second, "q")).toBe(undefined);
  });

  test("a task never conflicts with itself, whatever it does twice", () => {
    const a = start("0.0");
    for (const mode of ["read", "write", "read", "write"] as const) expect(claim(a, mode)).toBe(undefined);
  });

  test("the one that loses takes no claim", () => {
    const [a, b, c] = [start("0.0"), start("0.1"), start("0.2")];
    claim(a, "read");
    expect(claim(b, "write")).toMatch(/^store/);
    expect(claim(c, "read")).toBe(undefined);
  });

  test("what has ended holds nothing (STO-82)", () => {
    const [a, b] = [start("0.0"), start("0.1")];
    claim(a, "write");
    end(a);
    expect(claim(b, "write")).toBe(undefined);
  });

  test("a listing that a backend finishes late for a chain that was stopped claims nothing", () => {
    const [a, b] = [start("0.0"), start("0.1")];
    end(a);
    expect(claim(a, "write")).toBe(undefined);
    expect(claim(b, "write")).toBe(undefined);
  });

  test("while the shared library loads it is an ordinary failure (STO-86)", () => {
    const [a, b] = [start("0.0"), start("0.1")];
    claim(a, "write");
    expect(claim(b, "read", "p", true)).toBe(
      "write-write race on p: another live identity holds a claim on it",
    );
  });
});

describe("what was ordered before a task (STO-83)", () => {
  test("work of its owner before its start, at any depth", () => {
    claim(main, "write");
    const child = start("0.0");
    const grandchild = start("0.0.0", child);
    expect(claim(grandchild, "write")).toBe(undefined);
    end(grandchild);
    expect(claim(child, "write")).toBe(undefined);
  });

  test("not what the owner does after it", () => {
    const child = start("0.0");
    claim(main, "write");
    expect(claim(child, "read")).toMatch(/by ExecId\(0\)$/);
  });

  test("not what the owner does on a file of a live task", () => {
    claim(main, "read");
    const child = start("0.0");
    claim(child, "write");
    expect(claim(main, "read")).toMatch(/by ExecId\(0\) conflicts with a write claim by ExecId\(0\.0\)$/);
    end(child);
    expect(claim(main, "write")).toBe(undefined);
  });

  test("of the owner's owner what came before the owner's start only", () => {
    const child = start("0.0");
    claim(main, "write");
    const grandchild = start("0.0.0", child);
    expect(claim(grandchild, "read")).toMatch(/ExecId\(0\)$/);
  });

  test("a second use of the owner counts, not the first", () => {
    claim(main, "write");
    const child = start("0.0");
    claim(main, "write");
    expect(claim(child, "write")).toMatch(/ExecId\(0\)$/);
  });

  test("the walk begins with nothing of the H1 pass (STO-82)", () => {
    const child = start("0.0");
    claim(main, "write");
    claims.release(main.chain);
    expect(claim(child, "write")).toBe(undefined);
  });
});

test("all that thousands of readers hold is let go", () => {
  const readers = Array.from({ length: 5000 }, (_, place) => start(`0.${place}`));
  for (const reader of readers) expect(claim(reader, "read")).toBe(undefined);
  const writer = start("0.5000");
  for (const reader of readers) {
    expect(claim(writer, "write")).toMatch(/by ExecId\(0\.\d+\)$/);
    end(reader);
  }
  expect(claim(writer, "write")).toBe(undefined);
});
