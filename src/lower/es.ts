import type * as ES from "estree";

/**
 * Constructors of ES nodes. Texts of the prompt enter code only through `text`, which escapes what could end a
 * string, a script or a line, and through identifiers made by names.ts.
 */
export type Expression = ES.Expression;
export type Statement = ES.Statement;
export type Location = ES.SourceLocation;

/** A list as a node has it. The node takes it over: whoever made it leaves it alone. */
type Mutable<List extends readonly unknown[]> = List[number][];

/** A name. */
export const id = (name: string, loc?: Location): ES.Identifier => ({ type: "Identifier", name, loc });

/** A UTF-16 text, lone surrogates included. */
export const text = (value: string): ES.Literal => ({ type: "Literal", value, raw: quoted(value) });

/** A number; -0 and negative numbers are printed so that they stay what they are in any place. */
export function number(value: number): Expression {
  if (value < 0 || Object.is(value, -0)) return unary("-", number(-value));
  if (Number.isNaN(value)) return id("NaN");
  return value === Infinity ? id("Infinity") : { type: "Literal", value, raw: String(value) };
}

/** `12n` */
export function bigint(value: bigint): Expression {
  if (value < 0n) return unary("-", bigint(-value));
  return { type: "Literal", value, bigint: String(value), raw: `${value}n` };
}

/** `true` or `false` */
export const boolean = (value: boolean): ES.Literal => ({ type: "Literal", value, raw: String(value) });

/** A pure `undefined`. */
export const nil = (): Expression => unary("void", number(0));

/** `callee(…)`, with the place that a source map gives it. */
export const call = (
  callee: Expression,
  args: readonly (Expression | ES.SpreadElement)[],
  loc?: Location,
): Expression => {
  if (loc !== undefined) callee.loc = loc;
  return { type: "CallExpression", callee, arguments: args as Mutable<typeof args>, optional: false, loc };
};

/** `new Callee(…)` */
export const construct = (callee: Expression, args: readonly Expression[]): Expression => ({
  type: "NewExpression",
  callee,
  arguments: args as Mutable<typeof args>,
});

/** `object.name`, or `object["a-b"]` for what is no identifier. */
export const member = (object: Expression, name: string): ES.MemberExpression => {
  const computed = !isIdentifier(name);
  const property = computed ? text(name) : id(name);
  return { type: "MemberExpression", object, property, computed, optional: false };
};

/** `object[index]` */
export const element = (object: Expression, index: Expression): ES.MemberExpression => ({
  type: "MemberExpression",
  object,
  property: index,
  computed: true,
  optional: false,
});

/** `left = right`, or with another operator of assignment. */
export const assign = (
  left: ES.Identifier | ES.MemberExpression,
  right: Expression,
  operator: ES.AssignmentOperator = "=",
): Expression => ({ type: "AssignmentExpression", operator, left, right });

/** `a, b, c`; nested sequences are flattened, so the last element is always the value. */
export function sequence(...expressions: readonly Expression[]): Expression {
  const [only] = expressions;
  if (expressions.length === 1) return only!;
  if (!expressions.some(({ type }) => type === "SequenceExpression"))
    return { type: "SequenceExpression", expressions: expressions as Mutable<typeof expressions> };
  const flat: Expression[] = [];
  for (const expression of expressions) {
    if (expression.type === "SequenceExpression") flat.push(...expression.expressions);
    else flat.push(expression);
  }
  return { type: "SequenceExpression", expressions: flat };
}

/** `a, b, $1 = c` for `$1` and `(a, b, c)`. */
export function assigned(left: ES.Identifier, right: Expression): Expression[] {
  if (right.type !== "SequenceExpression") return [assign(left, right)];
  return [...right.expressions.slice(0, -1), assign(left, right.expressions[right.expressions.length - 1]!)];
}

/** `test ? consequent : alternate` */
export const conditional = (test: Expression, consequent: Expression, alternate: Expression): Expression => ({
  type: "ConditionalExpression",
  test,
  consequent,
  alternate,
});

/** `left + right` and its like. */
export const binary = (operator: ES.BinaryOperator, left: Expression, right: Expression): Expression => ({
  type: "BinaryExpression",
  operator,
  left,
  right,
});

/** `a && b && c`, from the left. */
export const logical = (operator: "&&" | "||" | "??", ...operands: readonly Expression[]): Expression =>
  operands.reduce((left, right) => ({ type: "LogicalExpression", operator, left, right }));

/** `-argument` and its like. */
export const unary = (operator: ES.UnaryOperator, argument: Expression): Expression => ({
  type: "UnaryExpression",
  operator,
  prefix: true,
  argument,
});

/** `++name` or `name++` */
export const update = (
  operator: "++" | "--",
  argument: ES.Identifier | ES.MemberExpression,
  prefix: boolean,
): Expression => ({
  type: "UpdateExpression",
  operator,
  prefix,
  argument,
});

/** `...argument` */
export const spread = (argument: Expression): ES.SpreadElement => ({ type: "SpreadElement", argument });

/** `[a, ...b]` */
export const array = (elements: readonly (Expression | ES.SpreadElement)[]): Expression => ({
  type: "ArrayExpression",
  elements: elements as Mutable<typeof elements>,
});

/** An object literal; `__proto__` and every other key is an own property. */
export const object = (properties: readonly (readonly [key: string, value: Expression])[]): Expression => ({
  type: "ObjectExpression",
  properties: properties.map(([key, value]) => ({
    type: "Property",
    kind: "init",
    key: isIdentifier(key) && key !== "__proto__" ? id(key) : text(key),
    computed: key === "__proto__",
    method: value.type === "FunctionExpression",
    shorthand: false,
    value,
  })),
});

/** `yield* steps` */
export const delegate = (argument: Expression): Expression => ({
  type: "YieldExpression",
  delegate: true,
  argument,
});

/** `(…) => body` */
export const arrow = (params: readonly ES.Pattern[], body: ES.BlockStatement | Expression): Expression => ({
  type: "ArrowFunctionExpression",
  params: params as Mutable<typeof params>,
  body,
  expression: body.type !== "BlockStatement",
  async: false,
});

/** `function* (…) { … }` */
export const generator = (
  params: readonly ES.Pattern[],
  body: readonly Statement[],
): ES.FunctionExpression => ({ ...functionExpression(params, body), generator: true });

/** `function (…) { … }`, with a name that its own body knows it by if that is given. */
export const functionExpression = (
  params: readonly ES.Pattern[],
  body: readonly Statement[],
  name?: string,
): ES.FunctionExpression => ({
  type: "FunctionExpression",
  id: name === undefined ? null : id(name),
  params: params as Mutable<typeof params>,
  body: block(body),
  generator: false,
  async: false,
});

/** `function name(…) { … }` */
export const functionDeclaration = (
  name: string,
  params: readonly ES.Pattern[],
  body: readonly Statement[],
  isGenerator = false,
): ES.FunctionDeclaration => ({
  type: "FunctionDeclaration",
  id: id(name),
  params: params as Mutable<typeof params>,
  body: block(body),
  generator: isGenerator,
  async: false,
});

/** `...name` as the last parameter. */
export const rest = (name: string): ES.RestElement => ({ type: "RestElement", argument: id(name) });

/** `{ … }` */
export const block = (body: readonly Statement[]): ES.BlockStatement => ({
  type: "BlockStatement",
  body: body as Mutable<typeof body>,
});

/** An expression as a statement. */
export const evaluate = (expression: Expression): Statement => ({ type: "ExpressionStatement", expression });

/** `let a = 1, b;` or `const a = 1;` */
export const declare = (
  kind: "let" | "const",
  declarations: readonly (readonly [name: string, value: Expression | undefined])[],
): ES.VariableDeclaration => ({
  type: "VariableDeclaration",
  kind,
  declarations: declarations.map(([name, value]) => ({
    type: "VariableDeclarator",
    id: id(name),
    init: value ?? null,
  })),
});

/** `return argument;` */
export const returns = (argument: Expression | undefined, loc?: Location): Statement => ({
  type: "ReturnStatement",
  argument: argument ?? null,
  loc,
});

/** `throw argument;` */
export const throws = (argument: Expression): Statement => ({ type: "ThrowStatement", argument });

/** `if (test) … else …` */
export const when = (test: Expression, consequent: Statement, alternate?: Statement): Statement => ({
  type: "IfStatement",
  test,
  consequent,
  alternate: alternate ?? null,
});

/** `for (;;) { … }`, with any of its parts. */
export const loop = (
  body: readonly Statement[],
  parts: { init?: ES.VariableDeclaration; test?: Expression; update?: Expression } = {},
): Statement => ({
  type: "ForStatement",
  init: parts.init ?? null,
  test: parts.test ?? null,
  update: parts.update ?? null,
  body: block(body),
});

/** `name: …` */
export const labeled = (name: string, body: Statement): Statement => ({
  type: "LabeledStatement",
  label: id(name),
  body,
});

/** `break label;` */
export const breaks = (label?: string): Statement => ({
  type: "BreakStatement",
  label: label === undefined ? null : id(label),
});

/** `continue label;` */
export const continues = (label?: string): Statement => ({
  type: "ContinueStatement",
  label: label === undefined ? null : id(label),
});

/** `try { … } catch (caught) { … } finally { … }`, with either or both of the last two. */
export const attempt = (
  body: readonly Statement[],
  caught: string | undefined,
  handler: readonly Statement[],
  finalizer?: readonly Statement[],
): Statement => ({
  type: "TryStatement",
  block: block(body),
  handler: caught === undefined ? null : { type: "CatchClause", param: id(caught), body: block(handler) },
  finalizer: finalizer === undefined ? null : block(finalizer),
});

/** True when evaluating the expression twice, or in another place of the same statement, changes nothing. */
export function isSimple(expression: Expression): boolean {
  return (
    expression.type === "Identifier" ||
    expression.type === "Literal" ||
    (expression.type === "UnaryExpression" && expression.argument.type === "Literal")
  );
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name);
}

/** A string literal that is safe in any script: no line separators, no lone surrogates, no end of a script element. */
function quoted(value: string): string {
  if (PLAIN.test(value)) return `"${value}"`;
  return JSON.stringify(value)
    .replace(/[\u007f-\u00ff]/g, (c) => `\\x${c.charCodeAt(0).toString(16)}`)
    .replace(/[\u2028\u2029\ufeff]/g, (c) => `\\u${c.charCodeAt(0).toString(16)}`)
    .replace(/<(?=[/!])/g, "\\x3C")
    .replace(/-->/g, "--\\x3E");
}

/** What stands in a literal as it is. */
const PLAIN = /^[ !#-;=?-[\]-~]*$/;
