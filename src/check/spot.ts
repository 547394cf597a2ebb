import type { Chunk, Expression, Statement } from "../parse/lua/tree.ts";

/** A node of a chunk. */
export type LuaNode = Chunk | Statement | Expression;

/** A node and where it stands. */
export interface Spot<Node extends LuaNode = LuaNode> {
  readonly node: Node;
  /** The node around it; undefined for the one that was visited first, as a rule the chunk. */
  readonly up: Spot | undefined;
}

/** Visits a node and every node in it but those without a name or a part in them, the outer ones first; on a list of its own, because trees may be deep. */
export function eachSpot(root: LuaNode, visit: (spot: Spot) => void): void {
  const open = new Openings();
  open.one(root);
  for (let spot = open.next(); spot !== undefined; spot = open.next()) {
    visit(spot);
    (OPENERS[spot.node.kind] as (node: LuaNode, open: Openings) => void)(spot.node, open);
  }
}

/** The spots that are still to be visited, the last one first. */
class Openings {
  readonly #spots: Spot[] = [];
  #up: Spot | undefined;

  /** What is opened next is part of it. */
  next(): Spot | undefined {
    this.#up = this.#spots.pop();
    return this.#up;
  }

  one(node: LuaNode): void {
    if (!LEAVES.has(node.kind)) this.#spots.push({ node, up: this.#up });
  }

  all(nodes: readonly LuaNode[]): void {
    for (const node of nodes) this.one(node);
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

type Openers = {
  readonly [K in LuaNode["kind"]]: (node: Extract<LuaNode, { kind: K }>, open: Openings) => void;
};

const none = () => {};

/** Opens the parts of each kind of node. */
const OPENERS: Openers = {
  Chunk: ({ body }, open) => open.all(body),
  Local: ({ values }, open) => open.all(values),
  LocalFunction: (node, open) => open.one(node.function),
  GlobalDeclaration: ({ names, values }, open) => {
    open.all(names);
    if (values) open.all(values);
  },
  GlobalFunction: (node, open) => {
    open.one(node.name);
    open.one(node.function);
  },
  Assignment: ({ targets, values }, open) => {
    open.all(targets);
    open.all(values);
  },
  FunctionDeclaration: (node, open) => {
    open.one(node.target);
    open.one(node.function);
  },
  CallStatement: ({ call }, open) => open.one(call),
  Do: ({ body }, open) => open.all(body),
  While: ({ condition, body }, open) => {
    open.one(condition);
    open.all(body);
  },
  Repeat: ({ body, condition }, open) => {
    open.all(body);
    open.one(condition);
  },
  If: ({ clauses, otherwise }, open) => {
    for (const { condition, body } of clauses) {
      open.one(condition);
      open.all(body);
    }
    if (otherwise) open.all(otherwise);
  },
  NumericFor: ({ from, to, step, body }, open) => {
    open.one(from);
    open.one(to);
    if (step) open.one(step);
    open.all(body);
  },
  GenericFor: ({ values, body }, open) => {
    open.all(values);
    open.all(body);
  },
  Return: ({ values }, open) => open.all(values),
  Break: none,
  Goto: none,
  Label: none,
  Nil: none,
  Boolean: none,
  Integer: none,
  Float: none,
  String: none,
  Vararg: none,
  Function: ({ body }, open) => open.all(body),
  Name: none,
  Index: ({ object, key }, open) => {
    open.one(object);
    open.one(key);
  },
  Call: (node, open) => {
    open.one(node.callee);
    open.all(node.arguments);
  },
  MethodCall: (node, open) => {
    open.one(node.object);
    open.all(node.arguments);
  },
  Binary: ({ left, right }, open) => {
    open.one(left);
    open.one(right);
  },
  Logical: ({ left, right }, open) => {
    open.one(left);
    open.one(right);
  },
  Unary: ({ operand }, open) => open.one(operand),
  Table: ({ items }, open) => {
    for (const item of items) {
      if (item.kind === "Keyed") open.one(item.key);
      open.one(item.value);
    }
  },
  Parenthesized: ({ expression }, open) => open.one(expression),
};
