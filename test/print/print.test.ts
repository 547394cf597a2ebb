import type * as ES from "estree";
import fc from "fast-check";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { print } from "../../src/print/print.ts";
import { Source } from "../../src/source.ts";

const source = new Source("p.prompt.md", "");

const name: fc.Arbitrary<ES.Expression> = fc
  .constantFrom("a", "b", "c")
  .map((text) => ({ type: "Identifier", name: text }));
const literal: fc.Arbitrary<ES.Expression> = fc
  .constantFrom("1", "2.5", '"x"', "null", "true", "1e300")
  .map((raw) => ({ type: "Literal", value: JSON.parse(raw), raw }));

/** Trees of every kind of expression that lowering makes, in every place where one may stand. */
const { expression } = fc.letrec<{ expression: ES.Expression; place: ES.Expression }>((tie) => {
  const operand = tie("expression");
  const place = tie("place");
  const list = fc.array(operand, { maxLength: 2 });
  const returning = operand.map(
    (argument): ES.BlockStatement => ({
      type: "BlockStatement",
      body: [{ type: "ReturnStatement", argument }],
    }),
  );
  const made = <Type extends ES.Expression["type"]>(
    type: Type,
    parts: {
      [Part in Exclude<keyof Extract<ES.Expression, { type: Type }>, "type">]?: fc.Arbitrary<unknown>;
    },
  ) => fc.record({ type: fc.constant(type), ...parts }) as unknown as fc.Arbitrary<ES.Expression>;
  const member = made("MemberExpression", {
    object: operand,
    property: name,
    computed: fc.boolean(),
    optional: fc.constant(false),
  });
  const params = fc.array(name, { maxLength: 1 });
  return {
    place: fc.oneof({ maxDepth: 4 }, name, member),
    expression: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      name,
      literal,
      made("ThisExpression", {}),
      member,
      made("ArrayExpression", { elements: list }),
      made("ObjectExpression", {
        properties: fc.array(
          fc.record({
            type: fc.constant("Property"),
            kind: fc.constant("init"),
            key: name,
            value: operand,
            computed: fc.boolean(),
            method: fc.constant(false),
            shorthand: fc.constant(false),
          }),
          { maxLength: 2 },
        ),
      }),
      made("UnaryExpression", {
        operator: fc.constantFrom("-", "+", "!", "~", "typeof", "void"),
        argument: operand,
      }),
      made("UpdateExpression", {
        operator: fc.constantFrom("++", "--"),
        prefix: fc.boolean(),
        argument: place,
      }),
      made("BinaryExpression", {
        operator: fc.constantFrom(
          "+",
          "-",
          "*",
          "/",
          "%",
          "**",
          "<",
          ">=",
          "===",
          "!==",
          "|",
          "&",
          "^",
          "<<",
          ">>>",
        ),
        left: operand,
        right: operand,
      }),
      made("LogicalExpression", {
        operator: fc.constantFrom("&&", "||", "??"),
        left: operand,
        right: operand,
      }),
      made("ConditionalExpression", { test: operand, consequent: operand, alternate: operand }),
      made("AssignmentExpression", { operator: fc.constantFrom("=", "+="), left: place, right: operand }),
      made("SequenceExpression", { expressions: fc.array(operand, { minLength: 2, maxLength: 3 }) }),
      made("CallExpression", { callee: operand, arguments: list, optional: fc.constant(false) }),
      made("NewExpression", { callee: operand, arguments: list }),
      made("YieldExpression", { delegate: fc.constant(false), argument: operand }),
      made("YieldExpression", { delegate: fc.constant(true), argument: operand }),
      made("ArrowFunctionExpression", { params, body: fc.oneof(operand, returning) }),
      made("FunctionExpression", { params, body: returning, generator: fc.constant(true) }),
    ),
  };
});

/** A generator function whose body is one statement: `yield` may stand anywhere in it, and in no arrow function. */
const moduleOf = (statement: ES.Statement): ES.Program => ({
  type: "Program",
  sourceType: "module",
  body: [
    {
      type: "FunctionDeclaration",
      id: { type: "Identifier", name: "f" },
      params: [],
      generator: true,
      body: { type: "BlockStatement", body: [statement] },
    },
  ],
});

/** What an expression means, in a form that two parsers agree upon: its kinds, its operators, its names and their order. */
function shape(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shape);
  if (typeof node !== "object" || node === null) return node;
  const { type, ...parts } = node as Record<string, unknown>;
  if (type === "ParenthesizedExpression") return shape(parts["expression"]);
  if (type === "Literal") return String(parts["value"]);
  const names = [
    "name",
    "operator",
    "prefix",
    "computed",
    "delegate",
    "generator",
    "id",
    "params",
    "body",
    "left",
    "right",
  ];
  const more = [
    "test",
    "consequent",
    "alternate",
    "object",
    "property",
    "properties",
    "key",
    "value",
    "elements",
  ];
  const last = ["argument", "arguments", "callee", "expressions", "expression"];
  const kept = [...names, ...more, ...last].filter(
    (part) => parts[part] !== undefined && parts[part] !== null,
  );
  const meant = kept.filter((part) => !(part === "expression" && typeof parts[part] === "boolean"));
  const own = meant.filter(
    (part) => !(part === "prefix" && type === "UnaryExpression") && parts[part] !== false,
  );
  return [type, ...own.map((part) => [part, shape(parts[part])])];
}

/** No `yield` in an arrow function, which has none. */
function isLegal(node: unknown, inArrow = false): boolean {
  if (typeof node !== "object" || node === null) return true;
  const { type } = node as { type?: string };
  if (type === "YieldExpression" && inArrow) return false;
  const within = type === "ArrowFunctionExpression" || (inArrow && type !== "FunctionExpression");
  return Object.values(node).every((part) => isLegal(part, within));
}

describe("expressions", () => {
  it.each([
    [
      "a statement",
      (expression: ES.Expression): ES.Statement => ({ type: "ExpressionStatement", expression }),
    ],
    ["a result", (argument: ES.Expression): ES.Statement => ({ type: "ReturnStatement", argument })],
  ])("as %s are read as what they are (ECMAScript 2025 §13)", (_, statementOf) => {
    fc.assert(
      fc.property(
        expression.filter((tree) => isLegal(tree)),
        (tree) => {
          const statement = statementOf(tree);
          const { code } = print({ program: moduleOf(statement) } as never, source);
          expect(shape(parseAst(code).body), code).toEqual(shape(moduleOf(statement).body));
        },
      ),
      { numRuns: 4000 },
    );
  });
});

describe("statements", () => {
  const block = (body: ES.Statement[]): ES.BlockStatement => ({ type: "BlockStatement", body });
  const { statement } = fc.letrec<{ statement: ES.Statement }>((tie) => ({
    statement: fc.oneof(
      { maxDepth: 5, depthSize: "medium" },
      fc.constant<ES.Statement>({ type: "ReturnStatement", argument: { type: "Identifier", name: "a" } }),
      fc.record({
        type: fc.constant("IfStatement" as const),
        test: name,
        consequent: tie("statement"),
        alternate: fc.option(tie("statement")),
      }),
      fc.record({ type: fc.constant("ForStatement" as const), test: name, body: tie("statement") }),
      fc.array(tie("statement"), { maxLength: 2 }).map(block),
    ) as fc.Arbitrary<ES.Statement>,
  }));

  /** Statements without the braces that hold one of them alone: those that the printer adds change nothing. */
  function unbraced(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(unbraced);
    if (typeof node !== "object" || node === null) return node;
    const { type, body } = node as { type?: string; body?: unknown[] };
    if (type === "BlockStatement" && body?.length === 1) return unbraced(body[0]);
    return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, unbraced(part)]));
  }

  it("each `else` belongs to its own `if` (ECMAScript 2025 §14.6)", () => {
    fc.assert(
      fc.property(statement, (tree) => {
        const { code } = print({ program: moduleOf(tree) } as never, source);
        expect(shape(unbraced(parseAst(code).body)), code).toEqual(shape(unbraced(moduleOf(tree).body)));
      }),
      { numRuns: 2000 },
    );
  });
});
