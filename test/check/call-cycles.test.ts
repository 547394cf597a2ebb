import { describe, expect, it } from "vitest";
import { check, compile } from "../../src/index.ts";

const prompt = (lua: string) =>
  `---\nname: p\ndescription: d\npromptforge: 0\n---\n\n# T\n\n## A\n\n\`\`\`lua\n${lua}\n\`\`\`\n`;

describe("values that are called through cycles of metatables", () => {
  it.each([
    ["a table that is its own __call", "local a = {} setmetatable(a, { __call = a }) return pcall(a)"],
    [
      "two tables that are each other's __call",
      "local a, b = {}, {} setmetatable(a, { __call = b }) setmetatable(b, { __call = a }) return pcall(a)",
    ],
    [
      "classes whose metatable is the class, kept in a table",
      "local all = {}\nlocal function class(name, base)\n  local c = {}\n  if base then for k, v in pairs(base) do c[k] = v end end\n" +
        "  c.__index = c\n  all[name] = c\n  return setmetatable(c, c)\nend\nlocal A = class('A')\n" +
        "A.__call = function(cls, n) return setmetatable({ name = n }, cls) end\nreturn class('B', A)('rex').name",
    ],
  ])("%s compile", async (_, lua) => {
    const file = { path: "p.prompt.md", text: prompt(lua) };
    expect(check(file)).toEqual([]);
    expect((await compile(file)).code).toBeDefined();
  });
});
