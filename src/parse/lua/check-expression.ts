import { checkFunction } from "./check-function.ts";
import type { Checker } from "./checker.ts";
import type { Reference } from "./facts.ts";
import { messages } from "./messages.ts";

/** What an expression is, as far as a rule asks: a name, or one of these. */
export type Operand = Reference | "index" | "call" | "vararg" | "constant" | "value";

/** Checks an expression (Lua 5.5 manual §3.4, precedence §3.4.8). */
export function checkExpression(checker: Checker): Operand {
  return checkOperators(checker, 0);
}

/** Checks one or more expressions between commas. */
export function checkExpressions(checker: Checker): { readonly count: number; readonly last: Operand } {
  let count = 1;
  let last = checkExpression(checker);
  for (; checker.stream.accept(","); count++) last = checkExpression(checker);
  return { count, last };
}

/** Checks a name or a parenthesized expression with its `.x`, `[x]`, `:x()` and call suffixes. */
export function checkSuffixed(checker: Checker): Operand {
  let operand = checkPrimary(checker);
  for (;;) {
    const suffix = suffixes.get(checker.stream.current.type);
    if (suffix === undefined) return operand;
    operand = suffix(checker);
  }
}

/** Consumes `.x`; `:x` where a function is named. */
export function checkField(checker: Checker): Operand {
  checker.stream.advance();
  checker.stream.expect("<name>");
  return "index";
}

/** Left and right binding power of the binary operators, as in C Lua's `priority`. */
const binary: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["or", [1, 1]],
  ["and", [2, 2]],
  ["<", [3, 3]],
  [">", [3, 3]],
  ["<=", [3, 3]],
  [">=", [3, 3]],
  ["~=", [3, 3]],
  ["==", [3, 3]],
  ["|", [4, 4]],
  ["~", [5, 5]],
  ["&", [6, 6]],
  ["<<", [7, 7]],
  [">>", [7, 7]],
  ["..", [9, 8]],
  ["+", [10, 10]],
  ["-", [10, 10]],
  ["*", [11, 11]],
  ["/", [11, 11]],
  ["//", [11, 11]],
  ["%", [11, 11]],
  ["^", [14, 13]],
]);
const unary: ReadonlySet<string> = new Set(["not", "-", "~", "#"]);
const unaryPower = 12;
const literals: ReadonlySet<string> = new Set(["<integer>", "<number>", "<string>", "nil", "true", "false"]);

const suffixes: ReadonlyMap<string, (checker: Checker) => Operand> = new Map([
  [".", checkField],
  ["[", checkIndex],
  [":", checkMethod],
  ["(", checkArguments],
  ["<string>", checkArguments],
  ["{", checkArguments],
]);

function checkOperators(checker: Checker, power: number): Operand {
  const { stream } = checker;
  checker.enterLevel();
  let operand: Operand;
  if (unary.has(stream.current.type)) {
    stream.advance();
    checkOperators(checker, unaryPower);
    operand = "value";
  } else operand = checkSimple(checker);
  for (;;) {
    const powers = binary.get(stream.current.type);
    if (powers === undefined || powers[0] <= power) break;
    stream.advance();
    checkOperators(checker, powers[1]);
    operand = "value";
  }
  checker.leaveLevel();
  return operand;
}

function checkSimple(checker: Checker): Operand {
  const { stream } = checker;
  const { type, start } = stream.current;
  if (literals.has(type)) {
    stream.advance();
    return "constant";
  }
  if (type === "...") return checkVararg(checker);
  if (type === "{") return checkTable(checker);
  if (type !== "function") return checkSuffixed(checker);
  stream.advance();
  checkFunction(checker, { start, line: stream.line, method: undefined });
  return "value";
}

function checkVararg(checker: Checker): Operand {
  if (!checker.scope.body.vararg) throw checker.stream.syntaxFault(messages.varargOutside);
  checker.stream.advance();
  return "vararg";
}

function checkPrimary(checker: Checker): Operand {
  const { type } = checker.stream.current;
  if (type === "<name>") return checker.checkName();
  if (type === "(") return checkParenthesized(checker);
  throw checker.stream.syntaxFault(messages.unexpectedSymbol);
}

function checkParenthesized(checker: Checker): Operand {
  const { stream } = checker;
  const { line } = stream;
  const { start } = stream.advance();
  const operand = checkExpression(checker);
  const innerEnd = stream.previousEnd;
  stream.expectClosing(")", "(", line);
  if (operand === "call" || operand === "vararg") {
    checker.facts.groups.set(innerEnd, { start, end: stream.previousEnd });
  }
  return operand === "constant" ? operand : "value";
}

function checkIndex(checker: Checker): Operand {
  checker.stream.advance();
  checkExpression(checker);
  checker.stream.expect("]");
  return "index";
}

function checkMethod(checker: Checker): Operand {
  checkField(checker);
  return checkArguments(checker);
}

function checkArguments(checker: Checker): Operand {
  const { stream } = checker;
  const { line } = stream;
  const { type } = stream.current;
  if (type === "{") checkTable(checker);
  else if (type === "<string>") stream.advance();
  else if (type === "(") {
    stream.advance();
    if (stream.current.type !== ")") checkExpressions(checker);
    stream.expectClosing(")", "(", line);
  } else throw stream.syntaxFault(messages.argumentsExpected);
  return "call";
}

function checkTable(checker: Checker): Operand {
  const { stream } = checker;
  const { line } = stream;
  stream.expect("{");
  do {
    if (stream.current.type === "}") break;
    checkItem(checker);
  } while (stream.accept(",") || stream.accept(";"));
  stream.expectClosing("}", "{", line);
  return "value";
}

function checkItem(checker: Checker): void {
  const { stream } = checker;
  const { type } = stream.current;
  if (type === "[") checkIndex(checker);
  else if (type === "<name>" && stream.lookAhead() === "=") stream.advance();
  else {
    checkExpression(checker);
    return;
  }
  stream.expect("=");
  checkExpression(checker);
}
