import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolders } from "../../src/node/make-folders.ts";
import { scratchFolder } from "./scratch.ts";

describe("folders", () => {
  test("are made with those above them, by several at a time too", async () => {
    const path = join(scratchFolder(), "a/b/c/d");
    await Promise.all(Array.from({ length: 20 }, () => makeFolders(path)));
    expect(statSync(path).isDirectory()).toBe(true);
    await makeFolders(path);
  });

  test("may be links to folders", async () => {
    const place = scratchFolder();
    mkdirSync(join(place, "folder"));
    symlinkSync(join(place, "folder"), join(place, "link"));
    await makeFolders(join(place, "link"));
    await makeFolders(join(place, "link/a"));
    expect(statSync(join(place, "folder/a")).isDirectory()).toBe(true);
  });

  test("cannot be made where a file is", async () => {
    const place = scratchFolder();
    writeFileSync(join(place, "file"), "");
    await expect(makeFolders(join(place, "file"))).rejects.toMatchObject({ code: "EEXIST" });
    await expect(makeFolders(join(place, "file/a"))).rejects.toMatchObject({ code: "ENOTDIR" });
  });
});
