import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { promptOf, root, Workplace } from "../shipped/workplace.ts";

const hook = ["--import", pathToFileURL(join(root, "dist/plugin/node.js")).href];

describe("node --import promptforge-esm/node", () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await Workplace.make();
    place.write(
      "main.mjs",
      `const { default: prompt } = await import(process.argv[2]);
       console.log(await prompt.run("x").catch((error) => error.stack));`,
    );
  }, 60_000);
  afterAll(() => place.remove());

  const run = (prompt: string, flags: readonly string[] = []) =>
    place.node([...flags, ...hook, "main.mjs", prompt]);

  it("runs prompts as they are, by their names and with a query", async () => {
    const text = promptOf('return args .. "!"');
    place.write("p.prompt.md", text);
    place.write("notes.md", text);
    for (const name of ["./p.prompt.md", "./notes.md?prompt"])
      expect(await run(name)).toEqual({ status: 0, stdout: "x!\n", stderr: "" });
  });

  it("leads from an error of Lua to the line of the prompt", async () => {
    place.write("thrown.prompt.md", promptOf('local x = 1\nerror("no")'));
    expect((await run("./thrown.prompt.md")).stdout).toContain("(thrown.prompt.md:13)");
  });

  it("shows what is wrong with a prompt, and nothing of the compiler", async () => {
    place.write("broken.prompt.md", promptOf("return 1").replace("name: p", "nam: p"));
    const { status, stderr } = await run("./broken.prompt.md");
    expect(status).toBe(1);
    expect(stderr).toContain("--> broken.prompt.md:2:1\n");
    expect(stderr).toContain("> 2 | nam: p");
    expect(stderr).not.toContain("dist/plugin");
  });

  it("gives Node a map, so that stacks of JavaScript name the prompt", async () => {
    place.write("mapped.prompt.md", promptOf('return (args:gsub("x", "y"))'));
    place.write(
      "spy.mjs",
      // The first look at a string's characters by a library function has the prompt's code below it.
      `const real = String.prototype.charCodeAt;
       const { default: prompt } = await import("./mapped.prompt.md");
       String.prototype.charCodeAt = function (at) {
         const { stack } = new Error();
         if (stack.includes("mapped.prompt.md")) { String.prototype.charCodeAt = real; console.log(stack); }
         return real.call(this, at);
       };
       await prompt.run("x");`,
    );
    const { stdout, stderr } = await place.node(["--enable-source-maps", ...hook, "spy.mjs"]);
    expect(stdout, stderr).toMatch(/mapped\.prompt\.md:12:\d+/);
  });
});
