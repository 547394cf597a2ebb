import { describe, expect, it } from "vitest";
import { compile } from "../../src/index.ts";

/** Whether the module of a prompt with this Lua imports a name of the runtime. */
async function imports(lua: string, name: string): Promise<boolean> {
  const text = `---\nname: p\ndescription: d\npromptforge: 0\n---\n\n# T\n\n## A\n\n\`\`\`lua\n${lua}\n\`\`\`\n`;
  const { code } = await compile({ path: "p.prompt.md", text });
  return new RegExp(`^ {2}${name},?$`, "m").test(code!);
}

describe("the texts of numbers are linked where a value may be a number", () => {
  it.each([
    "return args",
    "return args .. ': ' .. prose",
    "if args == '' or not (args < prose) then return 'less' end",
    "store.write('a.txt', args) return store.read('a.txt')",
    "local function f(...) return ... end return f(args, type(args))",
    "local t = { args, a = prose } return t.a",
  ])("not for: %s", async (lua) => {
    expect(await imports(lua, "installNumbers")).toBe(false);
  });

  it.each([
    "return 1",
    "return 0x1p4",
    "return #args",
    "return -args",
    "return ~args",
    "return args + prose",
    "return args // prose",
    "return args | prose",
    "for i = args, prose do log(i) end",
    "local function f(...t) return t.n end return f(args)",
    "return args:len()",
    "return ('x').rep(args, args)",
    "return tonumber(args)",
    "return sys.index",
    "return var.count",
    "return argv.count",
    "return item",
    "local name = 'to' .. args return _G[name](args)",
    "return _ENV[args]",
  ])("for: %s", async (lua) => {
    expect(await imports(lua, "installNumbers")).toBe(true);
  });
});

describe("the texts of error values are linked where the prompt may raise or get hold of one", () => {
  it.each(["return args", "return type(prose)", "return #args", "store.write('a.txt', args)"])(
    "not for: %s",
    async (lua) => {
      expect(await imports(lua, "installErrors")).toBe(false);
    },
  );

  it.each([
    "error(args)",
    "assert(nil, args)",
    "return pcall(type)",
    "return setmetatable({}, {})",
    "return tostring(args)",
    "return getmetatable(args)",
    "return table.concat(fanout('### A', { args }))",
    "return _G[args]",
  ])("for: %s", async (lua) => {
    expect(await imports(lua, "installErrors")).toBe(true);
  });
});

describe("a module without Lua has no section VM", () => {
  it("imports nothing of it", async () => {
    const text = "---\nname: p\ndescription: d\npromptforge: 0\n---\n\n# T\n\n## A\n\nProse.\n";
    expect((await compile({ path: "p.prompt.md", text })).code).not.toContain("sectionVM");
    expect(await imports("return args", "sectionVM")).toBe(true);
  });
});
