import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { page } from "./page.ts";
import { Project } from "./project.ts";

const cli = page("docs/cli.md");
const sections = new Map(
  cli.text
    .split(/^## /m)
    .slice(1)
    .map((part) => [/^`pfc (\w+)`/.exec(part)![1]!, part]),
);

let project: Project;

beforeAll(async () => {
  project = await Project.make();
  project.writeFiles("docs/cli.md");
}, 120_000);
afterAll(() => project?.remove());

describe("the page of the command line", () => {
  it("has every command", async () => {
    const { stdout } = await project.workplace.pfc("--help");
    const commands = [...stdout.slice(stdout.indexOf("COMMANDS")).matchAll(/^ +(\w+) {2,}/gm)].map(
      ([, name]) => name!,
    );
    expect([...sections.keys()].sort()).toEqual(commands.sort());
  });

  it.each([...sections.keys()])("has the options of pfc %s", async (command) => {
    const { stdout } = await project.workplace.pfc(command, "--help");
    const offered = [...stdout.matchAll(/^ +(--[\w-]+)/gm)].map(([, name]) => name!);
    // What is on by default has a line for turning it off.
    const shown = offered.filter((name) => !offered.includes(name.replace("--", "--no-")));
    const told = [...sections.get(command)!.matchAll(/^\| `(--[\w-]+)/gm)].map(([, name]) => name!);
    expect(told.sort()).toEqual(shown.sort());
  });

  it.each(
    cli.fences
      .filter(({ language }) => language === "sh")
      .flatMap(({ text }) => text.split("\n"))
      .map((line) => [line]),
  )("%s works", async (line) => {
    expect(await project.shell(line)).toMatchObject({ status: 0, stderr: "" });
  });
});
