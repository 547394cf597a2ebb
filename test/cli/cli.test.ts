import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { build } from "../../scripts/build.mjs";

const root = join(import.meta.dirname, "../..");
const cache = join(root, "node_modules/.cache/promptforge");
let folder: string;

// Inside the repository, so that what is built finds the runtime.
beforeAll(async () => {
  await build();
  mkdirSync(cache, { recursive: true });
}, 60_000);
beforeEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(cache, "cli-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const prompt = (lua: string, head = "") =>
  `---\nname: p\ndescription: Says what it is told\npromptforge: 0\n${head}---\n\n# P\n\n## Say\n\n\`\`\`lua\n${lua}\n\`\`\`\n`;

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const read = (path: string) => readFileSync(join(folder, path), "utf8");

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `interrupts`: how many interrupts it is sent, one after the other. */
function pfc(args: readonly string[], options: { input?: string; interrupts?: number } = {}): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, "dist/cli/main.js"), ...args], { cwd: folder });
  const ended = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (ended.stdout += chunk));
  child.stderr.on("data", (chunk) => (ended.stderr += chunk));
  child.stdin.end(options.input ?? "", () => {
    // More than a pipe holds has been read: the command runs.
    for (let sent = 0; sent < (options.interrupts ?? 0); sent++)
      setTimeout(() => child.kill("SIGINT"), 1000 + 50 * sent);
  });
  return new Promise((resolve) => child.on("close", (status) => resolve({ status, ...ended })));
}

const stack = /^\s+at .*(\.js|node:)/m;

describe("pfc run", () => {
  it("prints the result alone", async () => {
    write("a.prompt.md", prompt("return 'got ' .. args"));
    expect(await pfc(["run", "a.prompt.md", "x y"])).toEqual({ status: 0, stdout: "got x y\n", stderr: "" });
    expect((await pfc(["run", "a.prompt.md"])).stdout).toBe("got \n");
    expect((await pfc(["run", "a.prompt.md", "--input", "-"], { input: "héllo" })).stdout).toBe(
      "got héllo\n",
    );
    expect((await pfc(["run", "a.prompt.md", "--", "--input"])).stdout).toBe("got --input\n");
  });

  it("explains a failure by the lines of the prompt", async () => {
    write("a.prompt.md", prompt("error('boom')"));
    const { status, stdout, stderr } = await pfc(["run", "a.prompt.md"]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^error\[Lua\]: section `Say` prologue:12: .*boom\n/);
    expect(stderr).toContain("a.prompt.md:12");
    expect(stderr).not.toMatch(stack);
  });

  it("shows why a prompt does not compile", async () => {
    write("a.prompt.md", prompt("x ="));
    const { status, stderr } = await pfc(["run", "a.prompt.md"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error\[lua-syntax\]: /);
    expect(stderr).not.toMatch(stack);
  });

  it.each([
    ["in a block", "while true do end", 1],
    ["in a function that cannot wait", "local function f() while true do end end f()", 1],
    ["in a callback", "return (args:gsub('x', function() while true do end end))", 1],
    ["in a function that cannot wait, twice", "local function f() while true do end end f()", 2],
  ])("is cancelled from the keyboard %s", async (_, lua, interrupts) => {
    write("a.prompt.md", prompt(lua));
    const input = "x".repeat(2 ** 20);
    const ended = await pfc(["run", "a.prompt.md", "--input", "-"], { input, interrupts });
    expect(ended).toEqual({ status: 130, stdout: "", stderr: "cancelled\n" });
  });

  it("says which arguments a prompt takes when it fails without them", async () => {
    const args =
      "args:\n  who: { type: string }\n  times: { type: integer }\n  loud: { type: boolean, optional: true }\n";
    write("a.prompt.md", prompt("return argv.who", args));
    const help = `  help: the prompt takes its arguments as a JSON object, such as '{"times":1,"who":"text"}'\n`;
    for (const text of ["world", "", "null"]) {
      const { status, stderr } = await pfc(["run", "a.prompt.md", text]);
      expect({ text, status }).toEqual({ text, status: 1 });
      expect(stderr).toMatch(/^error\[Lua\]: /);
      expect(stderr.endsWith(help)).toBe(true);
    }
    expect((await pfc(["run", "a.prompt.md", '{"who":"me"}'])).stdout).toBe("me\n");
    write("b.prompt.md", prompt("error('boom')", args));
    expect((await pfc(["run", "b.prompt.md", "{}"])).stderr).not.toContain("help:");
  });
});

describe("pfc build", () => {
  it("writes module, map and declaration below the fixed part of the pattern, and only what changed", async () => {
    write("prompts/a.prompt.md", prompt("return 'a'"));
    write("prompts/deep/b.prompt.md", prompt("return 'b'"));
    expect(await pfc(["build", "prompts/**/*.prompt.md", "--out", "out"])).toMatchObject({
      status: 0,
      stderr: "",
    });
    const module = (await import(pathToFileURL(join(folder, "out/deep/b.prompt.js")).href)) as {
      default: { run(): Promise<string> };
    };
    expect(await module.default.run()).toBe("b");
    expect(read("out/a.prompt.js")).toMatch(/\n\/\/# sourceMappingURL=a\.prompt\.js\.map\n$/);
    expect(JSON.parse(read("out/deep/b.prompt.js.map"))).toMatchObject({
      sources: ["../../prompts/deep/b.prompt.md"],
    });
    expect(read("out/a.prompt.d.ts")).toContain("export default prompt;");
    write("out/other.txt", "kept");
    const before = statSync(join(folder, "out/a.prompt.js")).mtimeMs;
    expect((await pfc(["build", "prompts/**/*.prompt.md", "--out", "out"])).stdout).toBe(
      "2 prompts built; 0 files changed\n",
    );
    expect(statSync(join(folder, "out/a.prompt.js")).mtimeMs).toBe(before);
    expect(read("out/other.txt")).toBe("kept");
  });

  it("bundles a prompt with its runtime", async () => {
    write("a.prompt.md", prompt("return 'bundled'"));
    const args = ["build", "a.prompt.md", "--out", "out", "--bundle", "--minify", "--no-types"];
    expect(await pfc(args)).toMatchObject({ status: 0, stdout: "1 prompt built; 2 files changed\n" });
    expect(read("out/a.prompt.js")).not.toMatch(/\bimport\b[^(.]/);
    expect(JSON.parse(read("out/a.prompt.js.map")).sources).toContain("../a.prompt.md");
    const module = (await import(pathToFileURL(join(folder, "out/a.prompt.js")).href)) as {
      default: { run(): Promise<string> };
    };
    expect(await module.default.run()).toBe("bundled");
  });

  it.each([
    ["a missing file", "none.md", undefined, "file-unreadable"],
    ["a directory", ".", undefined, "file-is-directory"],
    ["a binary file", "bin.md", Uint8Array.of(0, 1, 2), "file-not-text"],
    ["a file over the limit", "big.md", "x".repeat(1_048_577), "file-too-large"],
    ["a prompt that is none", "none.prompt.md", "hello", "frontmatter-missing"],
  ])("reports %s and builds the others", async (_, path, content, code) => {
    if (content !== undefined) write(path, content);
    write("good.prompt.md", prompt("return 1"));
    const { status, stdout, stderr } = await pfc([
      "build",
      path,
      "good.prompt.md",
      "--out",
      "out",
      "--no-types",
    ]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "1 prompt built, 1 failed; 2 files changed\n" });
    expect(stderr).toContain(`error[${code}]`);
    expect(stderr).not.toMatch(stack);
  });

  it("does not hang where the system makes no folders", async () => {
    write("a.prompt.md", prompt("return 1"));
    const { status, stderr } = await pfc(["build", "a.prompt.md", "--out", "/proc/x/y", "--no-types"]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^error: cannot write `\/proc\/x\/y\/.*`: .+\n$/),
    });
  });

  it("says why it cannot write", async () => {
    write("a.prompt.md", prompt("return 1"));
    write("out", "a file");
    const { status, stderr } = await pfc(["build", "a.prompt.md", "--out", "out", "--no-types"]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^error: cannot write `out.*`: .+\n$/),
    });
  });
});

describe("pfc check", () => {
  it("does not wait at a named pipe", async () => {
    execFileSync("mkfifo", [join(folder, "a.prompt.md")]);
    const { status, stdout } = await pfc(["check", "a.prompt.md"]);
    expect(status).toBe(1);
    expect(stdout).toContain("cannot read `a.prompt.md`: it is a named pipe");
  });

  it("gives the findings, and status 1 for an error", async () => {
    write("good.prompt.md", prompt("return 1"));
    write("bad.prompt.md", "---\nname: p\n---\n");
    expect(await pfc(["check", "good.prompt.md"])).toEqual({
      status: 0,
      stdout: "0 errors, 0 warnings in 1 prompt\n",
      stderr: "",
    });
    const { status, stdout } = await pfc(["check", "*.prompt.md"]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/error\[frontmatter-missing-key\].*\n {2}--> bad\.prompt\.md:/);
    expect(stdout).toMatch(/1 error, 0 warnings in 2 prompts\n$/);
  });
});

describe("the command line", () => {
  it.each([
    [["brew"], "unknown command `brew`; there are build, check, init, run"],
    [["build"], "FILES"],
    [["build", "a.md"], "--out DIR"],
    [["build", "a.md", "--out"], "--out needs a value"],
    [["build", "a.md", "--out="], "--out needs a value"],
    [["build", "a.md", "--out", "x", "--out=y"], "--out is given twice"],
    [["build", "a.md", "--outt", "x"], "unknown option `--outt`"],
    [["build", "a.md", "--out", "x", "--minify"], "--minify needs --bundle"],
    [["build", "*.nothing", "--out", "x"], "no file matches `*.nothing`"],
    [["build", "x/a.md", "y/a.md", "--out", "o"], "`x/a.md` and `y/a.md` would both be written to `o/a.js`"],
    [["run", "a.md", "b", "c"], "unexpected argument `c`"],
    [["run", "a.md", "--input", "text"], "--input takes `-` only"],
    [["check"], "FILES"],
  ])("%j is a mistake of use", async (args, message) => {
    const { status, stdout, stderr } = await pfc(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(stack);
  });

  it("shows its help and its version", async () => {
    const commands = /build.*\n.*check.*\n.*init.*\n.*run/;
    expect((await pfc(["--help"])).stdout).toMatch(commands);
    expect(await pfc([])).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(commands) });
    expect((await pfc(["build", "--help"])).stdout).toContain("--out=<DIR>");
    for (const command of ["build", "check", "init", "run"])
      expect((await pfc([command, "--help"])).stdout).toMatch(
        new RegExp(`\\nEXAMPLES\\n\\n.*\\n +pfc ${command}`),
      );
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect((await pfc(["--version"])).stdout).toBe(`${version}\n`);
  });
});
