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
const declare = (frontmatter = "") => printDeclaration(prompt(frontmatter));

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
    const use = (body: string) => `import prompt from "./p.prompt.js";\n${body}\n`;
    const good = use(
      'prompt.run({ query: "x" }); prompt.run({ query: "x", limit: 1, "deep-search": true, class: 2 }); prompt.run("raw");',
    );
    expect(check(await declare(contract), good)).toEqual([]);
    expect(check(await declare(), use('prompt.run(); prompt.run("x");'))).toEqual([]);
    expect(check(await declare(contract), use("prompt.run({ limit: 1 });"))).toHaveLength(1);
    expect(check(await declare(contract), use('prompt.run({ query: "x", size: 1 });'))).toHaveLength(1);
    expect(
      check(await declare(contract), use('prompt.run({ query: "x" }, { models: { nobody: {} as never } });')),
    ).toHaveLength(1);
    expect(check(await declare("args: {}\n"), use("prompt.run({ a: 1 });"))).toHaveLength(1);
  });
});

const folder = join(import.meta.dirname, "../..");

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
    return text === undefined
      ? getSourceFile(path, version, ...rest)
      : typescript.createSourceFile(path, text, version);
  };
  const made = typescript.createProgram([...texts.keys()], options, host);
  const files = [...texts.keys()].map((path) => made.getSourceFile(path)!);
  const found = files.flatMap((file) => [
    ...made.getSyntacticDiagnostics(file),
    ...made.getSemanticDiagnostics(file),
  ]);
  return found.map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, "\n"));
}
