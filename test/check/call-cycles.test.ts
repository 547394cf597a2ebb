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
    [
      "objects that hold their elements under numbers, and what those may be in themselves",
      "local Heap = {} Heap.__index = Heap\nfunction Heap.new(less) return setmetatable({ n = 0, less = less }, Heap) end\n" +
        "function Heap:push(v)\n  self.n = self.n + 1\n  local i = self.n\n  self[i] = v\n" +
        "  while i > 1 and self.less(self[i], self[i // 2]) do self[i], self[i // 2] = self[i // 2], self[i] i = i // 2 end\nend\n" +
        "function Heap:pop() local top = self[1] self[1] = self[self.n] self[self.n] = nil self.n = self.n - 1 return top end\n" +
        "local h = Heap.new(function(a, b) return a.rank < b.rank end)\nh:push({ rank = 2 }) h:push({ rank = 1 })\n" +
        "return h:pop().rank",
    ],
  ])("%s compile", async (_, lua) => {
    const file = { path: "p.prompt.md", text: prompt(lua) };
    expect(check(file)).toEqual([]);
    expect((await compile(file)).code).toBeDefined();
  });
});
