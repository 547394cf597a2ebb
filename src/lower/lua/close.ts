import type { Block, Local } from "../../parse/lua/tree.ts";
import {
  assign,
  attempt,
  boolean,
  call,
  declare,
  delegate,
  type Expression,
  evaluate,
  id,
  type Location,
  type Statement,
  sequence,
  text,
  throws,
  unary,
  when,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import { lowerLabelled } from "./goto.ts";

/**
 * The statements in the scope of `local x <close> = v`, manual §3.3.8: `__close` runs on every exit; for an error its position is completed and
 * a message handler has seen it before. Control that reaches the end of the scope leaves it at `end`.
 */
export function lowerClose(
  f: FunctionContext,
  node: Local,
  following: Block,
  after: () => Statement[],
  end: number,
): Statement[] {
  const variable = node.variables.find((candidate) => candidate.attribute === "close")!;
  const value = id(f.region.variables.get(variable)!);
  const site = f.region.site(node.end - 1, []);
  const loc = f.region.place(node.end - 1);
  const check = call(f.use("checkClosable"), [id("vm"), value, text(variable.name)], loc);
  f.closes++;
  const body = lowerLabelled(f, following, after);
  f.closes--;
  return [evaluate(sequence(f.moveTo(site), check)), ...closing(f, value, end, body, loc)];
}

/** `site = 12` where control may leave a scope that closes a variable: an error of its `__close` may be about that place. */
export function leaving(f: FunctionContext, position: number): Statement[] {
  return f.closes === 0 ? [] : [evaluate(f.moveTo(f.region.site(position, [])))];
}

/** `try { … }` around a scope whose end, reached at `end`, closes `value`, which was declared at `loc`. */
export function closing(
  f: FunctionContext,
  value: Expression,
  end: number,
  body: readonly Statement[],
  loc: Location,
): Statement[] {
  const failed = f.constant("failed");
  const close = call(f.use("closeSteps"), [id("vm"), value], loc);
  const failure = [id("vm"), id(f.region.name), id("site"), value, id("error$")];
  const afterError = call(f.use("closeAfterErrorSteps"), failure, loc);
  const run = (steps: Expression) =>
    f.generator ? delegate(steps) : call(f.use("runPlain"), [id("vm"), steps], loc);
  return [
    declare("let", [[failed, boolean(false)]]),
    attempt(
      isLeft(body[body.length - 1]) ? body : [...body, evaluate(f.moveTo(f.region.site(end, [])))],
      "error$",
      [
        evaluate(assign(id(failed), boolean(true))),
        evaluate(assign(id("error$"), run(afterError))),
        evaluate(f.moveTo(0)),
        throws(id("error$")),
      ],
      [when(unary("!", id(failed)), evaluate(run(close)))],
    ),
  ];
}

/** True for a statement behind which no code runs. */
function isLeft(statement: Statement | undefined): boolean {
  return (
    statement?.type === "ReturnStatement" ||
    statement?.type === "BreakStatement" ||
    statement?.type === "ContinueStatement"
  );
}
