import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { promptOf, root, Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

/** A frame of a JavaScript stack, or an error's name before one. */
const javascript = /^\s+at .*(\.m?[jt]s|node:|<anonymous>)|^(Uncaught )?\w*Error: /m;

/** One finding as `pfc check` prints it. */
interface Block {
  readonly code: string;
  readonly message: string;
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** The lines of the frame. */
  readonly frame: readonly string[];
  readonly help: string | undefined;
}

/** The findings in what `pfc check` printed, without its last line. */
function blocksOf(stdout: string): Block[] {
  return stdout
    .split(/\n\n(?=(?:error|warning|information)\[|\d+ errors?,)/)
    .filter((part) => /^\w+\[/.test(part))
    .map((part) => {
      const [, code, message, place, rest] = /^\w+\[([a-z\d-]+)\]: (.*?)\n {2}--> (.*?)\n(.*)$/s.exec(part)!;
      const [, file, line, column] = /^(.*?)(?::(\d+):(\d+))?$/.exec(place!)!;
      const [frame, help] = rest!.split(/^ {2}help: /m) as [string, string | undefined];
      return {
        code: code!,
        message: message!,
        file: file!,
        line: line === undefined ? undefined : Number(line),
        column: column === undefined ? undefined : Number(column),
        frame: frame.split("\n").filter((text) => text !== ""),
        help: help?.trim(),
      };
    });
}

/** What is wrong with a finding about a text: its frame must mark the line and the column that it names. */
function flaws(block: Block, text: string): string[] {
  const { line, column, frame, help } = block;
  const found: string[] = [];
  if (!/^[A-Z].*[.?]$/s.test(help ?? "")) found.push("has no help");
  if (line === undefined || column === undefined) return [...found, "has no position"];
  const marked = frame.findIndex((shown) => shown.startsWith(">"));
  const [, number, shown] = /^> *(\d+) \|(?: (.*))?$/.exec(frame[marked] ?? "") ?? [];
  if (Number(number) !== line) found.push(`marks line ${number}, not ${line}`);
  const source = text.split(/\r\n|\n|\r/)[line - 1]!;
  // A long line is cut to a window, in which the place is not at its column.
  const isCut = source.length > 120;
  if (isCut ? !source.includes(shown!) : (shown ?? "") !== source)
    found.push(`shows ${shown}, not ${source}`);
  const carets = /^ *\| ( *)\^+$/.exec(frame[marked + 1] ?? "");
  if (carets === null) found.push("has no caret");
  else if (!isCut && carets[1]!.length !== column - 1)
    found.push(`points at column ${carets[1]!.length + 1}, not ${column}`);
  return found;
}

describe("pfc check on a broken file", () => {
  it("shows code, place, frame and help for every fixture", async () => {
    const folder = join(root, "fixtures/diagnostics");
    const fixtures = globSync("*/*.prompt.md", { cwd: folder }).sort();
    const { status, stdout, stderr } = await workplace.pfc(
      "check",
      ...fixtures.map((name) => join(folder, name)),
    );
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(stdout).not.toMatch(javascript);
    const blocks = blocksOf(stdout);
    expect(blocks.map(({ code, file }) => `${code} ${file.slice(folder.length + 1)}`)).toEqual(
      fixtures.map((name) => `${name.split("/")[0]} ${name}`),
    );
    const wrong = blocks.flatMap((block) => {
      const text = readFileSync(block.file, "utf8");
      const isWhole = block.code.startsWith("file-");
      return (isWhole ? [] : flaws(block, text)).map((flaw) => `${block.file} ${flaw}`);
    });
    expect(wrong).toEqual([]);
    const errors = stdout.match(/^error\[/gm)!.length;
    const warnings = stdout.match(/^warning\[/gm)!.length;
    expect(stdout).toMatch(
      new RegExp(`\\n${errors} errors, ${warnings} warnings in ${fixtures.length} prompts\\n$`),
    );
  });

  it("exits with 1 for one alone, and shows nothing else", async () => {
    const file = workplace.write("one.prompt.md", promptOf("local x = 1\nx = = 2"));
    const { status, stdout, stderr } = await workplace.pfc("check", file);
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(blocksOf(stdout)).toEqual([
      {
        code: "lua-syntax",
        message: expect.stringContaining("unexpected symbol near '='"),
        file,
        line: 13,
        column: 5,
        frame: expect.arrayContaining(["> 13 | x = = 2"]),
        help: expect.stringMatching(/\.$/),
      },
    ]);
  });

  it.each([
    ["that does not exist", "missing.prompt.md", undefined, "file-unreadable"],
    ["beneath a file", "one.txt/x.prompt.md", undefined, "file-unreadable"],
    ["that is a link to itself", "loop.prompt.md", "link", "file-unreadable"],
    [`with too long a name`, `${"x".repeat(300)}.prompt.md`, undefined, "file-unreadable"],
    ["that is a directory", "folder.prompt.md", "folder", "file-is-directory"],
    [
      "that is binary",
      "binary.prompt.md",
      Uint8Array.from({ length: 4096 }, (_, at) => (at * 37) % 256),
      "file-not-text",
    ],
    [
      "that is UTF-16",
      "utf16.prompt.md",
      Buffer.from(`\ufeff${promptOf("return 1")}`, "utf16le"),
      "file-not-text",
    ],
    ["over the size limit", "large.prompt.md", promptOf(`--${"x".repeat(1_048_576)}`), "file-too-large"],
    ["that is empty", "empty.prompt.md", "", "frontmatter-missing"],
  ] as const)("says what is wrong with a file %s", async (_, name, content, code) => {
    workplace.write("one.txt", "a file");
    if (content === "link") symlinkSync(workplace.path(name), workplace.path(name));
    else if (content === "folder") mkdirSync(workplace.path(name));
    else if (content !== undefined) workplace.write(name, content);
    const { status, stdout, stderr } = await workplace.pfc("check", name);
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    const [block, ...others] = blocksOf(stdout);
    expect(others).toEqual([]);
    expect(block).toMatchObject({ code, file: name, help: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(block!.message.length).toBeGreaterThan(10);
    expect(stdout).not.toMatch(javascript);
  });

  const nested = (open: string, inner: string, close: string, count = 5000) =>
    open.repeat(count) + inner + close.repeat(count);

  it.each([
    ["parentheses", promptOf(`return ${nested("(", "1", ")")}`)],
    ["tables", promptOf(`return ${nested("{", "1", "}")}`)],
    ["functions", promptOf(nested("function f() ", "", " end"))],
    ["blocks", promptOf(nested("do ", "", " end"))],
    ["operators", promptOf(`return ${nested("- ", "1", "")}`)],
    ["concatenations", promptOf(`return ${nested("'x' .. ", "'y'", "")}`)],
    ["calls", promptOf(`return ${nested("f(", "1", ")")}`)],
    ["unclosed parentheses", promptOf(`return ${"(".repeat(5000)}`)],
    ["YAML lists", promptOf("return 1", { head: `capabilities: ${nested("[", "", "]")}\n` })],
    ["YAML maps", promptOf("return 1", { head: `args: ${nested("{a: ", "1", "}")}\n` })],
  ])("gives a clear error for 5,000 nested %s", async (_, text) => {
    const file = workplace.write("nested.prompt.md", text);
    const { status, stdout, stderr } = await workplace.pfc("check", file);
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    const [block, ...others] = blocksOf(stdout);
    expect(others).toEqual([]);
    expect(block).toMatchObject({ file, help: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(block!.line).toBeGreaterThan(1);
    expect(block!.frame.find((line) => line.startsWith(">"))).toMatch(/^> *\d+ \| .+$/);
    // A frame is for people: it does not repeat a line of 10,000 characters.
    expect(stdout.length).toBeLessThan(5000);
    expect(stdout).not.toMatch(javascript);
  });

  it.each([
    ["block quotes", `${"> ".repeat(5000)}x`],
    ["lists", Array.from({ length: 150 }, (_, level) => `${"  ".repeat(level)}- x`).join("\n")],
    ["emphasis", `${"*a ".repeat(5000)}x${"*".repeat(5000)}`],
    ["links", `${"[".repeat(5000)}x${"](y)".repeat(5000)}`],
  ])("survives deep Markdown: %s", async (_, prose) => {
    const file = workplace.write("deep.prompt.md", promptOf("return prose", { prose: `${prose}\n\n` }));
    const { status, stdout, stderr } = await workplace.pfc("check", file);
    expect({ status, stdout, stderr }).toEqual({
      status: expect.toSatisfy((given) => given === 0 || given === 1),
      stdout: expect.stringMatching(/^(error\[[a-z-]+\]: [\s\S]*)?\d errors?, 0 warnings in 1 prompt\n$/),
      stderr: "",
    });
    expect(stdout).not.toMatch(javascript);
  });
});
