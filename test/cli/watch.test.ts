import { renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Workplace } from "../shipped/workplace.ts";
import { Command } from "./run-process.ts";

let place: Workplace;
let command: Command;

beforeEach(async () => {
  place = await Workplace.make();
  place.write("node_modules/.keep", "");
  place.write("p/a.prompt.md", prompt("1"));
  // What is built lies among what is watched.
  command = Command.start(place.folder, ["build", "p/**/*.prompt.md", "--out", "p", "--no-types", "--watch"]);
  await command.shows(/watching; Ctrl\+C ends it\n/);
}, 120_000);
afterEach(async () => {
  command.child.kill("SIGKILL");
  await command.ended;
  place.remove();
});

const prompt = (result: string) =>
  `---\nname: p\ndescription: Says nothing\npromptforge: 0\n---\n\n# P\n\n## Say\n\n\`\`\`lua\nreturn ${result}\n\`\`\`\n`;

/** How often it has built. */
const passes = () => command.output.match(/prompts? built/g)?.length ?? 0;

/** Waits for the pass after a change. A pass too many would be there by the end of the test, as each one takes two rests. */
async function oneMore(change: () => void): Promise<void> {
  const before = passes();
  change();
  await command.shows(new RegExp(`(?:prompts? built[^]*){${before + 1}}`));
}

it("builds once for each change, and never because of what it built", async () => {
  expect(passes()).toBe(1);
  await oneMore(() => place.write("p/a.prompt.md", prompt("2")));
  expect(place.read("p/a.prompt.js")).toContain("return 2");
  await oneMore(() => place.write("p/new/b.prompt.md", prompt("3")));
  expect(place.read("p/new/b.prompt.js")).toContain("return 3");
  await oneMore(() => place.write("p/a.prompt.md", prompt("4")));
  expect(passes()).toBe(4);
});

it("has nothing to build when bytes are the same or the file is no prompt", async () => {
  const { atimeMs } = statSync(place.path("p/a.prompt.md"));
  utimesSync(place.path("p/a.prompt.md"), atimeMs / 1000, 2);
  place.write("p/notes.txt", "x");
  await oneMore(() => place.write("p/b.prompt.md", prompt("2")));
  expect(passes()).toBe(2);
});

it("survives a mistake and builds when it is mended", async () => {
  await oneMore(() => place.write("p/a.prompt.md", prompt("1").replace("name:", "nome:")));
  expect(command.output).toContain("error[frontmatter-unknown-key]");
  expect(command.output).toContain("0 prompts built, 1 failed; 0 files changed\n");
  await oneMore(() => place.write("p/a.prompt.md", prompt("5")));
  expect(place.read("p/a.prompt.js")).toContain("return 5");
});

it("tells of a prompt that comes back, though nothing is to be written", async () => {
  const broken = prompt("1").replace("name:", "nome:");
  await oneMore(() => place.write("p/a.prompt.md", broken));
  rmSync(place.path("p/a.prompt.md"));
  await command.shows(/is gone/);
  await oneMore(() => place.write("p/a.prompt.md", broken));
  await command.shows(/(?:error\[.*){2}/s);
  await oneMore(() => place.write("p/a.prompt.md", prompt("1")));
  rmSync(place.path("p/a.prompt.md"));
  await command.shows(/(?:is gone.*){2}/s);
  await oneMore(() => place.write("p/a.prompt.md", prompt("1")));
  expect(command.output.match(/1 prompt built; 0 files changed\n/g)).toHaveLength(2);
});

it("survives a rename, and leaves what was built", async () => {
  await oneMore(() => renameSync(place.path("p/a.prompt.md"), place.path("p/c.prompt.md")));
  expect(command.output).toContain("p/a.prompt.md is gone; what was built of it stays\n");
  expect(place.read("p/c.prompt.js")).toContain("return 1");
  expect(place.read("p/a.prompt.js")).toContain("return 1");
});

it("survives that everything goes, the folder too, and comes again", async () => {
  rmSync(place.path("p"), { recursive: true });
  await command.shows(/p\/a\.prompt\.md is gone/);
  await oneMore(() => place.write("p/d.prompt.md", prompt("6")));
  expect(place.read("p/d.prompt.js")).toContain("return 6");
  await oneMore(() => place.write("p/d.prompt.md", prompt("7")));
  expect(place.read("p/d.prompt.js")).toContain("return 7");
});

it("survives that the folder is another one at once", async () => {
  for (const result of ["6", "7"]) {
    await oneMore(() => {
      rmSync(place.path("p"), { recursive: true });
      place.write("p/a.prompt.md", prompt(result));
    });
    expect(place.read("p/a.prompt.js")).toContain(`return ${result}`);
  }
  await oneMore(() => place.write("p/e.prompt.md", prompt("8")));
  expect(place.read("p/e.prompt.js")).toContain("return 8");
});

it("ends at an interrupt, with status 0", async () => {
  command.child.kill("SIGINT");
  expect(await command.ended).toMatchObject({ status: 0, stderr: "" });
});
