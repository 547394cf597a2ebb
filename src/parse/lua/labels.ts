import type { Checker } from "./checker.ts";
import { messages } from "./messages.ts";
import { closeBlock, type DefinedLabel, type PendingGoto } from "./scope.ts";
import type { Token } from "./tokens.ts";
import type { Label } from "./tree.ts";

/** Notes a goto; it is settled when its label's block ends (Lua 5.5 manual §3.3.4). */
export function noteGoto(checker: Checker, goto: Omit<PendingGoto, "level">): void {
  checker.scope.gotos.push({ ...goto, level: checker.scope.entries.length });
}

/** Fails if a label of this name is visible: in the block or around it, in the same function. */
export function checkRepeated(checker: Checker, name: Token, label: Label): void {
  const earlier = checker.scope.labels.find((l) => l.node.name === name.value);
  if (earlier === undefined) return;
  throw checker.semanticFault(messages.labelRepeated(label.name, earlier.line), label);
}

/** Defines a label. `last`: only void statements follow it in its block, whose locals then count as out of scope. */
export function defineLabel(checker: Checker, node: Label, line: number, last: boolean): void {
  const { scope } = checker;
  const label = { node, line, level: last ? scope.block!.entries : scope.entries.length };
  scope.labels.push(label);
  checker.facts.jumps.set(node.start, node);
  // 5.4 reports a jump into a scope at the label, 5.5 at the end of the block.
  if (checker.dialect === "5.4") {
    for (const goto of scope.gotos.slice(scope.block!.gotos)) {
      if (goto.name === node.name) checkJump(checker, goto, label);
    }
  }
}

/** Ends a block: gotos to its labels are settled, the others belong to the block around it. */
export function leaveBlock(checker: Checker): void {
  const { scope } = checker;
  const block = scope.block!;
  const labels = scope.labels.slice(block.labels);
  const open = scope.gotos.splice(block.gotos);
  for (const goto of open) {
    const label = labels.find((l) => l.node.name === goto.name);
    if (label === undefined) {
      goto.level = block.entries;
      scope.gotos.push(goto);
      continue;
    }
    checkJump(checker, goto, label);
    const { start, end } = goto;
    checker.facts.jumps.set(start, { kind: "Goto", start, end, label: label.node });
  }
  if (block.outer === undefined) checkSettled(checker, scope.gotos);
  closeBlock(scope);
}

function checkJump(checker: Checker, goto: PendingGoto, label: DefinedLabel): void {
  if (goto.level >= label.level) return;
  const { name } = checker.scope.entries[goto.level]!;
  const word = checker.dialect === "5.5" ? messages.jumpIntoScope : messages.jumpIntoLocalScope;
  throw checker.semanticFault(word(goto.name, goto.line, name), goto);
}

/** At the end of a function no goto may be left. */
function checkSettled(checker: Checker, [first]: readonly PendingGoto[]): void {
  if (first === undefined) return;
  const { name, line, isBreak } = first;
  const text = isBreak ? messages.breakOutsideAtLine(line) : messages.noLabel(name, line);
  throw checker.semanticFault(text, first);
}
