import type * as ES from "estree";
import type * as Lua from "../../parse/lua/tree.ts";
import { block, breaks, type Expression, labeled, type Statement, when } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import { lowerCondition } from "./logical.ts";
import { lowerBlock } from "./statement.ts";

/** `if … then … elseif … else … end`, manual §3.3.4. */
export function lowerIf(f: FunctionContext, node: Lua.If): Statement[] {
  const otherwise = node.otherwise === undefined ? undefined : block(lowerBlock(f, node.otherwise));
  const clauses = node.clauses.map((clause) => ({
    test: f.statement(() => lowerCondition(f, clause.condition).js),
    body: block(lowerBlock(f, clause.body)),
  }));
  if (clauses.length > LONGEST_ALTERNATION) return [lowerAlternatives(f, clauses, otherwise)];
  return [
    clauses.reduceRight<Statement | undefined>(
      (rest, clause) => when(clause.test, clause.body, rest),
      otherwise,
    )!,
  ];
}

/** More clauses than this and they would nest too deep for an ES parser. */
const LONGEST_ALTERNATION = 100;

/** `$if1: { if (a) { …; break $if1; } if (b) { …; break $if1; } … }` */
function lowerAlternatives(
  f: FunctionContext,
  clauses: readonly { readonly test: Expression; readonly body: ES.BlockStatement }[],
  otherwise: Statement | undefined,
): Statement {
  const label = f.constant("if");
  const alternatives = clauses.map(({ test, body }) => when(test, block([...body.body, breaks(label)])));
  return labeled(label, block([...alternatives, ...(otherwise === undefined ? [] : [otherwise])]));
}
