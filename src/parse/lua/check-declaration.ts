import { checkExpressions } from "./check-expression.ts";
import { checkFunction } from "./check-function.ts";
import type { Checker } from "./checker.ts";
import { messages } from "./messages.ts";
import type { GlobalEntry, LocalEntry } from "./scope.ts";
import type { Token } from "./tokens.ts";

type Attribute = "const" | "close" | undefined;

/** `local function f() … end`, `local <attrib> a <attrib>, b = …` (Lua 5.5 manual §3.3.7); the current token is `local`. */
export function checkLocal(checker: Checker): void {
  const { stream } = checker;
  const { start } = stream.advance();
  if (stream.current.type === "function") checkLocalFunction(checker);
  else checkLocalNames(checker);
  checker.facts.declarationEnds.set(start, stream.previousEnd);
}

/**
 * `global function f() … end`, `global <attrib> *`, `global <attrib> a <attrib>, b = …` (Lua 5.5 manual §3.3.7, LUA-04);
 * the current token is the word `global`.
 */
export function checkGlobal(checker: Checker): void {
  const { stream, facts } = checker;
  const { start } = stream.advance();
  // luaparse sees a `local`; `global *` leaves it an empty statement.
  facts.replacements.set(start, "local");
  facts.globals.add(start);
  if (stream.current.type === "function") checkGlobalFunction(checker);
  else {
    const readOnly = checkGlobalAttribute(checker, false);
    const star = stream.current;
    if (stream.accept("*")) {
      facts.replacements.set(start, ";").set(star.start, "");
      checker.scope.entries.push({ kind: "global", name: "*", collective: true, readOnly });
    } else checkGlobalNames(checker, readOnly);
  }
  facts.declarationEnds.set(start, stream.previousEnd);
}

/** Whether `global` at the current token begins a declaration: elsewhere it is an ordinary name (LUA-04). */
export function startsGlobal(checker: Checker): boolean {
  return checker.dialect === "5.5" && afterGlobal.has(checker.stream.lookAhead());
}

const afterGlobal: ReadonlySet<string> = new Set(["<", "<name>", "*", "function"]);

function checkLocalFunction(checker: Checker): void {
  const { stream } = checker;
  const { start } = stream.advance();
  const name = stream.expect("<name>");
  checker.activate([checker.declare(name.value as string, name.start, undefined)]);
  checkFunction(checker, { start, line: stream.line, method: undefined });
}

function checkLocalNames(checker: Checker): void {
  const { stream } = checker;
  const common = checker.dialect === "5.5" ? checkAttribute(checker) : undefined;
  const entries: LocalEntry[] = [];
  let close = false;
  do {
    const name = stream.expect("<name>");
    const entry = checker.declare(name.value as string, name.start, undefined);
    const attribute = checkAttribute(checker) ?? common;
    if (attribute === "close" && close) throw checker.semanticFault(messages.multipleClose, name);
    close ||= attribute === "close";
    entry.variable.attribute = attribute;
    entries.push(entry);
  } while (stream.accept(","));
  if (stream.accept("=")) {
    const values = checkExpressions(checker);
    const last = entries.at(-1)!;
    const literal = values.last === "constant" || (typeof values.last === "object" && values.last.constant);
    last.constant = literal && values.count === entries.length && last.variable.attribute === "const";
  }
  checker.activate(entries);
}

/** An optional `<const>` or `<close>`, which luaparse does not see. */
function checkAttribute(checker: Checker): Attribute {
  const { stream } = checker;
  const open = stream.current;
  if (!stream.accept("<")) return undefined;
  const name = stream.expect("<name>");
  const close = stream.expect(">");
  checker.facts.replacements.set(open.start, "").set(name.start, "").set(close.start, "");
  if (name.value === "const" || name.value === "close") return name.value;
  throw checker.semanticFault(messages.unknownAttribute(name.value as string), name);
}

/** Whether the attribute makes globals read-only; `otherwise` when there is none. */
function checkGlobalAttribute(checker: Checker, otherwise: boolean): boolean {
  const open = checker.stream.current;
  const attribute = checkAttribute(checker);
  if (attribute !== "close") return attribute === "const" || otherwise;
  throw checker.semanticFault(messages.globalClose, { start: open.start, end: checker.stream.previousEnd });
}

function checkGlobalNames(checker: Checker, common: boolean): void {
  const { stream } = checker;
  const names: Token[] = [];
  const entries: GlobalEntry[] = [];
  do {
    const name = stream.expect("<name>");
    const readOnly = checkGlobalAttribute(checker, common);
    names.push(name);
    entries.push({ kind: "global", name: name.value as string, collective: false, readOnly });
  } while (stream.accept(","));
  const initialized = stream.accept("=");
  for (const name of names) checker.resolveGlobal(name, initialized);
  if (initialized) checkExpressions(checker);
  checker.scope.entries.push(...entries);
}

function checkGlobalFunction(checker: Checker): void {
  const { stream } = checker;
  const { start } = stream.advance();
  const name = stream.expect("<name>");
  checker.scope.entries.push({
    kind: "global",
    name: name.value as string,
    collective: false,
    readOnly: false,
  });
  checker.resolveGlobal(name, true);
  checkFunction(checker, { start, line: stream.line, method: undefined });
}
