import { describe, expect, it } from "vitest";
import { host as versionZero } from "../../../src/check/host.ts";
import { declaredAliases } from "../../../src/check/version-1/alias.ts";
import { host } from "../../../src/check/version-1/host.ts";
import { links } from "../../../src/lower/version-1/links.ts";
import { prompt, sample } from "../../parse/sample.ts";

const aliasesOf = (lua: string) =>
  declaredAliases(
    prompt(sample(`# T\n\n\`\`\`lua\n${lua}\n\`\`\`\n`).replace("promptforge: 0", "promptforge: 1")),
  );

describe("the aliases that a prompt of version 1 declares (V1-58)", () => {
  it.each([
    ['tools.need("a", "x")', ["a"], false],
    ['local h = models.need("b", "x", {}); tools.always("c")', ["b"], false],
    ['if x then models.default("d", "x") end; models.default "e"', ["d", "e"], false],
    ['tools.need("f" .. "g", "x")', [], true],
    ["local t = tools", [], true],
    ["local n = tools.need", [], true],
    ["models[k]('a', 'x')", [], true],
    ["_G.tools.need('a', 'x')", [], true],
    ["local tools = {}; tools.need = 1", [], false],
    ["return 1", [], false],
  ])("%s", (lua, names, areComputed) => {
    const found = aliasesOf(lua);
    expect([...found.names].sort()).toEqual(names);
    expect(found.areComputed).toBe(areComputed);
  });
});

describe("the globals of version 1 (V1-71)", () => {
  it("are linked, all of them and no other", () => {
    const names = Object.keys(host);
    expect(
      Object.keys(links)
        .filter((name) => names.includes(name))
        .sort(),
    ).toEqual(names.filter((name) => name !== "reply").sort());
    for (const table of ["tools", "models", "store"])
      expect(Object.keys(links[table]!).sort()).toEqual(Object.keys(host[table]!).sort());
  });

  it("are not those that version 0 alone has", () => {
    const gone = ["prose", "argv", "call", "messages", "compactors", "tasks", "user_input", "ui"];
    expect(
      Object.keys(versionZero)
        .filter((name) => !(name in host))
        .sort(),
    ).toEqual(gone.sort());
    expect(links["table"]).not.toHaveProperty("create");
  });
});
