import { readdirSync, rmSync, statSync, truncateSync, utimesSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Workplace } from "../shipped/workplace.ts";
import { pfc } from "./run-process.ts";

let place: Workplace;

beforeEach(async () => {
  place = await Workplace.make();
  place.write("node_modules/.keep", "");
  place.write("p/a.prompt.md", prompt("1"));
  place.write("p/b.prompt.md", prompt("2"));
}, 120_000);
afterEach(() => place.remove());

const prompt = (result: string) =>
  `---\nname: p\ndescription: Says nothing\npromptforge: 0\n---\n\n# P\n\n## Say\n\n\`\`\`lua\nreturn ${result}\n\`\`\`\n`;

const build = (...args: string[]) =>
  pfc(place.folder, ["build", "p/*.prompt.md", "--out", "out", "--no-types", ...args]);
const cacheFolder = () => place.path("node_modules/.cache/promptforge");
const cacheFile = () => `${cacheFolder()}/${readdirSync(cacheFolder())[0]}`;

/** True when a build looked only at what it had built: then a change that keeps size and time of an output is not seen. */
async function isFromCache(...args: string[]): Promise<boolean> {
  const output = place.path("out/a.prompt.js");
  const { atime, mtime } = statSync(output);
  const text = place.read("out/a.prompt.js");
  place.write("out/a.prompt.js", text.replace("const", "CONST"));
  utimesSync(output, atime, mtime);
  await build(...args);
  if (place.read("out/a.prompt.js") === text) return false;
  place.write("out/a.prompt.js", text);
  utimesSync(output, atime, mtime);
  return true;
}

describe("what pfc build keeps", () => {
  it("lets it pass over prompts that are built, and over no others", async () => {
    await build();
    expect(await isFromCache()).toBe(true);
    expect((await build()).stdout).toBe("2 prompts built; 0 files changed\n");
    place.write("p/b.prompt.md", prompt("3"));
    expect((await build()).stdout).toMatch(/^2 prompts built; [12] files changed\n$/);
    expect(place.read("out/b.prompt.js")).toContain("return 3");
    expect(await isFromCache("--no-cache")).toBe(false);
  });

  it("does not count when an output is gone or was changed", async () => {
    await build();
    const text = place.read("out/a.prompt.js");
    rmSync(place.path("out/a.prompt.js"));
    expect((await build()).stdout).toBe("2 prompts built; 1 file changed\n");
    place.write("out/a.prompt.js", `${text}//`);
    await build();
    expect(place.read("out/a.prompt.js")).toBe(text);
  });

  it("counts when an output only has another time", async () => {
    await build();
    utimesSync(place.path("out/a.prompt.js"), 1, 1);
    expect((await build()).stdout).toBe("2 prompts built; 0 files changed\n");
    expect(statSync(place.path("out/a.prompt.js")).mtimeMs).toBe(1000);
  });

  it("does not count for other options", async () => {
    await build();
    await build("--bundle");
    expect(place.read("out/a.prompt.js")).not.toMatch(/^import/m);
    await build();
    expect(place.read("out/a.prompt.js")).toMatch(/^import/m);
  });

  it.each([
    ["cut", (path: string) => truncateSync(path, statSync(path).size - 40)],
    ["emptied", (path: string) => truncateSync(path, 0)],
    ["not ours", (path: string) => rmSync(path)],
  ])("is ignored when it is %s", async (_, damage) => {
    await build();
    damage(cacheFile());
    expect(await isFromCache()).toBe(false);
    expect(await isFromCache()).toBe(true);
  });

  it("shows warnings and errors again, and is not disturbed by them", async () => {
    place.write("p/b.prompt.md", prompt("2").replace("name:", "nome:"));
    const first = await build();
    expect(first).toMatchObject({ status: 1, stdout: "1 prompt built, 1 failed; 2 files changed\n" });
    const second = await build();
    expect(second.status).toBe(1);
    expect(second.stderr).toBe(first.stderr);
    expect(await isFromCache()).toBe(true);
  });

  it("forgets prompts that are gone", async () => {
    await build();
    rmSync(place.path("p/b.prompt.md"));
    place.write("p/a.prompt.md", prompt("4"));
    await build();
    const [, body] = place
      .read(`node_modules/.cache/promptforge/${readdirSync(cacheFolder())[0]}`)
      .split("\n");
    expect(Object.keys(JSON.parse(body!) as object)).toEqual([place.path("p/a.prompt.md")]);
  });
});

describe("pfc build --target", () => {
  it("puts a bundle in the words of older engines", async () => {
    await build("--bundle");
    expect(place.read("out/a.prompt.js")).toContain("??=");
    expect(await build("--bundle", "--target", "es2020")).toMatchObject({ status: 0, stderr: "" });
    expect(place.read("out/a.prompt.js")).not.toContain("??=");
  });

  it.each([
    [["--target", "es2022"], 2, "--target needs --bundle"],
    [["--bundle", "--target", "es2022,netscape4"], 2, "not `netscape4`"],
    [["--bundle", "--target", "es5"], 1, "cannot bundle `p/a.prompt.md`: "],
  ])("%j is refused", async (args, status, message) => {
    const ended = await build(...args);
    expect(ended.status).toBe(status);
    expect(ended.stderr).toContain(message);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
  });
});
