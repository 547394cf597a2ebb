import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import type { JournalEntry } from "promptforge-runtime";
import { describe, expect, onTestFinished, test } from "vitest";
import { fileJournal } from "../../src/node/file-journal.ts";
import { lockJournal } from "../../src/node/journal-lock.ts";
import { killAfter, startProgram } from "./program.ts";
import { scratchFolder } from "./scratch.ts";

const newPath = () => join(scratchFolder(), "run.jsonl");

const holder = { pid: 1, host: hostname(), birth: "then", id: "0123456789abcdef" };

/** The number of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(child, "close");
  return child.pid!;
}

describe("one process at a time", () => {
  test("another journal of the same process is refused, until the first is closed", async () => {
    const path = newPath();
    const first = fileJournal(path);
    await first.append({} as JournalEntry);
    const second = fileJournal(path);
    await expect(second.append({} as JournalEntry)).rejects.toThrow(
      new Error(
        `the journal \`${path}\` is in use by process ${process.pid}: wait for its run to end, or delete \`${path}.lock\` if it has ended`,
      ),
    );
    await second.close();
    await first.close();
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
    const third = fileJournal(path);
    await third.append({} as JournalEntry);
    await third.close();
  });

  test("another process is refused while the first lives, and takes over when it is killed", async () => {
    const path = newPath();
    const child = startProgram(
      `
      import { fileJournal } from "./file-journal.ts";
      const journal = fileJournal(process.argv[2]);
      await journal.append({ kind: "run" });
      process.stdout.write("\\n");
      setInterval(() => journal, 1000);`,
      path,
    );
    await once(child.stdout!, "data");
    await expect(lockJournal(path)).rejects.toThrow(`is in use by process ${child.pid}:`);
    child.kill("SIGKILL");
    await once(child, "close");
    await (await lockJournal(path))();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test.each([1, 4])(
    "a process killed after %i appends leaves a journal that is gone on with",
    async (appends) => {
      const path = newPath();
      const program = `
      import { fileJournal } from "./file-journal.ts";
      const journal = fileJournal(process.argv[2], { durable: false });
      for (let count = 0; ; count++) {
        await journal.append({ count, text: "ü".repeat(300_000) });
        process.stdout.write("\\n");
      }`;
      const printed = await killAfter(startProgram(program, path), appends);
      const journal = fileJournal(path);
      const counts: number[] = [];
      for await (const entry of journal.entries) counts.push((entry as { count: number }).count);
      expect([printed, printed + 1]).toContain(counts.length);
      expect(counts).toEqual(counts.map((_, at) => at));
      await journal.append({ count: counts.length } as unknown as JournalEntry);
      await journal.close();
      expect(readFileSync(path, "utf8").endsWith(`\n{"count":${counts.length}}\n`)).toBe(true);
    },
  );
});

describe("the lock of a process that has ended", () => {
  test("goes to exactly one of those who want it", async () => {
    const path = newPath();
    writeFileSync(`${path}.lock`, JSON.stringify({ ...holder, pid: await deadProcess() }));
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockJournal(path)));
    expect(attempts.filter(({ status }) => status === "fulfilled").length).toBe(1);
    expect(readdirSync(dirname(path))).toEqual([`${basename(path)}.lock`]);
  });

  test.skipIf(process.platform !== "linux")("is known when another process has its number", async () => {
    const path = newPath();
    writeFileSync(`${path}.lock`, JSON.stringify({ ...holder, pid: process.pid }));
    await (await lockJournal(path))();
  });

  test.each([
    [
      "of another machine",
      { ...holder, pid: 2 ** 22 + 1, host: "elsewhere" },
      "process 4194305 on `elsewhere`",
    ],
    ["that is not whole", { pid: 1 }, "another process"],
    ["with a number that is none", { ...holder, pid: -1 }, "another process"],
    ["with a name that leads elsewhere", { ...holder, id: "../../x" }, "another process"],
  ])("%s counts as held", async (_, lock, process) => {
    const path = newPath();
    writeFileSync(`${path}.lock`, JSON.stringify(lock));
    await expect(lockJournal(path)).rejects.toThrow(`is in use by ${process}: wait`);
    expect(existsSync(`${path}.lock`)).toBe(true);
  });

  test("that was being written counts as held", async () => {
    const path = newPath();
    writeFileSync(`${path}.lock`, "");
    await expect(lockJournal(path)).rejects.toThrow("is in use by another process: wait");
  });
});

test("the lock that somebody else has taken meanwhile is not released", async () => {
  const path = newPath();
  const release = await lockJournal(path);
  writeFileSync(`${path}.lock`, JSON.stringify(holder));
  onTestFinished(() => expect(existsSync(`${path}.lock`)).toBe(true));
  await release();
});
