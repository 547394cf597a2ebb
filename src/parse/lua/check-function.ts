import type { Checker } from "./checker.ts";
import type { Mutable } from "./facts.ts";
import { leaveBlock } from "./labels.ts";
import { messages } from "./messages.ts";
import { type Entry, openFunction } from "./scope.ts";
import type { Token } from "./tokens.ts";
import type { FunctionExpression, Variable } from "./tree.ts";

/** The opening of a function body: where the node starts, the line that messages name, the name token of a method. */
export interface FunctionHead {
  readonly start: number;
  readonly line: number;
  readonly method: Token | undefined;
}

/** Checks a function from the `(` of its parameters on (Lua 5.5 manual §3.4.11); a method has the parameter `self` first. */
export function checkFunction(checker: Checker, { start, line, method }: FunctionHead): void {
  const { stream, facts } = checker;
  const outer = checker.scope;
  const body: Mutable<FunctionExpression> = {
    kind: "Function",
    start,
    end: start,
    parameters: [],
    vararg: false,
    varargTable: undefined,
    body: [],
  };
  checker.scope = openFunction(outer, body, line);
  stream.expect("(");
  checkParameters(checker, body, method);
  stream.expect(")");
  checker.checkStatements(checker);
  stream.expectClosing("end", "function", line);
  body.end = stream.previousEnd;
  facts.functions.set(body.end, body);
  leaveBlock(checker);
  checker.scope = outer;
}

function checkParameters(
  checker: Checker,
  body: Mutable<FunctionExpression>,
  method: Token | undefined,
): void {
  const { stream } = checker;
  const parameters: Variable[] = [];
  const entries: Entry[] = [];
  const declare = (name: string, start: number): void => {
    const entry = checker.declare(name, start, undefined);
    parameters.push(entry.variable);
    entries.push(entry);
  };
  if (method !== undefined) declare("self", method.start);
  if (stream.current.type !== ")") {
    do {
      const { type, start, value } = stream.current;
      if (type !== "<name>" && type !== "...") throw stream.syntaxFault(messages.parameterExpected);
      stream.advance();
      if (type === "<name>") declare(value as string, start);
      else body.vararg = true;
    } while (!body.vararg && stream.accept(","));
  }
  body.parameters = parameters;
  const table = body.vararg && checker.dialect === "5.5" ? checkVarargTable(checker, body) : [];
  checker.activate([...entries, ...table]);
}

/** `...t`; a nameless one takes a register too. */
function checkVarargTable(checker: Checker, body: Mutable<FunctionExpression>): readonly Entry[] {
  const { stream, facts } = checker;
  if (stream.current.type !== "<name>") return checker.declareHidden(1);
  const name = stream.advance();
  const entry = checker.declare(name.value as string, name.start, "vararg");
  facts.replacements.set(name.start, "");
  body.varargTable = entry.variable;
  return [entry];
}
