/**
 * The Lua tree. Offsets are byte offsets into the region's source (one JS character per UTF-8 byte).
 * Every name is already resolved: `Name.variable` is the local it refers to, or undefined for a global
 * (`_ENV.name`; when a local or parameter named `_ENV` is in scope, `Name.environment` is that variable).
 */
export interface Node {
  readonly start: number;
  readonly end: number;
}

/** One declared local: parameter, `local`, loop variable, `local function`, vararg table or `self`. */
export interface Variable {
  readonly name: string;
  /** `const`: never assigned after its declaration; `close`: to-be-closed; `loop`: read-only control variable (5.5). */
  readonly attribute: "const" | "close" | "loop" | "vararg" | undefined;
  /** Offset of the declared name; for `self` that of the method's name. */
  readonly start: number;
  /** The function (or chunk) that declares it. */
  readonly owner: FunctionBody;
}

/** The parts that a chunk and a function share. */
export interface FunctionBody extends Node {
  readonly parameters: readonly Variable[];
  /** True when the function takes `...`; chunks always do. */
  readonly vararg: boolean;
  /** The read-only local of a named vararg table (`...t`, Lua 5.5). */
  readonly varargTable: Variable | undefined;
  readonly body: Block;
}

export interface Chunk extends FunctionBody {
  readonly kind: "Chunk";
}

export type Block = readonly Statement[];

export interface Local extends Node {
  readonly kind: "Local";
  readonly variables: readonly Variable[];
  readonly values: readonly Expression[];
}
export interface LocalFunction extends Node {
  readonly kind: "LocalFunction";
  readonly variable: Variable;
  readonly function: FunctionExpression;
}
/** `global a, b <const> = …` (5.5). `values` is undefined without an initializer; `global *` lowers to nothing and is not in the tree. */
export interface GlobalDeclaration extends Node {
  readonly kind: "GlobalDeclaration";
  readonly names: readonly Name[];
  readonly values: readonly Expression[] | undefined;
}
/** `global function f() end` (5.5). */
export interface GlobalFunction extends Node {
  readonly kind: "GlobalFunction";
  readonly name: Name;
  readonly function: FunctionExpression;
}
export interface Assignment extends Node {
  readonly kind: "Assignment";
  readonly targets: readonly (Name | Index)[];
  readonly values: readonly Expression[];
}
/** `function a.b.c() end`, `function a:m() end` (the function then has `self` as first parameter). */
export interface FunctionDeclaration extends Node {
  readonly kind: "FunctionDeclaration";
  readonly target: Name | Index;
  readonly function: FunctionExpression;
}
export interface CallStatement extends Node {
  readonly kind: "CallStatement";
  readonly call: Call | MethodCall;
}
export interface Do extends Node {
  readonly kind: "Do";
  readonly body: Block;
}
export interface While extends Node {
  readonly kind: "While";
  readonly condition: Expression;
  readonly body: Block;
}
/** The condition sees the body's locals. */
export interface Repeat extends Node {
  readonly kind: "Repeat";
  readonly body: Block;
  readonly condition: Expression;
}
export interface If extends Node {
  readonly kind: "If";
  readonly clauses: readonly { readonly condition: Expression; readonly body: Block }[];
  readonly otherwise: Block | undefined;
}
export interface NumericFor extends Node {
  readonly kind: "NumericFor";
  readonly variable: Variable;
  readonly from: Expression;
  readonly to: Expression;
  readonly step: Expression | undefined;
  /** Where an error of the bounds is reported: the `do`. */
  readonly position: number;
  readonly body: Block;
}
export interface GenericFor extends Node {
  readonly kind: "GenericFor";
  readonly variables: readonly Variable[];
  readonly values: readonly Expression[];
  /** Where an error of the iterator is reported: the token after `in`. */
  readonly position: number;
  /** Where an error of a value that cannot be closed is reported: the `do`. */
  readonly doPosition: number;
  readonly body: Block;
}
export interface Return extends Node {
  readonly kind: "Return";
  readonly values: readonly Expression[];
}
export interface Break extends Node {
  readonly kind: "Break";
}
/** The label a goto jumps to is found by the front end: the goto is legal and `label` is its target. */
export interface Goto extends Node {
  readonly kind: "Goto";
  readonly label: Label;
}
export interface Label extends Node {
  readonly kind: "Label";
  readonly name: string;
}

export type Statement =
  | Local
  | LocalFunction
  | GlobalDeclaration
  | GlobalFunction
  | Assignment
  | FunctionDeclaration
  | CallStatement
  | Do
  | While
  | Repeat
  | If
  | NumericFor
  | GenericFor
  | Return
  | Break
  | Goto
  | Label;

export interface Nil extends Node {
  readonly kind: "Nil";
}
export interface Boolean extends Node {
  readonly kind: "Boolean";
  readonly value: boolean;
}
/** A 64-bit integer literal, already wrapped: a number in the safe range, a bigint beyond. */
export interface Integer extends Node {
  readonly kind: "Integer";
  readonly value: number | bigint;
}
export interface Float extends Node {
  readonly kind: "Float";
  readonly value: number;
}
/** `value` has one character per byte. */
export interface String extends Node {
  readonly kind: "String";
  readonly value: string;
}
export interface Vararg extends Node {
  readonly kind: "Vararg";
}
export interface FunctionExpression extends FunctionBody {
  readonly kind: "Function";
}
export interface Name extends Node {
  readonly kind: "Name";
  readonly name: string;
  /** Undefined for a global, and for the name `_ENV` where it is the chunk's own. */
  readonly variable: Variable | undefined;
  /** For a global: the local `_ENV` in scope, if the program declares one. */
  readonly environment: Variable | undefined;
  /** Where an error of reading a global is reported: the last token that C Lua consumes before it reads. */
  readonly position: number;
}
export interface Index extends Node {
  readonly kind: "Index";
  readonly object: Expression;
  readonly key: Expression;
  /** Where an error of the access is reported: the last token that C Lua consumes before it reads. */
  readonly position: number;
}
export interface Call extends Node {
  readonly kind: "Call";
  readonly callee: Expression;
  readonly arguments: readonly Expression[];
  /** Where an error of the call is reported: its `(`, string or table token (Lua 5.4/5.5 `funcargs`). */
  readonly position: number;
}
export interface MethodCall extends Node {
  readonly kind: "MethodCall";
  readonly object: Expression;
  readonly name: string;
  readonly arguments: readonly Expression[];
  readonly position: number;
  /** Where an error of reading the method is reported: its name. */
  readonly namePosition: number;
}
export type BinaryOperator =
  | "+"
  | "-"
  | "*"
  | "/"
  | "//"
  | "%"
  | "^"
  | "&"
  | "|"
  | "~"
  | "<<"
  | ">>"
  | ".."
  | "=="
  | "~="
  | "<"
  | "<="
  | ">"
  | ">=";
export interface Binary extends Node {
  readonly kind: "Binary";
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
  /** Where an error is reported: the operator token. */
  readonly position: number;
}
export interface Logical extends Node {
  readonly kind: "Logical";
  /** The operator token. */
  readonly position: number;
  readonly operator: "and" | "or";
  readonly left: Expression;
  readonly right: Expression;
}
export interface Unary extends Node {
  readonly kind: "Unary";
  readonly operator: "-" | "not" | "#" | "~";
  readonly operand: Expression;
  readonly position: number;
}
export type TableItem =
  | (Node & { readonly kind: "Positional"; readonly value: Expression })
  | (Node & { readonly kind: "Keyed"; readonly key: Expression; readonly value: Expression });
/** `{ x = 1 }` is a `Keyed` item with a `String` key. */
export interface TableConstructor extends Node {
  readonly kind: "Table";
  readonly items: readonly TableItem[];
}
/** Parentheses that cut a call or `...` to one value; all others are dropped. */
export interface Parenthesized extends Node {
  readonly kind: "Parenthesized";
  readonly expression: Call | MethodCall | Vararg;
}

export type Expression =
  | Nil
  | Boolean
  | Integer
  | Float
  | String
  | Vararg
  | FunctionExpression
  | Name
  | Index
  | Call
  | MethodCall
  | Binary
  | Logical
  | Unary
  | TableConstructor
  | Parenthesized;
