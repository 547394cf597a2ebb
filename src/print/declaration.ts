import type { JSDocStructure, Node, OptionalKind, SourceFile } from "ts-morph";
import type { ArgDeclaration, Prompt } from "../parse/prompt.ts";
import type { Span } from "../source.ts";
import { type DeclaredRange, declarationMap } from "./declaration-map.ts";
import type { Printed } from "./print.ts";

/**
 * The TypeScript declaration of a prompt's module: the default export is a `Prompt` whose type parameters are the declared
 * arguments (`string` for the default declaration, ARG-19), the role labels and the tool aliases. Descriptions become doc
 * comments. A version 1 prompt declares roles and slots as it runs (V1-04): any name is taken. The map leads from each name to its
 * key in the frontmatter, and to the title from what no key declares. Loads ts-morph on the first call, which takes about a second.
 */
export async function printDeclaration(prompt: Prompt): Promise<Printed> {
  const { IndentationText, Project, VariableDeclarationKind } = await import("ts-morph");
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: { indentationText: IndentationText.TwoSpaces },
  });
  const file = project.createSourceFile("prompt.d.ts");
  const { args, roles, tools, description } = typesOf(prompt);
  file.addImportDeclaration({
    isTypeOnly: true,
    namedImports: ["Prompt"],
    moduleSpecifier: "promptforge-runtime",
  });
  printArgs(file, args);
  file.addTypeAlias({
    isExported: true,
    name: "Role",
    type: union(roles),
    docs: doc("The roles that a model can fill."),
  });
  file.addTypeAlias({
    isExported: true,
    name: "Tool",
    type: union(tools),
    docs: doc("The slots that a tool can fill."),
  });
  file.addVariableStatement({
    declarationKind: VariableDeclarationKind.Const,
    hasDeclareKeyword: true,
    declarations: [{ name: "prompt", type: "Prompt<Args, Role, Tool>" }],
    docs: doc(description),
  });
  file.addExportAssignment({ isExportEquals: false, expression: "prompt" });
  const code = file.getFullText();
  return { code, map: declarationMap(code, declaredRanges(file, prompt), prompt.source) };
}

/** True for a version whose roles and slots are declared in the frontmatter, so that their names are known. */
const DECLARES_NAMES: { readonly [version in Prompt["version"]]: boolean } = { 0: true, 1: false };

function typesOf({ frontmatter, version }: Prompt) {
  const isKnown = DECLARES_NAMES[version];
  return {
    args: frontmatter.args,
    roles: isKnown ? frontmatter.models.map(({ label }) => label) : undefined,
    tools: isKnown ? frontmatter.tools.map(({ alias }) => alias) : undefined,
    description: frontmatter.description,
  };
}

function declaredRanges(file: SourceFile, { frontmatter, places, titleSpan }: Prompt): DeclaredRange[] {
  const key = (name: string): Span => places.keys.get(name) ?? titleSpan;
  const args = file.getInterface("Args");
  const prompt = file.getVariableDeclarationOrThrow("prompt");
  return [
    ...rangesOf(args ?? file.getTypeAliasOrThrow("Args"), key("args")),
    ...(args?.getProperties() ?? []).flatMap((arg, index) =>
      rangesOf(arg, places.args.get(frontmatter.args.args[index]!.name)!),
    ),
    ...rangesOf(file.getTypeAliasOrThrow("Role"), key("models")),
    ...rangesOf(file.getTypeAliasOrThrow("Tool"), key("tools")),
    ...rangesOf(prompt, titleSpan, prompt.getVariableStatementOrThrow()),
  ];
}

/** A declaration without its comment, and its name. */
function rangesOf(declaration: Declared, span: Span, whole: Node = declaration): DeclaredRange[] {
  return [whole, declaration.getNameNode()].map((node) => ({
    start: node.getStart(),
    end: node.getEnd(),
    span,
  }));
}

type Declared = Node & { getNameNode(): Node };

function printArgs(file: SourceFile, { isDefault, args }: Prompt["frontmatter"]["args"]): void {
  const docs = doc("What the prompt takes as its argument.");
  if (isDefault) file.addTypeAlias({ isExported: true, name: "Args", type: "string", docs });
  // An interface without members would take any value.
  else if (args.length === 0)
    file.addTypeAlias({ isExported: true, name: "Args", type: "Record<string, never>", docs });
  else file.addInterface({ isExported: true, name: "Args", docs, properties: args.map(printArg) });
}

const types = { string: "string", boolean: "boolean", integer: "number", number: "number" } as const;

function printArg({ name, type, optional, default: initial, description }: ArgDeclaration) {
  const tags =
    initial === undefined ? [] : [{ tagName: "defaultValue", text: commentText(literal(initial)) }];
  return {
    name: isIdentifier(name) ? name : JSON.stringify(name),
    type: types[type],
    hasQuestionToken: optional || initial !== undefined,
    docs:
      description === undefined && tags.length === 0
        ? []
        : [{ description: commentText(description ?? ""), tags }],
  };
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

function literal(value: string | boolean | number | bigint): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Undefined stands for names that are not known. */
function union(names: readonly string[] | undefined): string {
  if (names === undefined) return "string";
  return names.length === 0 ? "never" : names.map((name) => JSON.stringify(name)).join(" | ");
}

function doc(text: string): OptionalKind<JSDocStructure>[] {
  return [{ description: commentText(text) }];
}

/** A text that cannot end its comment, in which no line is a tag, and which TypeScript and ts-morph read as one comment. */
function commentText(text: string): string {
  return (
    text
      .trim()
      .replaceAll("*/", "*\\/")
      // ts-morph would end the comment before the tags behind it.
      .replaceAll("/*", "/\\*")
      .replace(/^(\s*)@/gm, "$1\\@")
      .replace(/\p{Surrogate}/gu, "\ufffd")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach the comment
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u2028\u2029]/g, " ")
  );
}
