import { join } from "node:path";
import fc from "fast-check";
import typescript from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "../../src/index.ts";
import { hostileNames, hostileText, wellFormed, yaml } from "./hostile-text.ts";
import { promptOf, root, Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

const contractName = fc.oneof(
  fc.constantFrom(...hostileNames.filter((word) => /^[A-Za-z][\w-]{0,63}$/.test(word))),
  fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,12}$/),
);
/** Not one of the names that the language keeps for itself (FMT-27). */
const freeName = contractName.filter(
  (name) =>
    !/^(args|argv|call|compactors|fanout|item|jump|list_from_section|log|messages|models|open|prose|store|sys|tasks|tools|ui|untrusted|user_input|var|assert|error|getmetatable|ipairs|math|next|pairs|pcall|select|setmetatable|string|table|tonumber|tostring|type|xpcall|and|break|do|else|elseif|end|false|for|function|global|goto|if|in|local|nil|not|or|repeat|return|then|true|until|while)$/.test(
      name,
    ),
);

interface Contract {
  readonly description: string;
  readonly args: readonly {
    readonly name: string;
    readonly description: string;
    readonly initial: string | undefined;
  }[];
  readonly roles: readonly string[];
  readonly tools: readonly string[];
}

const contract: fc.Arbitrary<Contract> = fc.record({
  description: hostileText,
  args: fc.uniqueArray(
    fc.record({
      name: contractName,
      description: hostileText,
      initial: fc.option(hostileText, { nil: undefined }),
    }),
    { minLength: 1, maxLength: 4, selector: ({ name }) => name },
  ),
  roles: fc.uniqueArray(freeName, { maxLength: 3 }),
  tools: fc.uniqueArray(freeName, { maxLength: 3 }),
});

function promptText({ description, args, roles, tools }: Contract): string {
  const head = [
    "args:",
    ...args.map(
      (arg) =>
        `  ${arg.name}: { type: string, description: ${yaml(arg.description)}${arg.initial === undefined ? "" : `, default: ${yaml(arg.initial)}`} }`,
    ),
    ...(roles.length > 0 ? ["models:", ...roles.map((role) => `  ${role}: {}`)] : []),
    ...(tools.length > 0
      ? ["tools:", ...tools.map((tool) => `  ${tool}: acme/kit/${tool.toLowerCase()}`)]
      : []),
  ];
  return promptOf("return 1", { head: `${head.join("\n")}\n` }).replace(
    /^description: .*$/m,
    () => `description: ${yaml(description)}`,
  );
}

/** What a declaration says, read by TypeScript's own parser. */
function read(declaration: string) {
  const file = typescript.createSourceFile("x.d.ts", declaration, typescript.ScriptTarget.Latest, true);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly typescript.Diagnostic[] };
  const kinds = file.statements.map((statement) => typescript.SyntaxKind[statement.kind]);
  const members = file.statements
    .filter(typescript.isInterfaceDeclaration)
    .flatMap(({ members: own }) => [...own]);
  const unions = new Map(
    file.statements
      .filter(typescript.isTypeAliasDeclaration)
      .map(({ name, type }) => [name.text, literals(type)]),
  );
  return {
    problems: parseDiagnostics.map(({ messageText }) => messageText),
    kinds,
    args: members.map((member) => ({
      name: (member.name as typescript.Identifier | typescript.StringLiteral).text,
      isOptional: (member as typescript.PropertySignature).questionToken !== undefined,
      hasText: typescript.getJSDocCommentsAndTags(member).length > 0,
    })),
    unions,
  };
}

function literals(type: typescript.TypeNode): string[] {
  const parts = typescript.isUnionTypeNode(type) ? [...type.types] : [type];
  return parts.flatMap((part) =>
    typescript.isLiteralTypeNode(part) && typescript.isStringLiteral(part.literal) ? [part.literal.text] : [],
  );
}

describe("hostile text in a declaration", () => {
  it("leaves it valid TypeScript that says what the contract says, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(contract, async (given) => {
        const { declaration, diagnostics } = await compile(
          { path: "x.prompt.md", text: promptText(given) },
          { types: true },
        );
        expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        const said = read(declaration!);
        expect(said.problems).toEqual([]);
        expect(said.kinds).toEqual([
          "ImportDeclaration",
          "InterfaceDeclaration",
          "TypeAliasDeclaration",
          "TypeAliasDeclaration",
          "FirstStatement",
          "ExportAssignment",
        ]);
        expect(said.args.map(({ name, isOptional }) => ({ name, isOptional }))).toEqual(
          given.args.map(({ name, initial }) => ({ name, isOptional: initial !== undefined })),
        );
        expect(said.unions.get("Role")).toEqual(given.roles);
        expect(said.unions.get("Tool")).toEqual(given.tools);
        expect(wellFormed(declaration!)).toBe(declaration);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it("is written by `pfc build` and holds the types of what is passed to the prompt", async () => {
    const given: Contract = {
      description: "*/ export const injected = 1; /* `\u0024{x}` </script> \u2028 @ts-ignore\n@ts-nocheck",
      args: ["constructor", "hasOwnProperty", "class", "await", "to-do", "toString"].map((name, at) => ({
        name,
        description: `*/ ${name}: never; /*\n@deprecated`,
        initial: at % 2 === 0 ? undefined : `*/ "\u2029`,
      })),
      roles: ["constructor", "await"],
      tools: ["default", "to-do"],
    };
    workplace.write("x.prompt.md", promptText(given));
    const built = await workplace.pfc("build", "x.prompt.md", "--out", ".");
    expect(built).toMatchObject({ status: 0, stderr: expect.not.stringMatching(/^error/m) });
    workplace.write(
      "use.ts",
      `import prompt, { type Args, type Role, type Tool } from "./x.prompt.js";
import type { Model, SlotTool } from "promptforge-runtime";
const all: Args = { constructor: "a", class: "b", "to-do": "c", hasOwnProperty: "d", await: "e", toString: "f" };
const role: Role[] = ["constructor", "await"];
const tool: Tool[] = ["default", "to-do"];
declare const model: Model;
declare const find: SlotTool;
void prompt.run(all, { models: { constructor: model, await: model }, tools: { default: find, "to-do": find } });
void [role, tool];
// @ts-expect-error: a role has no model; that every object has a constructor does not count
void prompt.run(all, { models: { await: model } });
// @ts-expect-error: there is no such slot
void prompt.run(all, { model, tools: { toString: find } });
// @ts-expect-error: a number is none of its arguments' types
void prompt.run({ ...all, class: 1 }, { model });
// @ts-expect-error: there is no such role
const wrong: Role = "prototype";
void wrong;
`,
    );
    const program = typescript.createProgram([workplace.path("use.ts")], {
      noEmit: true,
      strict: true,
      target: typescript.ScriptTarget.ES2022,
      module: typescript.ModuleKind.NodeNext,
      moduleResolution: typescript.ModuleResolutionKind.NodeNext,
      types: [],
      paths: { "promptforge-runtime": [join(root, "runtime/index.ts")] },
      allowImportingTsExtensions: true,
      skipLibCheck: false,
    });
    const own = typescript
      .getPreEmitDiagnostics(program)
      .filter(({ file }) => file === undefined || file.fileName.startsWith(workplace.folder));
    expect(own.map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, "\n"))).toEqual(
      [],
    );
  }, 120_000);
});
