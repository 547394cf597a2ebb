import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import type { StoreBackend } from "promptforge-runtime";
import { describe, expect, test } from "vitest";
import { memoryStore } from "../../runtime/adapters/memory-store.ts";
import { directoryStore } from "../../src/node/directory-store.ts";
import { scratchFolder } from "./scratch.ts";

/** A folder with a store in it, and something beside it that the store must never touch. */
function guarded() {
  const folder = scratchFolder();
  const root = join(folder, "store");
  const outside = join(folder, "outside");
  mkdirSync(root);
  mkdirSync(outside);
  writeFileSync(join(outside, "secret"), "secret");
  return { root, outside, store: directoryStore(root) };
}

/** The names and texts in the folder outside. */
function contents(folder: string) {
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]);
}

const operations = ["read", "write", "append", "delete", "exists", "list"] as const;

function perform(store: StoreBackend, operation: (typeof operations)[number], path: string, text = "text") {
  return operation === "write" || operation === "append"
    ? store[operation](path, text)
    : store[operation](path);
}

describe("the same as the store in memory (STO-10, STO-45 to STO-48)", () => {
  const name = fc.constantFrom("a", "b", "c", ".config", "é\u0301 ü", "\ufffd", "😀.txt", "A");
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
  const text = fc.oneof(fc.string(), fc.string({ unit: "grapheme" }), fc.constant("\ufeffbom\r\n\0"));

  async function answerOf(answer: () => unknown): Promise<unknown> {
    try {
      const value = await answer();
      return Array.isArray(value) ? value.sort() : value;
    } catch {
      return "failed";
    }
  }

  test.each([false, true])("whatever is done in whatever order; durable: %s", async (durable) => {
    const folder = scratchFolder();
    let runs = 0;
    const steps = fc.array(fc.tuple(fc.constantFrom(...operations), path, text), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const stores = [memoryStore(), directoryStore(join(folder, `${runs++}`), { durable })] as const;
        for (const [operation, at, content] of list) {
          const [expected, given] = await Promise.all(
            stores.map((store) => answerOf(() => perform(store, operation, at, content))),
          );
          expect([operation, at, given]).toEqual([operation, at, expected]);
          expect((await stores[1].list("")).toSorted()).toEqual(stores[0].list("").sort());
        }
      }),
      { numRuns: durable ? 10 : 100 },
    );
  });

  test("what is asked for at once happens in the order of the calls", async () => {
    const store = directoryStore(scratchFolder());
    await Promise.all([store.write("a/log", "0"), ...[1, 2, 3].map((n) => store.append("a/log", `${n}`))]);
    expect(await store.read("a/log")).toBe("0123");
  });

  test("half a surrogate pair becomes U+FFFD, as it does when a run reads it", async () => {
    const store = directoryStore(scratchFolder());
    await store.write("a", "x\ud800y");
    expect(await store.read("a")).toBe("x\ufffdy");
  });
});

describe("the directory", () => {
  test("is made with the first file, parents included, and reads as empty before", async () => {
    const root = join(scratchFolder(), "deep/er");
    const store = directoryStore(root);
    expect([
      await store.read("a"),
      await store.exists("a"),
      await store.list(""),
      await store.delete("a"),
    ]).toEqual([undefined, false, [], undefined]);
    expect(existsSync(root)).toBe(false);
    await store.write("a", "x");
    expect(readFileSync(join(root, "a"), "utf8")).toBe("x");
  });

  test("may be named by a link", async () => {
    const { root, outside } = guarded();
    symlinkSync(outside, join(root, "link"));
    expect(await directoryStore(join(root, "link")).read("secret")).toBe("secret");
  });

  test("that is a file is said to be one", async () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, "file"), "");
    await expect(directoryStore(join(folder, "file")).write("a", "")).rejects.toThrow(
      new Error("the store cannot write `a`: a file is in the way"),
    );
  });
});

describe("files", () => {
  test("hold UTF-8, nothing more, and keep their permissions when they are replaced", async () => {
    const { root, store } = guarded();
    await store.write("a", "é\r\n");
    expect(readFileSync(join(root, "a"))).toEqual(Buffer.from("é\r\n"));
    chmodSync(join(root, "a"), 0o640);
    await store.append("a", "x");
    expect(statSync(join(root, "a")).mode & 0o777).toBe(0o640);
  });

  test("a text that is not UTF-8 is not read, but may be replaced", async () => {
    const { root, store } = guarded();
    writeFileSync(join(root, "a"), Buffer.from([0x61, 0xff]));
    await expect(store.read("a")).rejects.toThrow(
      new Error("the store cannot read `a`: it is not UTF-8 text"),
    );
    await store.write("a", "x");
    expect(await store.read("a")).toBe("x");
  });

  test("longer than one chunk are appended to", async () => {
    const store = directoryStore(scratchFolder());
    const long = "ü".repeat(400_000);
    await store.write("a", long);
    await store.append("a", "end");
    expect((await store.read("a")) === `${long}end`).toBe(true);
  });

  test("with a name that is too long are not there and cannot be made, nor are their parents (STO-16)", async () => {
    const { root, store } = guarded();
    const path = `d/e/${"x".repeat(300)}`;
    expect([await store.read(path), await store.exists(path), await store.delete(path)]).toEqual([
      undefined,
      false,
      undefined,
    ]);
    // The name of the temporary file is short: the system refuses the last step.
    await expect(store.write(path, "")).rejects.toThrow("the name is too long");
    expect(readdirSync(root)).toEqual([]);
  });
});

describe("no path leaves the directory", () => {
  test.each([
    "..",
    "../outside/secret",
    "a/../../outside/secret",
    "./a",
    "/etc/passwd",
    "a//b",
    "a/",
    "",
    "..\\outside\\secret",
    "secret\0",
    "\ud800",
  ])("%j is refused by every call that names a file", async (path) => {
    const { store, root, outside } = guarded();
    for (const operation of operations) {
      if (operation === "list" && path === "") continue;
      await expect(perform(store, operation, path)).rejects.toThrow(
        /^the store cannot .* `.*`: (the|a name in the) path/,
      );
    }
    expect([readdirSync(root), contents(outside)]).toEqual([[], [["secret", "secret"]]]);
  });

  const links: { readonly [kind: string]: (at: string, outside: string) => void } = {
    "a link to a folder outside": (at, outside) => symlinkSync(outside, at),
    "a link to a file outside": (at, outside) => symlinkSync(join(outside, "secret"), at),
    "a link to nothing": (at, outside) => symlinkSync(join(outside, "new"), at),
    "a link to itself": (at) => symlinkSync(at, at),
    "a link to a place inside": (at) => symlinkSync("..", at),
    "a named pipe": (at) => execFileSync("mkfifo", [at]),
  };

  test.each(Object.entries(links))("%s is neither followed nor replaced nor listed", async (_, make) => {
    const { store, root, outside } = guarded();
    await store.write("folder/file", "x");
    make(join(root, "folder/link"), outside);
    for (const path of ["folder/link", "folder/link/secret", "folder/link/deep/er"]) {
      for (const operation of ["read", "write", "append", "delete", "exists"] as const)
        await expect(perform(store, operation, path)).rejects.toThrow(
          "the path leads to a link or a device, which a store does not follow",
        );
    }
    expect(await store.list("")).toEqual(["folder/file"]);
    await expect(store.list("folder/link")).rejects.toThrow("a link or a device");
    expect(lstatSync(join(root, "folder/link")).isFile()).toBe(false);
    expect(contents(outside)).toEqual([["secret", "secret"]]);
    // A directory that holds it is not empty.
    await store.delete("folder/file");
    await expect(store.delete("folder")).rejects.toThrow("the directory is not empty");
  });

  test("a socket is one of those too", async () => {
    const { store, root } = guarded();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, "socket"), resolve));
    await expect(store.read("socket")).rejects.toThrow("a link or a device");
    await new Promise((resolve) => server.close(resolve));
  });

  test("a hard link's other name keeps its text", async () => {
    const { store, root, outside } = guarded();
    linkSync(join(outside, "secret"), join(root, "a"));
    await store.append("a", "+");
    expect([await store.read("a"), contents(outside)]).toEqual(["secret+", [["secret", "secret"]]]);
  });
});

describe("files that are being written", () => {
  const left = ".promptforge-0123456789abcdef.tmp";

  test("are in no list, have no path, and do not keep a directory from being deleted", async () => {
    const { store, root } = guarded();
    await store.write("d/a", "x");
    writeFileSync(join(root, left), "half");
    writeFileSync(join(root, "d", left), "half");
    expect(await store.list("")).toEqual(["d/a"]);
    await expect(store.read(left)).rejects.toThrow("names of that form are for files that are being written");
    await expect(store.write(`d/${left}`, "")).rejects.toThrow("names of that form");
    await expect(store.delete("d")).rejects.toThrow("the directory is not empty");
    expect(readdirSync(join(root, "d")).sort()).toEqual([left, "a"]);
    await store.delete("d/a");
    await store.delete("d");
    expect(await store.exists("d")).toBe(false);
  });

  test("go when the write fails", async () => {
    const { store, root } = guarded();
    await store.write("d/a", "x");
    await expect(store.write("d", "x")).rejects.toThrow("the store cannot write `d`: it is a directory");
    await expect(store.write("d/a/b", "x")).rejects.toThrow("a part of the path is a file");
    await expect(store.append(`d/${"x".repeat(300)}`, "x")).rejects.toThrow();
    expect([readdirSync(root), readdirSync(join(root, "d"))]).toEqual([["d"], ["a"]]);
  });
});

test("a list leaves out what no path can name", async () => {
  const { store, root } = guarded();
  for (const name of [
    Buffer.from([0x66, 0xff]),
    Buffer.from("back\\slash"),
    Buffer.from("\ufffd"),
    Buffer.from("plain"),
  ])
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), name]), "x");
  mkdirSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])]));
  expect((await store.list("")).toSorted()).toEqual(["plain", "\ufffd"]);
});
