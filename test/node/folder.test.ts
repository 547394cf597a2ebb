import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { Folder } from "../../src/node/folder.ts";
import { using } from "../../src/node/open-file.ts";
import { scratchFolder } from "./scratch.ts";

/** An open folder, and one outside it to be led astray to, with the same names in it. */
async function opened() {
  const place = scratchFolder();
  const outside = join(place, "outside");
  const root = join(place, "root");
  for (const folder of [join(root, "d/e"), join(outside, "e")]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "file"), folder);
  }
  const folder = await closed(Folder.open(root));
  return { root, outside, folder };
}

async function closed(opening: Promise<Folder>): Promise<Folder> {
  const folder = await opening;
  onTestFinished(() => folder.close());
  return folder;
}

/** What lies in the folder outside must stay as it was. */
function untouched(outside: string) {
  expect([readdirSync(outside), readdirSync(join(outside, "e"))]).toEqual([["e"], ["file"]]);
  expect(readFileSync(join(outside, "e/file"), "utf8")).toBe(join(outside, "e"));
}

describe("what is exchanged for a link", () => {
  test("after the folder was opened is not looked at any more", async () => {
    const { root, outside, folder } = await opened();
    const inner = await closed(folder.enter("d"));
    renameSync(join(root, "d"), join(root, "aside"));
    symlinkSync(outside, join(root, "d"));
    const deep = await closed(inner.enter("e"));
    expect(await using(await deep.openFile("file"), (file) => file.readFile("utf8"))).toBe(join(root, "d/e"));
    await using(await deep.createFile("new"), (file) => file.writeFile("new"));
    await deep.rename("new", "newer");
    await (await inner.make("f")).close();
    await inner.removeFolder("f");
    await deep.removeFile("file");
    expect([await deep.entries(), await deep.find("file")]).toEqual([
      [{ name: "newer", found: "file" }],
      { found: "nothing" },
    ]);
    untouched(outside);
  });

  test("between finding and opening is not opened", async () => {
    const { root, outside, folder } = await opened();
    expect((await folder.find("d")).found).toBe("folder");
    const inner = await closed(folder.enter("d"));
    expect((await (await closed(inner.enter("e"))).find("file")).found).toBe("file");
    renameSync(join(root, "d"), join(root, "aside"));
    symlinkSync(outside, join(root, "d"));
    await expect(folder.enter("d")).rejects.toThrow();
    await expect(folder.make("d")).rejects.toThrow();
    symlinkSync(join(outside, "e/file"), join(root, "file"));
    await expect(folder.openFile("file")).rejects.toThrow();
    await expect(folder.createFile("file")).rejects.toThrow();
    await folder.removeFile("file");
    untouched(outside);
  });
});

test("what has taken a file's place is not opened as one", async () => {
  const { folder } = await opened();
  await expect(folder.openFile("d")).rejects.toThrow("something else has taken the file's place");
});

describe("a file system that takes two spellings for one name", () => {
  test("is asked for the name as it is held, and shows it alone", async () => {
    const { root } = await opened();
    writeFileSync(join(root, "a.txt"), "");
    const folder = await closed(Folder.open(root, { hasHandlePaths: true, foldsNames: true }));
    expect((await folder.find("a.txt")).found).toBe("file");
  });

  test("is recognised by the case of its own path, which Linux tells apart", async () => {
    const { root } = await opened();
    mkdirSync(`${root}X`);
    for (const path of [root, `${root}X`, "/"])
      expect((await closed(Folder.open(path))).fileSystem.foldsNames).toBe(false);
  });

  test("is one that the folder is found in under the other case", async () => {
    const { root } = await opened();
    // A link in the other case is what such a system looks like from outside.
    symlinkSync(root, join(root, "../ROOT"));
    expect((await closed(Folder.open(root))).fileSystem.foldsNames).toBe(true);
  });
});
