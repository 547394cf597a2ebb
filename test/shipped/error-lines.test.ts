import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Prompt, PromptError } from "../../runtime/index.ts";
import { Workplace } from "./workplace.ts";

/** Each place that can fail names its kind in a last comment of its line; the argument chooses which of them does. */
const text = `---
name: failing
description: |
  Fails where it is told to
promptforge: 0
---

# Failing

Prose of the title.

\`\`\`lua shared
function fail(kind)
  if args == kind then
    local nothing
    return nothing.field -- shared function
  end
end
if args == "shared" then
  error("at load") -- shared
end
\`\`\`

\`\`\`lua
if args == "title" then local x = {} .. "" end -- title
\`\`\`

## Walk

\`\`\`lua
fail("prologue") -- prologue
\`\`\`

Prose.

{{ nothing.at.all }}

\`\`\`lua
if args == "middle" then
  local x = 1
    +
    {} -- none
end
if args == "prose" then
  local x = prose -- prose
end
\`\`\`

More.

\`\`\`lua
local ok, failure = pcall(call, "### Child")
if not ok then error(failure) end
if args == "epilog" then nothing() end -- epilog
if args == "returned" then return {} end -- returned
if args == "jump" then jump("## Nowhere") end -- jump
fail("after") ;(function() fail("nested") end)() -- nested
\`\`\`

### Child

\`\`\`lua
if args == "called" then error("in the child") end -- called
\`\`\`
`;

const lineOf = (mark: string) => text.split("\n").findIndex((line) => line.endsWith(`-- ${mark}`)) + 1;

let workplace: Workplace;
const variants = {
  "line feeds": text,
  "carriage returns and line feeds": text.replaceAll("\n", "\r\n"),
  "a byte order mark": `\ufeff${text}`,
};

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

describe.each(Object.entries(variants))("a run-time error, in a file with %s", (name, content) => {
  let prompt: Prompt<string>;

  beforeAll(async () => {
    const folder = name.replaceAll(" ", "-");
    workplace.write(`${folder}/failing.prompt.md`, content);
    const args = [`${folder}/failing.prompt.md`, "--out", folder, "--no-types", "--bundle"];
    const { status, stderr } = await workplace.pfc("build", ...args);
    if (status !== 0) throw new Error(stderr);
    prompt = await workplace.load(`${folder}/failing.prompt.js`);
  }, 120_000);

  it.each([
    ["shared", "Lua", "prompt shared library", ["shared"]],
    ["title", "RequirementsUnmet", "H1 `Failing` lua", ["title"]],
    ["prologue", "Lua", "section `Walk` prologue", ["shared function", "prologue"]],
    ["epilog", "Lua", "section `Walk` epilog", ["epilog"]],
    ["nested", "Lua", "section `Walk` epilog", ["shared function", "nested", "nested"]],
    ["called", "Lua", "section `Child` prologue", ["called"]],
  ])("of kind %s names its line in the message and in the stack", async (kind, ends, label, marks) => {
    const error = await prompt.run(kind).then(
      () => undefined,
      (thrown: PromptError) => thrown,
    );
    const lines = marks.map(lineOf);
    // The message's own line is that of the innermost frame in the fence that failed.
    const own = marks[0] === "shared function" ? lines[1] : lines[0];
    expect(error?.kind).toBe(ends);
    expect(error?.message).toMatch(new RegExp(`^${label}:${own}: `));
    const stack = [...error!.stack!.matchAll(/^ {4}at .* \(failing\.prompt\.md:(\d+)\)$/gm)];
    expect(stack.map(([, line]) => Number(line)).slice(0, lines.length)).toEqual(lines);
  });

  it("names the operator's line when an expression spreads over several", async () => {
    const error = await prompt.start("middle").result.catch((thrown: PromptError) => thrown);
    const line = lineOf("none") - 1;
    expect(String(error)).toContain(
      `section \`Walk\` lua:${line}: [string "section \`Walk\` lua"]:${line}: attempt`,
    );
    expect((error as PromptError).stack).toContain(`failing.prompt.md:${line})`);
  });

  it("names the line that reads prose which cannot be rendered", async () => {
    const error = await prompt.start("prose").result.catch((thrown: PromptError) => thrown);
    expect((error as PromptError).stack).toContain(`failing.prompt.md:${lineOf("prose")})`);
  });

  it.each([
    ["returned", "cannot return a table as a result"],
    ["jump", "section heading `## Nowhere` not found; available sections: ### Child"],
  ])("of kind %s has its text alone as the message", async (kind, message) => {
    await expect(prompt.run(kind)).rejects.toMatchObject({ message, section: "Walk" });
  });
});
