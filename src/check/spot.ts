import type { Chunk, Expression, Statement } from "../parse/lua/tree.ts";

/** A node of a chunk. */
export type LuaNode = Chunk | Statement | Expression;

/** A node and where it stands. */
export interface Spot<Node extends LuaNode = LuaNode> {
  readonly node: Node;
  /** The node around it; undefined for the chunk. */
  readonly up: Spot | undefined;
}

/** Visits every node of a chunk but those without a name or a part in them, the outer ones first; on a list of its own, because trees may be deep. */
export function eachSpot(chunk: Chunk, visit: (spot: Spot) => void): void {
  const open: Spot[] = [{ node: chunk, up: undefined }];
  for (let spot = open.pop(); spot !== undefined; spot = open.pop()) {
    visit(spot);
    for (const node of childrenOf(spot.node)) if (!LEAVES.has(node.kind)) open.push({ node, up: spot });
  }
}

/** The nodes around a spot, from the inside. */
export function* around(spot: Spot): Generator<Spot, void> {
  for (let outer = spot.up; outer !== undefined; outer = outer.up) yield outer;
}

/** True for what runs with the chunk itself, not in a function of it. */
export function isAtTop(spot: Spot): boolean {
  for (const { node } of around(spot)) if (node.kind === "Function") return false;
  return true;
}

const LEAVES: ReadonlySet<LuaNode["kind"]> = new Set([
  "Nil",
  "Boolean",
  "Integer",
  "Float",
  "Vararg",
  "Break",
  "Goto",
  "Label",
]);

type Children = {
  readonly [K in LuaNode["kind"]]: (node: Extract<LuaNode, { kind: K }>) => readonly LuaNode[];
};

const none = () => [];

const CHILDREN: Children = {
  Chunk: ({ body }) => body,
  Local: ({ values }) => values,
  LocalFunction: (node) => [node.function],
  GlobalDeclaration: ({ names, values = [] }) => [...names, ...values],
  GlobalFunction: (node) => [node.name, node.function],
  Assignment: ({ targets, values }) => [...targets, ...values],
  FunctionDeclaration: (node) => [node.target, node.function],
  CallStatement: ({ call }) => [call],
  Do: ({ body }) => body,
  While: ({ condition, body }) => [condition, ...body],
  Repeat: ({ body, condition }) => [...body, condition],
  If: ({ clauses, otherwise = [] }) => [
    ...clauses.flatMap(({ condition, body }) => [condition, ...body]),
    ...otherwise,
  ],
  NumericFor: ({ from, to, step, body }) => [from, to, ...(step ? [step] : []), ...body],
  GenericFor: ({ values, body }) => [...values, ...body],
  Return: ({ values }) => values,
  Break: none,
  Goto: none,
  Label: none,
  Nil: none,
  Boolean: none,
  Integer: none,
  Float: none,
  String: none,
  Vararg: none,
  Function: ({ body }) => body,
  Name: none,
  Index: ({ object, key }) => [object, key],
  Call: (node) => [node.callee, ...node.arguments],
  MethodCall: (node) => [node.object, ...node.arguments],
  Binary: ({ left, right }) => [left, right],
  Logical: ({ left, right }) => [left, right],
  Unary: ({ operand }) => [operand],
  Table: ({ items }) =>
    items.flatMap((item) => (item.kind === "Keyed" ? [item.key, item.value] : [item.value])),
  Parenthesized: ({ expression }) => [expression],
};

function childrenOf(node: LuaNode): readonly LuaNode[] {
  return (CHILDREN[node.kind] as (node: LuaNode) => readonly LuaNode[])(node);
}
