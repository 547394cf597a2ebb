import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { directoryStore } from "../../src/node/directory-store.ts";
import { buildProgram, killAfter, runProgram, startProgram } from "./program.ts";
import { scratchFolder } from "./scratch.ts";

const SIZE = 8_000_000;

/** Starts one call of a store and kills its own process that many turns of the event loop later. */
const program = `
  import { directoryStore } from "./directory-store.ts";
  const [root, operation, turns] = process.argv.slice(2);
  const store = directoryStore(root);
  await store.exists("d/file");
  const text = "n".repeat(${SIZE});
  store[operation]("d/file", text);
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
  process.kill(process.pid, "SIGKILL");`;

test.each(["write", "append"] as const)(
  "a process killed in %s leaves the old text or the new one",
  async (operation) => {
    const built = buildProgram(program);
    const [old, added] = ["o".repeat(SIZE), "n".repeat(SIZE)];
    const allowed = new Set([old, operation === "write" ? added : old + added]);
    // From before the first system call to after the last one, at steps that grow.
    for (let turns = 1; turns < 10_000; turns = Math.ceil(turns * 2.5)) {
      const root = scratchFolder();
      await directoryStore(root).write("d/file", old);
      await once(runProgram(built, root, operation, `${turns}`), "close");
      const text = (await directoryStore(root).read("d/file"))!;
      expect([turns, text.length, allowed.has(text)]).toEqual([turns, text.length, true]);
    }
  },
);

test("whatever a killed process leaves is neither listed nor in the way", async () => {
  const root = scratchFolder();
  const killed = `
    import { directoryStore } from "./directory-store.ts";
    const store = directoryStore(process.argv[2]);
    const write = store.write("d/file", "x".repeat(200_000_000));
    const { readdirSync } = await import("node:fs");
    for (;;) {
      try {
        if (readdirSync(process.argv[2] + "/d").length > 0) break;
      } catch {}
      await new Promise(setImmediate);
    }
    process.stdout.write("\\n");
    await write;
    await new Promise(() => {});`;
  await killAfter(startProgram(killed, root), 1);
  expect(readdirSync(join(root, "d"))).toEqual([expect.stringMatching(/^\.promptforge-.*\.tmp$/)]);
  const store = directoryStore(root);
  expect([await store.list(""), await store.exists("d/file")]).toEqual([[], false]);
  await store.delete("d");
  expect(readdirSync(root)).toEqual([]);
});
