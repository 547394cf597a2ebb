import { join } from "node:path";
import typescript from "typescript";
import { describe, expect, it } from "vitest";
import { parse } from "../../src/parse/parse.ts";
import { printDeclaration } from "../../src/print/declaration.ts";
import { Source } from "../../src/source.ts";

const prompt = (frontmatter: string) => {
  const text = `---\nname: p\ndescription: Finds things\npromptforge: 0\n${frontmatter}---\n\n# P\n\n## A\n`;
  const result = parse(new Source("p.prompt.md", text));
  if (result.prompt === undefined) throw new Error(result.diagnostics[0]?.message);
  return result.prompt;
};
const declare = async (frontmatter = "") => (await printDeclaration(prompt(frontmatter))).code;

const contract = `args:
  query: { type: string, description: What to look for }
  limit: { type: integer, default: 9007199254740993 }
  deep-search: { type: boolean, optional: true, description: "Ends */ here\\n@deprecated no" }
  class: { type: number, default: 1.5 }
  label: { type: string, default: "*/ \\"x\\"" }
models:
  writer: {}
  fact-checker: {}
tools:
  find: acme/kit/find
capabilities:
  - ref: acme/kit
`;

describe("the declaration of a prompt", () => {
  it("names arguments, roles and slots", async () => {
    expect(await declare(contract)).toBe(`import type { Prompt } from "promptforge-runtime";

/** What the prompt takes as its argument. */
export interface Args {
  /** What to look for */
  query: string;
  /** @defaultValue 9007199254740993 */
  limit?: number;
  /**
   * Ends *\\/ here
   * \\@deprecated no
   */
  "deep-search"?: boolean;
  /** @defaultValue 1.5 */
  class?: number;
  /** @defaultValue "*\\/ \\"x\\"" */
  label?: string;
}

/** The roles that a model can fill. */
export type Role = "writer" | "fact-checker";
/** The slots that a tool can fill. */
export type Tool = "find";

/** Finds things */
declare const prompt: Prompt<Args, Role, Tool>;

export default prompt;
`);
  });

  it("takes a string where nothing is declared (ARG-19), and nothing where the declaration is empty", async () => {
    const text = await declare();
    expect(text).toContain("export type Args = string;");
    expect(text).toContain("export type Role = never;");
    expect(text).toContain("export type Tool = never;");
    expect(await declare("args: {}\n")).toContain("export type Args = Record<string, never>;");
  });

  it("type-checks with programs that use it", async () => {
    const plain = contract.slice(0, contract.indexOf("models:"));
    const good = use(
      'prompt.run({ query: "x" }); prompt.run({ query: "x", limit: 1, "deep-search": true, class: 2 }); prompt.run("raw");',
    );
    expect(check(await declare(plain), good)).toEqual([]);
    expect(check(await declare(), use('prompt.run(); prompt.run("x");'))).toEqual([]);
    expect(check(await declare(plain), use("prompt.run({ limit: 1 });"))).toHaveLength(1);
    expect(check(await declare(plain), use('prompt.run({ query: "x", size: 1 });'))).toHaveLength(1);
    expect(check(await declare("args: {}\n"), use("prompt.run({ a: 1 });"))).toHaveLength(1);
  });

  it.each([
    ["one model for all roles", "{ model }"],
    ["a model for each role", '{ models: { writer: model, "fact-checker": model } }'],
    ["one model and another for a role", "{ model, models: { writer: model }, seed: 1 }"],
    ["a tool for a slot", "{ model, tools: { find: tool } }"],
  ])("takes %s", async (_name, options) => {
    expect(
      check(await declare(contract), use(`prompt.run("x", ${options}); prompt.start("x", ${options});`)),
    ).toEqual([]);
  });

  it.each([
    ["no options", ""],
    ["no model", ", {}"],
    ["a model for some roles", ", { models: { writer: model } }"],
    ["a model for a role that is not declared", ", { model, models: { nobody: model } }"],
    ["a tool for a slot that is not declared", ", { model, tools: { lose: tool } }"],
    ["a model that does not answer", ', { model: { id: "m", context: 1, thinking: "never" } }'],
    ["an option that is none", ", { model, modle: 1 }"],
  ])("refuses %s where roles are declared", async (_name, options) => {
    expect(check(await declare(contract), use(`prompt.run("x"${options});`))).toHaveLength(1);
  });

  it("refuses roles and slots where none are declared, and takes a model for raw ids", async () => {
    expect(check(await declare(), use('prompt.run("x", { model });'))).toEqual([]);
    expect(check(await declare(), use('prompt.run("x", { models: { writer: model } });'))).toHaveLength(1);
    expect(check(await declare(), use('prompt.run("x", { tools: { find: tool } });'))).toHaveLength(1);
  });

  it("keeps the input optional in front of options that are required", async () => {
    const roles = "models:\n  writer: {}\n";
    expect(check(await declare(roles), use("prompt.run(undefined, { model });"))).toEqual([]);
    expect(check(await declare(roles), use("prompt.run();"))).toHaveLength(1);
    expect(check(await declare(contract), use("prompt.run(undefined, { model });"))).toHaveLength(1);
  });

  it("takes a model and a tool for any name in version 1, which declares them as it runs (V1-04)", async () => {
    const source = new Source(
      "p.prompt.md",
      "---\nname: p\ndescription: d\npromptforge: 1\n---\n\n# P\n\n## A\n",
    );
    const { code } = await printDeclaration(parse(source).prompt!);
    const options = "{ models: { writer: model }, tools: { find: tool } }";
    expect(check(code, use(`prompt.run(); prompt.run("x", ${options});`))).toEqual([]);
    expect(check(code, use('prompt.run("x", { models: { writer: tool } });'))).toHaveLength(1);
  });

  it("is a `Prompt` for programs that take any", async () => {
    const body = 'import type { Prompt } from "promptforge-runtime"; export const any: Prompt = prompt;';
    const roles = "models:\n  writer: {}\ntools:\n  find: acme/kit/find\n";
    expect(check(await declare(roles), use(body))).toEqual([]);
    expect(check(await declare(), use(body))).toEqual([]);
  });
});

/** A program that uses the prompt; it has a model and a tool. */
function use(body: string): string {
  return `import prompt from "./p.prompt.js";
import type { Model, SlotTool } from "promptforge-runtime";
declare const model: Model;
declare const tool: SlotTool;
export const used = [model, tool];
${body}
`;
}

const folder = join(import.meta.dirname, "../..");

/** The files that all programs share: parsing them takes a program most of its time. */
const shared = new Map<string, typescript.SourceFile | undefined>();

/** What TypeScript finds in a program that imports a prompt with this declaration, and in the declaration. */
function check(declaration: string, program: string): string[] {
  const texts = new Map([
    [join(folder, "p.prompt.d.ts"), declaration],
    [join(folder, "program.ts"), program],
  ]);
  const options: typescript.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    allowImportingTsExtensions: true,
    target: typescript.ScriptTarget.ES2022,
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    types: [],
    paths: { "promptforge-runtime": [join(folder, "runtime/index.ts")] },
  };
  const host = typescript.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, version, ...rest) => {
    const text = texts.get(path);
    if (text !== undefined) return typescript.createSourceFile(path, text, version);
    if (!shared.has(path)) shared.set(path, getSourceFile(path, version, ...rest));
    return shared.get(path);
  };
  const made = typescript.createProgram([...texts.keys()], options, host);
  const files = [...texts.keys()].map((path) => made.getSourceFile(path)!);
  const found = files.flatMap((file) => [
    ...made.getSyntacticDiagnostics(file),
    ...made.getSemanticDiagnostics(file),
  ]);
  return found.map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, "\n"));
}
