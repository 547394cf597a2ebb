import { type Dialect, parseLua } from "../../../src/parse/lua/parse.ts";
import type { Chunk, Expression, Statement } from "../../../src/parse/lua/tree.ts";

/** The chunk of a source that must be valid. */
export function chunkOf(source: string, dialect: Dialect = "5.5"): Chunk {
  const result = parseLua(source, "test", { dialect });
  if ("error" in result) throw new Error(`${result.error.line}: ${result.error.text}`);
  return result.chunk;
}

/** `{line}: {text}` of a source's compile error, `ok` without one. */
export function errorOf(source: string, dialect: Dialect = "5.5"): string {
  const result = parseLua(source, "test", { dialect });
  return "error" in result ? `${result.error.line}: ${result.error.text}` : "ok";
}

/** The source text that a compile error points at. */
export function faultOf(source: string, dialect: Dialect = "5.5"): string {
  const result = parseLua(source, "test", { dialect });
  if (!("error" in result)) throw new Error("no error");
  return source.slice(result.error.start, result.error.end);
}

/** The only statement of a source. */
export function statementOf(source: string, dialect: Dialect = "5.5"): Statement {
  const { body } = chunkOf(source, dialect);
  if (body.length !== 1) throw new Error(`${body.length} statements`);
  return body[0]!;
}

/** The expression that `return` of a source gives. */
export function expressionOf(text: string): Expression {
  const statement = statementOf(`return ${text}`);
  if (statement.kind !== "Return") throw new Error(statement.kind);
  return statement.values[0]!;
}

/** An expression or statement as a compact S-expression, to compare shapes. */
export function shape(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shape);
  if (typeof node !== "object" || node === null) return node;
  const {
    kind,
    start: _start,
    end: _end,
    position: _position,
    namePosition: _namePosition,
    doPosition: _doPosition,
    owner: _owner,
    ...rest
  } = node as Record<string, unknown>;
  const value = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, shape(part)]));
  return kind === undefined ? value : { kind, ...value };
}

/** Every node of a tree, with the innermost node around it. */
export function walk(
  root: object,
): { readonly node: Record<string, unknown>; readonly parent: object | undefined }[] {
  const found: { node: Record<string, unknown>; parent: object | undefined }[] = [];
  const visit = (value: unknown, parent: object | undefined): void => {
    if (Array.isArray(value)) for (const part of value) visit(part, parent);
    else if (typeof value === "object" && value !== null) {
      const node = value as Record<string, unknown>;
      const isNode = "kind" in node;
      if (isNode) found.push({ node, parent });
      for (const [key, part] of Object.entries(node)) {
        if (!crossReferences.has(key)) visit(part, isNode ? node : parent);
      }
    }
  };
  visit(root, undefined);
  return found;
}

const crossReferences: ReadonlySet<string> = new Set([
  "variable",
  "variables",
  "environment",
  "parameters",
  "varargTable",
  "label",
  "owner",
]);
