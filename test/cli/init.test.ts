import { lstatSync, readdirSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Workplace } from "../shipped/workplace.ts";
import { pfc } from "./run-process.ts";

let place: Workplace;

beforeEach(async () => {
  place = await Workplace.make();
}, 120_000);
afterEach(() => place.remove());

const init = (...args: string[]) => pfc(place.folder, ["init", ...args]);
const names = [
  "prompts/hello.prompt.md",
  ".promptforge/promptforge.lua",
  ".promptforge/frontmatter.schema.json",
  ".luarc.json",
];

describe("pfc init", () => {
  it("writes a prompt that checks and runs, and settings for editors", async () => {
    const { status, stdout, stderr } = await init();
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toBe(
      `${names.map((name) => `wrote ${name}\n`).join("")}there is no tsconfig.json; with TypeScript, put "allowArbitraryExtensions": true into its compilerOptions\n`,
    );
    expect((await pfc(place.folder, ["check", "prompts/*.prompt.md", "--max-warnings", "0"])).status).toBe(0);
    const run = await pfc(place.folder, [
      "run",
      "prompts/hello.prompt.md",
      '{"who":"Ada"}',
      "--model",
      "echo",
    ]);
    expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining("Ada") });
    expect(place.read(".promptforge/promptforge.lua")).toContain("---@meta");
    const { $schema } = JSON.parse(place.read(".promptforge/frontmatter.schema.json")) as { $schema: string };
    expect($schema).toContain("2020-12");
    expect(JSON.parse(place.read(".luarc.json"))).toMatchObject({ "workspace.library": [".promptforge"] });
  });

  it("overwrites nothing", async () => {
    for (const name of names) place.write(name, "mine");
    const { status, stdout } = await init();
    expect(status).toBe(0);
    for (const name of names) {
      expect(stdout).toContain(`${name} is there and stays as it is\n`);
      expect(place.read(name)).toBe("mine");
    }
  });

  it("works in another folder, which it makes", async () => {
    expect((await init("sub/project")).status).toBe(0);
    expect(readdirSync(place.path("sub/project")).sort()).toEqual([".luarc.json", ".promptforge", "prompts"]);
  });

  it("says why it cannot write", async () => {
    place.write("prompts", "a file");
    const { status, stderr } = await init();
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^error: cannot write `prompts.*`: .+\n$/),
    });
  });
});

describe("pfc init and tsconfig.json", () => {
  it.each([
    [
      '{\n  // base\n  "compilerOptions": {\n    "strict": true\n  }\n}\n',
      '{\n  // base\n  "compilerOptions": {\n    "allowArbitraryExtensions": true,\n    "strict": true\n  }\n}\n',
    ],
    [
      '{"compilerOptions":{/* "allowArbitraryExtensions": true */"lib":["es2022"],}}',
      '{"compilerOptions":{\n    "allowArbitraryExtensions": true,/* "allowArbitraryExtensions": true */"lib":["es2022"],}}',
    ],
    [
      '{"x":{"compilerOptions":{}},"compilerOptions":{"paths":{"}":["//"]}}}',
      '{"x":{"compilerOptions":{}},"compilerOptions":{\n    "allowArbitraryExtensions": true,"paths":{"}":["//"]}}}',
    ],
    ["{}", '{\n  "compilerOptions": { "allowArbitraryExtensions": true }}'],
    [
      '{ "extends": "./base.json" }',
      '{\n  "compilerOptions": { "allowArbitraryExtensions": true }, "extends": "./base.json" }',
    ],
    ['{"compilerOptions": {}}', '{"compilerOptions": {\n    "allowArbitraryExtensions": true}}'],
  ])("adds the flag and changes nothing else in %j", async (before, after) => {
    place.write("tsconfig.json", before);
    expect((await init()).stdout).toContain("added");
    expect(place.read("tsconfig.json")).toBe(after);
    expect((await init()).stdout).toContain('tsconfig.json has "allowArbitraryExtensions": true');
    expect(place.read("tsconfig.json")).toBe(after);
  });

  it("keeps the line ends of Windows, and a link a link", async () => {
    place.write("base/tsconfig.json", '\uFEFF{\r\n  "compilerOptions": {}\r\n}\r\n');
    symlinkSync("base/tsconfig.json", place.path("tsconfig.json"));
    expect((await init()).stdout).toContain("added");
    expect(lstatSync(place.path("tsconfig.json")).isSymbolicLink()).toBe(true);
    expect(place.read("base/tsconfig.json")).toBe(
      '\uFEFF{\r\n  "compilerOptions": {\r\n    "allowArbitraryExtensions": true}\r\n}\r\n',
    );
  });

  it.each(["", '{"compilerOptions": []}', '{"compilerOptions": {"allowArbitraryExtensions": false}}'])(
    "leaves %j and says what to add",
    async (text) => {
      place.write("tsconfig.json", text);
      expect((await init()).stdout).toContain(
        'put "allowArbitraryExtensions": true into the compilerOptions of tsconfig.json',
      );
      expect(place.read("tsconfig.json")).toBe(text);
    },
  );

  it.each([
    ['{\n  "compilerOptions": {\n    "strict": true\n', "tsconfig.json:4:1"],
    ['{ "compilerOptions": {} } x', "tsconfig.json:1:27"],
    ["no JSON", "tsconfig.json:1:1"],
  ])("refuses %j, which is broken, and says where", async (text, where) => {
    place.write("tsconfig.json", text);
    const { status, stderr } = await init();
    expect([status, stderr]).toEqual([1, expect.stringContaining(` --> ${where}\n  help: mend it`)]);
    expect(place.read("tsconfig.json")).toBe(text);
  });
});

describe("pfc init writes nothing", () => {
  const link = (name: string, target: string) => symlinkSync(target, place.path(`p/${name}`));
  /** What it cannot work with, and what it says of it. */
  const obstacles: readonly [what: string, make: () => void, reason: RegExp][] = [
    ["tsconfig.json is broken", () => place.write("p/tsconfig.json", '{ "x": '), /tsconfig\.json:1:\d+\n/],
    [
      "tsconfig.json is a folder",
      () => place.write("p/tsconfig.json/x", ""),
      /tsconfig\.json`: it is a directory/,
    ],
    [
      "tsconfig.json is a link to itself",
      () => link("tsconfig.json", "tsconfig.json"),
      /tsconfig\.json`: too many/,
    ],
    ...["prompts", ".promptforge"].flatMap((name): typeof obstacles => [
      [`${name} is a file`, () => place.write(`p/${name}`, ""), /a file is in the way/],
      [`${name} leads nowhere`, () => link(name, "nowhere"), /no such file/],
      // Nobody can make a file there, not even who may do everything.
      [`${name} takes no files`, () => link(name, "/proc/self"), /no such file/],
    ]),
  ];

  it.each(obstacles)("where %s, and says so", async (_, make, reason) => {
    place.write("p/src/mine.ts", "");
    make();
    const before = readdirSync(place.path("p"));
    const { status, stdout, stderr } = await init("p");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^error: cannot (?:read|write) `p\/|^error: `p\/tsconfig\.json` is left as it is/);
    expect(stderr).toMatch(reason);
    expect(readdirSync(place.path("p"))).toEqual(before);
  });

  it("where the folder is a file, and says so", async () => {
    place.write("p", "mine");
    const { status, stderr } = await init("p/q");
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^error: cannot write `p\/q\/prompts\/.*\n$/),
    ]);
    expect(place.read("p")).toBe("mine");
  });

  it.each([".vscode/settings.json", "package.json"])("into %s, whatever it holds", async (name) => {
    place.write(name, "{ broken");
    expect((await init()).status).toBe(0);
    expect(place.read(name)).toBe("{ broken");
  });
});

describe("pfc init and .luarc.json", () => {
  it.each([
    ["{}", true],
    ['{ "workspace.library": ["lib", ".promptforge"] }', false],
  ])("leaves %j and says what it lacks", async (text, lacks) => {
    place.write(".luarc.json", text);
    const { stdout } = await init();
    expect(stdout.includes('put ".promptforge" into the "workspace.library" of .luarc.json')).toBe(lacks);
    expect(place.read(".luarc.json")).toBe(text);
  });
});
