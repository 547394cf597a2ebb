import { checkBlock } from "./check-block.ts";
import { checkExpression, checkExpressions } from "./check-expression.ts";
import type { Checker } from "./checker.ts";
import { leaveBlock } from "./labels.ts";
import { messages } from "./messages.ts";
import { type Entry, openBlock } from "./scope.ts";
import type { Token } from "./tokens.ts";

/** `while c do … end` on `line` (Lua 5.5 manual §3.3.4). */
export function checkWhile(checker: Checker, line: number): void {
  const { stream } = checker;
  stream.advance();
  checkExpression(checker);
  openBlock(checker.scope, true);
  stream.expect("do");
  checkBlock(checker);
  stream.expectClosing("end", "while", line);
  leaveBlock(checker);
}

/** `repeat … until c`: the condition sees the locals of the body, so the inner block ends after it. */
export function checkRepeat(checker: Checker, line: number): void {
  const { stream } = checker;
  openBlock(checker.scope, true);
  openBlock(checker.scope, false);
  stream.advance();
  checker.checkStatements(checker);
  stream.expectClosing("until", "repeat", line);
  checkExpression(checker);
  leaveBlock(checker);
  leaveBlock(checker);
}

/** Both forms of `for` (Lua 5.5 manual §3.3.5). */
export function checkFor(checker: Checker, line: number): void {
  const { stream } = checker;
  openBlock(checker.scope, true);
  const { start } = stream.advance();
  const name = stream.expect("<name>");
  const { type } = stream.current;
  if (type === "=") checkNumericFor(checker, start, name);
  else if (type === "," || type === "in") checkGenericFor(checker, start, name);
  else throw stream.syntaxFault(messages.forExpected);
  stream.expectClosing("end", "for", line);
  leaveBlock(checker);
}

/** LUA-04: loop variables are read-only since 5.5. */
function declareLoopVariable(checker: Checker, name: Token): Entry {
  return checker.declare(name.value as string, name.start, checker.dialect === "5.5" ? "loop" : undefined);
}

function checkNumericFor(checker: Checker, start: number, name: Token): void {
  const { stream } = checker;
  const hidden = checker.declareHidden(checker.dialect === "5.5" ? 2 : 3);
  const variable = declareLoopVariable(checker, name);
  stream.expect("=");
  const values = stream.current.start;
  checkExpression(checker);
  stream.expect(",");
  checkExpression(checker);
  if (stream.accept(",")) checkExpression(checker);
  checker.facts.loops.set(start, { values, body: stream.current.start });
  checkForBody(checker, hidden, [variable]);
}

function checkGenericFor(checker: Checker, start: number, name: Token): void {
  const { stream } = checker;
  const hidden = checker.declareHidden(checker.dialect === "5.5" ? 3 : 4);
  const variables = [declareLoopVariable(checker, name)];
  while (stream.accept(",")) variables.push(declareLoopVariable(checker, stream.expect("<name>")));
  stream.expect("in");
  const values = stream.current.start;
  checkExpressions(checker);
  checker.facts.loops.set(start, { values, body: stream.current.start });
  checkForBody(checker, hidden, variables);
}

function checkForBody(checker: Checker, hidden: readonly Entry[], variables: readonly Entry[]): void {
  checker.activate(hidden);
  checker.stream.expect("do");
  openBlock(checker.scope, false);
  checker.activate(variables);
  checkBlock(checker);
  leaveBlock(checker);
}
