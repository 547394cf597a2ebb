import { checkBlock } from "./check-block.ts";
import { checkGlobal, checkLocal, startsGlobal } from "./check-declaration.ts";
import {
  checkExpression,
  checkExpressions,
  checkField,
  checkSuffixed,
  type Operand,
} from "./check-expression.ts";
import { checkFunction } from "./check-function.ts";
import { checkFor, checkRepeat, checkWhile } from "./check-loop.ts";
import { Checker } from "./checker.ts";
import type { Facts, Mutable } from "./facts.ts";
import { checkRepeated, defineLabel, leaveBlock, noteGoto } from "./labels.ts";
import { messages } from "./messages.ts";
import { type Dialect, openFunction } from "./scope.ts";
import { TokenStream } from "./token-stream.ts";
import type { Token, Tokens } from "./tokens.ts";
import type { Chunk, Label } from "./tree.ts";

/**
 * Checks a chunk in one pass, in the order in which C Lua's compiler meets things, and throws the first fault as a `LuaFault`
 * in Lua's words (LUA-21). Gives the chunk, still without its statements, and the facts by which they are converted.
 */
export function check(
  source: string,
  tokens: Tokens,
  dialect: Dialect,
): { chunk: Mutable<Chunk>; facts: Facts } {
  const stream = new TokenStream(source, tokens);
  const chunk: Mutable<Chunk> = {
    kind: "Chunk",
    start: 0,
    end: source.length,
    parameters: [],
    vararg: true,
    varargTable: undefined,
    body: [],
  };
  const checker = new Checker(stream, dialect, openFunction(undefined, chunk, 0), checkStatements);
  checkStatements(checker);
  if (stream.current.type !== "<eof>") throw stream.syntaxFault(messages.expected("<eof>"));
  leaveBlock(checker);
  return { chunk, facts: checker.facts };
}

/** Checks a statement that begins with the current token, on `line`. */
type CheckStatement = (checker: Checker, line: number) => void;

const statements: ReadonlyMap<string, CheckStatement> = new Map<string, CheckStatement>([
  [";", (checker) => void checker.stream.advance()],
  ["if", checkIf],
  ["while", checkWhile],
  ["do", checkDo],
  ["for", checkFor],
  ["repeat", checkRepeat],
  ["function", checkFunctionDeclaration],
  ["local", checkLocal],
  ["::", checkLabel],
  ["return", checkReturn],
  ["break", checkBreak],
  ["goto", checkGoto],
]);

const blockEnds: ReadonlySet<string> = new Set(["else", "elseif", "end", "<eof>"]);

function endsBlock(type: string): boolean {
  return blockEnds.has(type) || type === "until";
}

function checkStatements(checker: Checker): void {
  for (;;) {
    const { type } = checker.stream.current;
    if (endsBlock(type)) return;
    checkStatement(checker);
    if (type === "return") return;
  }
}

function checkStatement(checker: Checker): void {
  const { stream } = checker;
  const { line } = stream;
  const { type, value } = stream.current;
  checker.enterLevel();
  const statement = statements.get(type);
  if (statement !== undefined) statement(checker, line);
  else if (value === "global" && type === "<name>" && startsGlobal(checker)) checkGlobal(checker);
  else checkExpressionStatement(checker);
  checker.leaveLevel();
}

function checkIf(checker: Checker, line: number): void {
  const { stream } = checker;
  do {
    stream.advance();
    checkExpression(checker);
    stream.expect("then");
    checkBlock(checker);
  } while (stream.current.type === "elseif");
  if (stream.accept("else")) checkBlock(checker);
  stream.expectClosing("end", "if", line);
}

function checkDo(checker: Checker, line: number): void {
  checker.stream.advance();
  checkBlock(checker);
  checker.stream.expectClosing("end", "do", line);
}

function checkFunctionDeclaration(checker: Checker, line: number): void {
  const { stream } = checker;
  const { start } = stream.advance();
  let target: Operand = checker.checkName();
  while (stream.current.type === ".") target = checkField(checker);
  let method: Token | undefined;
  if (stream.accept(":")) {
    method = stream.expect("<name>");
    target = "index";
  }
  if (checker.dialect === "5.5") checkAssignable(checker, target);
  checkFunction(checker, { start, line, method });
  if (checker.dialect === "5.4") checkAssignable(checker, target);
}

/** A label at the end of a block is not in the scope of the block's locals: void statements after it do not count. */
function checkLabel(checker: Checker, line: number): void {
  const { stream, facts } = checker;
  const { start } = stream.advance();
  const name = stream.expect("<name>");
  const closing = stream.expect("::");
  const label: Label = { kind: "Label", start, end: closing.end, name: name.value as string };
  // luaparse judges labels by the rules of 5.2: it sees an assignment in place of a label or a goto.
  facts.replacements.set(start, "_=").set(name.start, "0").set(closing.start, "");
  while (stream.current.type === ";" || stream.current.type === "::") checkStatement(checker);
  checkRepeated(checker, name, label);
  defineLabel(checker, label, line, blockEnds.has(stream.current.type));
}

function checkGoto(checker: Checker, statementLine: number): void {
  const { stream, facts } = checker;
  const { start } = stream.advance();
  const line = checker.dialect === "5.5" ? statementLine : stream.line;
  const name = stream.expect("<name>");
  facts.replacements.set(start, "_=0").set(name.start, "");
  noteGoto(checker, { name: name.value as string, line, start, end: name.end, isBreak: false });
}

function checkBreak(checker: Checker, line: number): void {
  const { stream, scope } = checker;
  let { block } = scope;
  while (block !== undefined && !block.isLoop) block = block.outer;
  if (block === undefined && checker.dialect === "5.5") throw stream.syntaxFault(messages.breakOutside);
  const { start, end } = stream.advance();
  if (block === undefined) noteGoto(checker, { name: "break", line, start, end, isBreak: true });
}

function checkReturn(checker: Checker): void {
  const { stream } = checker;
  stream.advance();
  const { type } = stream.current;
  if (!endsBlock(type) && type !== ";") checkExpressions(checker);
  stream.accept(";");
}

function checkExpressionStatement(checker: Checker): void {
  const { stream } = checker;
  let target = checkSuffixed(checker);
  const { type } = stream.current;
  if (type !== "=" && type !== ",") {
    if (target !== "call") throw stream.syntaxFault(messages.syntaxError);
    return;
  }
  // C Lua recurses once a target, so their number is limited too.
  let targets = 0;
  for (checkTarget(checker, target); stream.accept(","); checkTarget(checker, target)) {
    target = checkSuffixed(checker);
    checker.enterLevel();
    targets++;
  }
  stream.expect("=");
  checkExpressions(checker);
  checker.leaveLevel(targets);
}

function checkTarget(checker: Checker, target: Operand): void {
  if (target !== "index" && typeof target !== "object")
    throw checker.stream.syntaxFault(messages.syntaxError);
  checkAssignable(checker, target);
}

function checkAssignable(checker: Checker, target: Operand): void {
  if (typeof target !== "object" || !target.readOnly) return;
  throw checker.semanticFault(messages.constAssigned(target.name), target);
}
