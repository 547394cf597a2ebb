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
  const { stream } = checker;
  let count = 1;
  let last = checkExpression(checker);
  for (; stream.current.type === ","; count++) {
    const end = stream.previousEnd;
    checker.noteRead(last, end, stream.advance().start);
    last = checkExpression(checker);
  }
  return { count, last };
}

/** Checks a name or a parenthesized expression with its `.x`, `[x]`, `:x()` and call suffixes. */
export function checkSuffixed(checker: Checker): Operand {
  let operand = checkPrimary(checker);
  for (;;) {
    const suffix = suffixes.get(checker.stream.current.type);
    if (suffix === undefined) return operand;
    operand = suffix(checker, operand);
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

const suffixes: ReadonlyMap<string, (checker: Checker, operand: Operand) => Operand> = new Map([
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
    const end = stream.previousEnd;
    checker.noteRead(operand, end, stream.advance().start);
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
  checker.noteRead(operand, innerEnd, stream.previousEnd - 1);
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

function checkMethod(checker: Checker, object: Operand): Operand {
  const end = checker.stream.previousEnd;
  checkField(checker);
  checker.noteRead(object, end, checker.stream.previousEnd - 1);
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
    const last = stream.current.type === ")" ? undefined : checkExpressions(checker).last;
    const end = stream.previousEnd;
    stream.expectClosing(")", "(", line);
    if (last !== undefined) checker.noteRead(last, end, stream.previousEnd - 1);
  } else throw stream.syntaxFault(messages.argumentsExpected);
  return "call";
}

function checkTable(checker: Checker): Operand {
  const { stream } = checker;
  const { line } = stream;
  stream.expect("{");
  // C Lua reads a positional item when it has consumed the separator and sees another item, or the brace.
  let last: Operand = "value";
  let end = stream.previousEnd;
  do {
    if (stream.current.type === "}") break;
    checker.noteRead(last, end, stream.previousEnd - 1);
    last = checkItem(checker);
    end = stream.previousEnd;
  } while (stream.accept(",") || stream.accept(";"));
  stream.expectClosing("}", "{", line);
  checker.noteRead(last, end, stream.previousEnd - 1);
  return "value";
}

/** Gives a positional item's operand. */
function checkItem(checker: Checker): Operand {
  const { stream } = checker;
  const { type } = stream.current;
  if (type === "[") checkIndex(checker);
  else if (type === "<name>" && stream.lookAhead() === "=") stream.advance();
  else return checkExpression(checker);
  stream.expect("=");
  checkExpression(checker);
  return "value";
}
