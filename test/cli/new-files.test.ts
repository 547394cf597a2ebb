import { existsSync, readdirSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeAllNew } from "../../src/cli/new-files.ts";
import { Workplace } from "../shipped/workplace.ts";

let place: Workplace;
beforeEach(async () => {
  place = await Workplace.make();
}, 120_000);
afterEach(() => place.remove());

const files = () => new Map(["a/b/one", "a/two", "three"].map((name) => [place.path(name), name]));

it("writes what is not there yet, and says what", async () => {
  place.write("three", "mine");
  const written = await writeAllNew(files(), async () => expect(place.read("a/two")).toBe("a/two"));
  expect([...written]).toEqual([place.path("a/b/one"), place.path("a/two")]);
  expect(place.read("three")).toBe("mine");
});

it("leaves nothing of its own behind when the last step fails, and all that is of others", async () => {
  place.write("three", "mine");
  const work = writeAllNew(files(), async () => {
    place.write("a/other", "of somebody else");
    throw new Error("no");
  });
  await expect(work).rejects.toThrow("no");
  expect(readdirSync(place.path("a"))).toEqual(["other"]);
  expect(place.read("three")).toBe("mine");
});

it("takes away the folders that it made", async () => {
  await expect(writeAllNew(files(), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(existsSync(place.path("a"))).toBe(false);
  expect(readdirSync(place.folder)).toEqual([]);
});
