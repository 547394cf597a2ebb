import type * as ES from "estree";

/** The nodes that lowering makes. */
export type Node =
  | ES.Expression
  | ES.Statement
  | ES.Program
  | ES.ImportDeclaration
  | ES.ImportSpecifier
  | ES.ExportDefaultDeclaration
  | ES.VariableDeclarator
  | ES.Pattern
  | ES.Property
  | ES.SpreadElement
  | ES.CatchClause
  | ES.SwitchCase;

/** A place in the prompt file as ES nodes have it: the line from 1, the column from 0, in UTF-16 units. */
export type Place = ES.Position;

/** How a kind of node is written: `depth` is how deep the lines are indented that it begins. */
export type Printer<N extends Node = never> = (writer: Writer, node: N, depth: number) => string;

/** Stands in the text where a place of the prompt file is; no text of a module has it. */
export const MARK = "\0";

/**
 * Puts a module into one text. Texts are joined, never read or changed: each is as wide as it is long less its marks, and has line breaks when
 * `breaks` grew.
 */
export class Writer {
  /** The place for each mark, in the order of the text. */
  readonly places: Place[] = [];
  /** How many lines were begun so far. */
  breaks = 0;
  /** The beginnings of lines, by depth. */
  readonly #lines: string[] = [];
  readonly #printers: { readonly [type: string]: Printer | undefined };

  constructor(printers: { readonly [type: string]: Printer | undefined }) {
    this.#printers = printers;
  }

  /** A node between the marks of its place. Children are to be printed in the order of the text. */
  print(node: Node, depth: number): string {
    const { type, loc } = node;
    if (!loc) {
      if (type === "Identifier") return node.name;
      if (type === "Literal") return node.raw!;
    }
    const printer = this.#printers[type];
    if (printer === undefined) throw new Error(`a module has no ${type}`);
    if (!loc) return printer(this, node as never, depth);
    return this.mark(loc.start) + printer(this, node as never, depth) + this.mark(loc.end);
  }

  /** A node in parentheses, with their own marks, when it needs them. */
  wrap(node: Node, depth: number, needsParentheses: boolean): string {
    if (!needsParentheses) return this.print(node, depth);
    const { loc } = node;
    if (!loc) return `(${this.print(node, depth)})`;
    return `${this.mark(loc.start)}(${this.print(node, depth)})${this.mark(loc.end)}`;
  }

  /** The first word of a node, with a mark behind it. */
  word(word: string, { loc }: Node): string {
    if (!loc) return word;
    return word + this.mark({ line: loc.start.line, column: loc.start.column + word.length });
  }

  mark(place: Place): string {
    this.places.push(place);
    return MARK;
  }

  /** Begins a line. */
  line(depth: number): string {
    this.breaks++;
    for (let next = this.#lines.length; next <= depth; next++) this.#lines.push(`\n${"  ".repeat(next)}`);
    return this.#lines[depth]!;
  }
}
