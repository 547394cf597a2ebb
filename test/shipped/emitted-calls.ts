import typescript from "typescript";

/** A call in the emitted code of a fence. */
export interface EmittedCall {
  /** The function that is called, as far as it has a name; a method with its dot. */
  readonly callee: string;
  /** Where a JavaScript stack says that it is: 1-based line, 0-based column. */
  readonly line: number;
  readonly column: number;
  /** The line of the prompt file that the site register stands for when the call happens; undefined where the code does not fix it. */
  readonly siteLine: number | undefined;
  /** The lines of the prompt file that the fence spans. */
  readonly fence: readonly [first: number, last: number];
  /** The call as text, for messages. */
  readonly text: string;
}

/** Every call in the chunk functions of an emitted module, in order. */
export function emittedCalls(code: string, prompt: string): EmittedCall[] {
  const file = typescript.createSourceFile("x.js", code, typescript.ScriptTarget.Latest, true);
  const regions = new Map<string, Region>();
  const calls: EmittedCall[] = [];
  for (const statement of file.statements) {
    for (const [name, region] of regionOf(statement)) regions.set(name, region);
    if (typescript.isFunctionDeclaration(statement) && statement.asteriskToken !== undefined) {
      const region = [...regions].find(([name]) => namesIn(statement).has(name));
      if (region !== undefined) calls.push(...new Reader(file, region[1], prompt).callsIn(statement));
    }
  }
  return calls;
}

interface Region {
  readonly line: number;
  /** The line of each site in the fence, 1-based; site ids count from 1. */
  readonly sites: readonly number[];
}

/** `const region$12 = new Region("label", 12, "1\tgx\n…")` */
function regionOf(statement: typescript.Statement): [string, Region][] {
  if (!typescript.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }): [string, Region][] => {
    if (initializer === undefined || !typescript.isNewExpression(initializer)) return [];
    if (initializer.expression.getText() !== "Region") return [];
    const [, line, entries] = initializer.arguments!;
    let at = 0;
    const lines = (entries as typescript.StringLiteral).text.split("\n").map((site) => {
      at += Number.parseInt(site, 10);
      return at;
    });
    return [[name.getText(), { line: Number(line!.getText()), sites: lines }]];
  });
}

function namesIn(node: typescript.Node): Set<string> {
  const names = new Set<string>();
  const visit = (inner: typescript.Node): void => {
    if (typescript.isIdentifier(inner)) names.add(inner.text);
    inner.forEachChild(visit);
  };
  visit(node);
  return names;
}

/** Follows the site register through the expressions of one chunk. */
class Reader {
  readonly #file: typescript.SourceFile;
  readonly #region: Region;
  readonly #fence: readonly [number, number];
  readonly #calls: EmittedCall[] = [];
  /** The sites that the register may hold; undefined: any. */
  #sites: ReadonlySet<number> | undefined;

  constructor(file: typescript.SourceFile, region: Region, prompt: string) {
    this.#file = file;
    this.#region = region;
    const lines = prompt.split("\n");
    this.#fence = [region.line, lines.indexOf("```", region.line - 1) + 1];
  }

  callsIn(node: typescript.Node): EmittedCall[] {
    node.forEachChild((child) => this.#visit(child));
    return this.#calls;
  }

  #visit(node: typescript.Node): void {
    if (typescript.isFunctionLike(node)) {
      const outside = this.#sites;
      this.#sites = undefined;
      node.forEachChild((child) => this.#visit(child));
      this.#sites = outside;
    } else if (typescript.isStatement(node)) {
      this.#sites = undefined;
      node.forEachChild((child) => this.#visit(child));
      this.#sites = undefined;
    } else if (typescript.isConditionalExpression(node)) {
      this.#visit(node.condition);
      this.#either(
        () => this.#visit(node.whenTrue),
        () => this.#visit(node.whenFalse),
      );
    } else if (typescript.isBinaryExpression(node) && isShort(node)) {
      this.#visit(node.left);
      this.#either(
        () => this.#visit(node.right),
        () => undefined,
      );
    } else {
      node.forEachChild((child) => this.#visit(child));
      if (isMove(node)) this.#sites = new Set([Number(node.right.getText())]);
      if (typescript.isCallExpression(node)) this.#calls.push(this.#call(node));
    }
  }

  #either(one: () => void, other: () => void): void {
    const before = this.#sites;
    one();
    const after = this.#sites;
    this.#sites = before;
    other();
    this.#sites = after && this.#sites && new Set([...after, ...this.#sites]);
  }

  #call(node: typescript.CallExpression): EmittedCall {
    const { expression } = node;
    const named = typescript.isPropertyAccessExpression(expression) ? expression.name : expression;
    const isNamed = typescript.isIdentifier(named);
    // V8 gives the position of the last name before the arguments, or else of their parenthesis.
    const offset = isNamed ? named.getStart() : this.#file.text.indexOf("(", expression.getEnd());
    const { line, character } = this.#file.getLineAndCharacterOfPosition(offset);
    const sites = [...(this.#sites ?? [])].map(
      (site) => this.#region.line + (this.#region.sites[site - 1] ?? 0) - 1,
    );
    return {
      callee: isNamed ? `${named === expression ? "" : "."}${named.text}` : "(…)",
      line: line + 1,
      column: character,
      siteLine: new Set(sites).size === 1 && !this.#sites!.has(0) ? sites[0] : undefined,
      fence: this.#fence,
      text: node.getText().replace(/\s+/g, " ").slice(0, 100),
    };
  }
}

function isShort({ operatorToken: { kind } }: typescript.BinaryExpression): boolean {
  return (
    kind === typescript.SyntaxKind.AmpersandAmpersandToken ||
    kind === typescript.SyntaxKind.BarBarToken ||
    kind === typescript.SyntaxKind.QuestionQuestionToken
  );
}

/** `site = 3` */
function isMove(node: typescript.Node): node is typescript.BinaryExpression {
  return (
    typescript.isBinaryExpression(node) &&
    node.left.getText() === "site" &&
    typescript.isNumericLiteral(node.right)
  );
}
