import { describe, expect, it } from "vitest";
import { message, prompt, withKeys } from "../sample.ts";

const older = (keys: string): string => withKeys(keys).replace("promptforge: 0", "promptforge: 1");
const accepted = "`name`, `description`, `promptforge`, `max_tool_iterations`, `input`, `output`";

describe("the frontmatter of version 1 (V1-04)", () => {
  it.each(["capabilities: []", "tools: {}", "args: {}", "models: {}", "other: 1"])(
    "does not know %s",
    (line) => {
      const key = line.split(":")[0]!;
      expect(message(older(`${line}\n`))).toContain(`unknown field \`${key}\`, expected one of ${accepted}`);
    },
  );

  it("has six keys, and declares nothing else", () => {
    const keys =
      "max_tool_iterations: 7\ninput: { path: a, description: b }\noutput: { path: c, description: d }\n";
    const { version, frontmatter } = prompt(older(keys));
    expect(version).toBe(1);
    expect(frontmatter).toMatchObject({
      promptforge: 1,
      maxToolIterations: 7,
      tools: [],
      models: [],
      capabilities: [],
    });
    expect(frontmatter.args.isDefault).toBe(true);
  });

  it.each([
    ["promptforge: 1", "'1'", "invalid type: string"],
    ["promptforge: 1", "1\npromptforge: 1", "duplicate field `promptforge`"],
  ])("is chosen by the integer alone (V1-01): %s as %s", (line, value, part) => {
    expect(message(older("").replace(line, `promptforge: ${value}`))).toContain(part);
  });
});

describe("the Lua of version 1 (V1-70)", () => {
  it.each([
    ["for i = 1, 3 do i = i * 2 end", true],
    ["for k, v in pairs({}) do k = v end", true],
    ["local global = 1; global = global + 1", true],
    ["global x = 1", false],
    ["local x <const> = 1; x = 2", false],
  ])("%s", (lua, isRight) => {
    const text = older("").replace("# T\n", `# T\n\n\`\`\`lua\n${lua}\n\`\`\`\n`);
    if (isRight) expect(prompt(text).h1).toHaveLength(1);
    else expect(message(text)).toContain("lua compilation error");
  });
});
