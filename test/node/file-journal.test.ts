import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import type { JournalEntry } from "promptforge-runtime";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type FileJournalOptions, fileJournal } from "../../src/node/file-journal.ts";
import { scratchFolder } from "./scratch.ts";

/** An entry of any content: the file does not look into it. */
const entry = (content: unknown) => ({ kind: "answers", content }) as unknown as JournalEntry;

const newPath = () => join(scratchFolder(), "run.jsonl");

function opened(path: string, options: FileJournalOptions = { durable: false }) {
  const journal = fileJournal(path, options);
  onTestFinished(() => journal.close());
  return journal;
}

/** What a journal holds, seen by one that is opened for that alone. */
async function entriesOf(path: string, options?: FileJournalOptions): Promise<unknown[]> {
  const journal = opened(path, options);
  const entries: unknown[] = [];
  for await (const found of journal.entries) entries.push(found);
  await journal.close();
  return entries;
}

async function append(path: string, ...entries: readonly JournalEntry[]): Promise<void> {
  const journal = opened(path);
  for (const added of entries) await journal.append(added);
  await journal.close();
}

describe("a journal", () => {
  test("gives back what was kept, whatever it holds, in its order", async () => {
    const folder = scratchFolder();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.array(fc.jsonValue()), async (first, second) => {
        const path = join(folder, `${runs++}`);
        await append(path, ...first.map(entry));
        await append(path, ...second.map(entry));
        const expected = JSON.parse(JSON.stringify([...first, ...second].map(entry)));
        expect(await entriesOf(path)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  test("keeps texts longer than the parts that it is read in, line feeds and halves of surrogate pairs", async () => {
    const path = newPath();
    const entries = ["ü".repeat(700_000), "a\nb\r\u2028c", "\ud800"].map(entry);
    await append(path, ...entries);
    expect(await entriesOf(path)).toEqual(entries);
  });

  test("is a file of JSON lines that its user alone may read, made when it is first used", async () => {
    const path = newPath();
    const journal = opened(path, {});
    expect(existsSync(path)).toBe(false);
    await journal.append(entry(1));
    expect(readFileSync(path, "utf8")).toBe('{"kind":"answers","content":1}\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("has as history all that it holds, what it has kept itself too, as often as it is read", async () => {
    const path = newPath();
    await append(path, entry(1));
    const journal = opened(path);
    const kept: Promise<void>[] = [];
    for (const count of [1, 2, 3]) {
      const entries: unknown[] = [];
      for await (const found of journal.entries) entries.push(found);
      expect(entries).toEqual([1, 2, 3].slice(0, count).map(entry));
      kept.push(journal.append(entry(count + 1)));
    }
    await Promise.all(kept);
    await journal.close();
    expect(await entriesOf(path)).toEqual([1, 2, 3, 4].map(entry));
  });

  test("whose history was read in part only is appended to at its end", async () => {
    const path = newPath();
    await append(path, entry(1), entry(2));
    const journal = opened(path);
    for await (const _ of journal.entries) break;
    await journal.append(entry(3));
    await journal.close();
    expect(await entriesOf(path)).toEqual([1, 2, 3].map(entry));
  });

  test("refuses what is no object, and goes on", async () => {
    const path = newPath();
    const journal = opened(path);
    for (const wrong of [[], "text", null, undefined, 1])
      await expect(journal.append(wrong as never)).rejects.toThrow("an entry of a journal must be an object");
    await journal.append(entry(1));
    await journal.close();
    expect(await entriesOf(path)).toEqual([entry(1)]);
  });

  test("that is closed takes and gives nothing; closing twice is closing once", async () => {
    const journal = opened(newPath());
    await Promise.all([journal.append(entry(1)), journal.close()]);
    await journal.close();
    await expect(journal.append(entry(2))).rejects.toThrow("is closed");
    await expect(journal.entries[Symbol.asyncIterator]().next()).rejects.toThrow("is closed");
  });
});

describe("a damaged end", () => {
  const entries = [entry("eins"), entry("ü😀"), entry({ drei: [3] })];
  const lines = entries.map((added) => `${JSON.stringify(added)}\n`);
  const sample = Buffer.from(lines.join(""));
  const ends = lines.map((_, at) => Buffer.byteLength(lines.slice(0, at + 1).join("")));

  test("a file cut at any byte keeps each entry that is whole, and is gone on with", async () => {
    const folder = scratchFolder();
    for (let size = 0; size <= sample.length; size++) {
      const path = join(folder, `${size}`);
      writeFileSync(path, sample.subarray(0, size));
      const messages: string[] = [];
      const onDamage = (message: string) => messages.push(message);
      // The last line is whole without its line feed.
      const whole = ends.filter((end) => size >= end - 1);
      const cut = size - Math.min(size, whole.at(-1) ?? 0);
      const journal = opened(path, { durable: false, onDamage });
      await journal.append(entry("new"));
      await journal.close();
      expect([size, await entriesOf(path)]).toEqual([
        size,
        [...entries.slice(0, whole.length), entry("new")],
      ]);
      expect(existsSync(`${path}.damaged`) ? readFileSync(`${path}.damaged`) : Buffer.of()).toEqual(
        sample.subarray(size - cut, size),
      );
      expect(messages).toEqual(
        cut === 0
          ? []
          : [
              `the end of the journal \`${path}\` was damaged: ${cut} bytes after its last whole entry are kept in \`${path}.damaged\``,
            ],
      );
    }
  });

  test.each([
    ["garbage", Buffer.from([0xff, 0x00, 0x0a, 0x80])],
    ["zeros", Buffer.alloc(5000)],
    ["text that is not UTF-8 within JSON", Buffer.from('{"kind":"\xff"}\n', "latin1")],
    ["an array", Buffer.from("[]\n")],
    ["null", Buffer.from("null\n")],
    ["an empty line", Buffer.from("\n")],
    ["two entries on one line", Buffer.from("{}{}\n")],
    ["half an entry before whole ones", Buffer.from('{"kind":{"kind":"answers"}\n{"kind":"answers"}\n')],
  ])("%s: nothing before it is lost, and all from there on is put aside", async (_, damage) => {
    const path = newPath();
    writeFileSync(path, Buffer.concat([sample, damage]));
    expect(await entriesOf(path)).toEqual(entries);
    expect([readFileSync(path), readFileSync(`${path}.damaged`)]).toEqual([sample, damage]);
    expect(statSync(`${path}.damaged`).mode & 0o777).toBe(0o600);
  });

  test("each damage is put behind the one before", async () => {
    const path = newPath();
    await append(path, entry(1));
    for (const damage of ["one", "two"]) {
      appendFileSync(path, damage);
      await entriesOf(path);
    }
    expect(readFileSync(`${path}.damaged`, "utf8")).toBe("onetwo");
  });

  test.each(["# A file\nof somebody's\n", '{\n  "name": 1\n}\n', "text", "\0\0"])(
    "a file that was never a journal is refused and stays as it is: %j",
    async (text) => {
      const path = newPath();
      writeFileSync(path, text);
      await expect(entriesOf(path)).rejects.toThrow(
        new Error(
          `cannot open the journal \`${path}\`: its first line is no entry of a journal; give another file, or delete this one`,
        ),
      );
      expect([readFileSync(path, "utf8"), existsSync(`${path}.damaged`), existsSync(`${path}.lock`)]).toEqual(
        [text, false, false],
      );
    },
  );
});

/** What all open files share, so that a test can watch them. */
async function fileHandlePrototype(path: string): Promise<FileHandle> {
  const probe = await open(path, "a");
  await probe.close();
  return Object.getPrototypeOf(probe);
}

describe("what cannot be kept", () => {
  test.each([
    ["no such file or directory", "missing/run.jsonl"],
    ["it is a directory", "folder"],
    ["a part of the path is not a directory", "file/run.jsonl"],
  ])("%s", async (reason, name) => {
    const folder = scratchFolder();
    mkdirSync(join(folder, "folder"));
    writeFileSync(join(folder, "file"), "");
    const path = join(folder, name);
    await expect(opened(path).append(entry(1))).rejects.toMatchObject({
      message: `cannot open the journal \`${path}\`: ${reason}`,
      help: expect.stringMatching(/^give|^make/),
    });
  });

  test("half an entry is taken back, and none follows a gap", async () => {
    const path = newPath();
    const journal = opened(path);
    await journal.append(entry(1));
    const fileHandle = await fileHandlePrototype(path);
    const appendFile = vi.spyOn(fileHandle, "appendFile").mockImplementationOnce(async function (
      this: FileHandle,
      text,
    ) {
      await this.write(String(text).slice(0, 9));
      throw Object.assign(new Error(), { code: "ENOSPC" });
    });
    onTestFinished(() => appendFile.mockRestore());
    const failure = {
      message: `cannot write the journal \`${path}\`: the disk is full`,
      help: expect.stringMatching(/^make room/),
    };
    await expect(journal.append(entry(2))).rejects.toMatchObject(failure);
    await expect(journal.append(entry(3))).rejects.toMatchObject(failure);
    await journal.close();
    expect(await entriesOf(path)).toEqual([entry(1)]);
  });

  test("what is kept is on the disk before `append` returns, unless the host wants otherwise", async () => {
    const fileHandle = await fileHandlePrototype(newPath());
    const datasync = vi.spyOn(fileHandle, "datasync");
    onTestFinished(() => datasync.mockRestore());
    const quick = opened(newPath(), { durable: false });
    await quick.append(entry(1));
    expect(datasync).not.toHaveBeenCalled();
    const journal = opened(newPath(), {});
    await journal.append(entry(1));
    datasync.mockClear();
    await journal.append(entry(2));
    expect(datasync).toHaveBeenCalledTimes(1);
    // Entries that come while the disk is busy go to it together.
    await Promise.all([3, 4, 5, 6, 7].map((n) => journal.append(entry(n))));
    expect(datasync.mock.calls.length).toBeLessThanOrEqual(3);
  });
});

test("a file that somebody else has made shorter meanwhile is not repaired by its reader", async () => {
  const path = newPath();
  await append(path, entry(1), entry(2));
  const journal = opened(path);
  const history = journal.entries[Symbol.asyncIterator]();
  await history.next();
  truncateSync(path, 3);
  await journal.close();
  expect(readFileSync(path).length).toBe(3);
});
