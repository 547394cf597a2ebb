import type { Block, Do, Goto, Label, Local, Statement as LuaStatement } from "../../parse/lua/tree.ts";
import {
  assign,
  block,
  breaks,
  continues,
  declare,
  evaluate,
  id,
  labeled,
  loop,
  number,
  type Statement,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import { leaving } from "./close.ts";
import { lowerFuel } from "./function.ts";
import { lowerSpares } from "./spare.ts";
import { lowerSequence } from "./statement.ts";

/** `goto name`: leaves the labelled block or begins its loop anew, whichever the label's block was made into. */
export function lowerGoto(f: FunctionContext, node: Goto): Statement[] {
  return [...leaving(f, node.end - 1), ...f.jumps.get(node.label)!()];
}

/**
 * The statements of a block that may hold labels, manual §3.3.4. A label that is only jumped to forward ends a labelled block, one jumped to backward
 * begins a loop; where those would overlap the block becomes a loop over a switch. `after` gives statements that belong to the same scope. Control
 * that reaches the end leaves the scope at `end`.
 */
export function lowerLabelled(
  f: FunctionContext,
  statements: Block,
  after?: () => Statement[],
  end = endOfBlock(f, statements),
): Statement[] {
  const at = statements.findIndex(isClosing);
  if (at < 0) return lowerJumps(f, statements, after ?? nothing);
  // Labels at the end of a block lie outside of its scope, but for those before an `until`.
  const labels =
    after === undefined
      ? statements
          .slice(at + 1)
          .reverse()
          .findIndex((other) => other.kind !== "Label")
      : 0;
  const last = labels < 0 ? at + 1 : statements.length - labels;
  const local = statements[at] as Local;
  const scope: Do = { kind: "Do", body: statements.slice(at + 1, last), start: local.end, end: local.end };
  f.closing.set(scope, { local, after: after ?? nothing, end });
  return lowerJumps(f, [...statements.slice(0, at + 1), scope, ...statements.slice(last)], nothing);
}

/** The last token that C Lua consumes before it closes the variables of a block. */
function endOfBlock(f: FunctionContext, statements: Block): number {
  const { body } = f;
  const isFunction = statements === body.body && body !== f.region.region.chunk;
  return (isFunction ? body.end : (statements[statements.length - 1]?.end ?? body.end)) - 1;
}

const nothing = (): Statement[] => [];

function isClosing(statement: LuaStatement): boolean {
  return statement.kind === "Local" && statement.variables.some((variable) => variable.attribute === "close");
}

function lowerJumps(f: FunctionContext, statements: Block, after: () => Statement[]): Statement[] {
  const jumps = jumpsOf(statements);
  if (jumps.length === 0) return lowerSpares(f, statements, [...lowerSequence(f, statements), ...after()]);
  if (isNested(jumps)) return lowerNested(f, statements, 0, jumps, after);
  return lowerSwitched(f, statements, jumps, after);
}

/** A label of a block and the statements from which it is reached. */
interface Jump {
  readonly label: Label;
  /** Index of the label. */
  readonly at: number;
  /** Index of the first statement before it that jumps to it. */
  readonly forwardFrom: number | undefined;
  readonly isBackward: boolean;
}

function jumpsOf(statements: Block): Jump[] {
  const origins = statements.map((statement) => gotosIn([statement]));
  return statements.flatMap((label, at) => {
    if (label.kind !== "Label") return [];
    const forward = origins.findIndex((labels) => labels.has(label));
    const isBackward = origins.slice(at + 1).some((labels) => labels.has(label));
    if (forward < 0) return [];
    return [{ label, at, forwardFrom: forward < at ? forward : undefined, isBackward }];
  });
}

/** True when the blocks and loops of all jumps lie inside one another, and no jump enters a loop. */
function isNested(jumps: readonly Jump[]): boolean {
  const ranges = jumps.flatMap((jump) => [
    ...(jump.forwardFrom === undefined ? [] : [[jump.forwardFrom, jump.at]]),
    ...(jump.isBackward ? [[jump.at, Number.POSITIVE_INFINITY]] : []),
  ]) as [number, number][];
  return ranges.every(([start, end]) =>
    ranges.every(([otherStart, otherEnd]) => otherStart <= start || otherStart >= end || otherEnd <= end),
  );
}

function lowerNested(
  f: FunctionContext,
  statements: Block,
  offset: number,
  jumps: readonly Jump[],
  after: () => Statement[],
): Statement[] {
  // The outermost range comes first: it begins first, and of those that begin together it ends last.
  const starts = jumps.flatMap((jump) => [
    ...(jump.forwardFrom === undefined
      ? []
      : [{ jump, start: jump.forwardFrom, end: jump.at, isLoop: false }]),
    ...(jump.isBackward ? [{ jump, start: jump.at, end: Number.POSITIVE_INFINITY, isLoop: true }] : []),
  ]);
  const [outer] = starts.sort((a, b) => a.start - b.start || b.end - a.end);
  if (outer === undefined) return [...lowerSequence(f, statements), ...after()];
  const { jump, isLoop } = outer;
  const name = f.constant(jump.label.name);
  const without = jumps.map((other) =>
    other.label !== jump.label
      ? other
      : { ...other, ...(isLoop ? { isBackward: false } : { forwardFrom: undefined }) },
  );
  const head = lowerSequence(f, statements.slice(0, outer.start - offset));
  if (isLoop) {
    f.jumps.set(jump.label, () => [continues(name)]);
    f.loops++;
    const body = f.breakTarget === undefined ? rest() : f.breakTarget.hide(rest);
    f.loops--;
    const { start } = jump.label;
    const fuel = lowerFuel(f, start, statements[statements.length - 1]!.end - start);
    return [...head, labeled(name, loop([fuel, ...body, breaks(name)]))];
    function rest(): Statement[] {
      return lowerNested(f, statements.slice(outer!.start - offset), outer!.start, without, after);
    }
  }
  f.jumps.set(jump.label, () => [breaks(name)]);
  const inner = without.filter((other) => within(other, outer.start, outer.end));
  const body = lowerNested(
    f,
    statements.slice(outer.start - offset, outer.end - offset),
    outer.start,
    inner,
    nothing,
  );
  const outside = without.filter((other) => !within(other, outer.start, outer.end));
  return [
    ...head,
    labeled(name, block(body)),
    ...lowerNested(f, statements.slice(outer.end - offset), outer.end, outside, after),
  ];
}

function within(jump: Jump, start: number, end: number): boolean {
  const first = Math.min(jump.forwardFrom ?? jump.at, jump.at);
  return first >= start && jump.at < end;
}

/** Any jumps: the block's segments between labels are the cases of a switch in a loop. Its locals live outside of the loop. */
function lowerSwitched(
  f: FunctionContext,
  statements: Block,
  jumps: readonly Jump[],
  after: () => Statement[],
): Statement[] {
  const name = f.constant("goto");
  const state = f.constant("state");
  const labels = jumps.map((jump) => jump.at);
  jumps.forEach((jump, position) => {
    f.jumps.set(jump.label, () => [evaluate(assign(id(state), number(position + 1))), continues(name)]);
  });
  const lower = () => {
    const bounds = [0, ...labels, statements.length];
    return bounds.slice(0, -1).map((start, position) => {
      const isLast = position === bounds.length - 2;
      const segment = lowerSequence(f, statements.slice(start, bounds[position + 1]));
      return isLast ? [...segment, ...after()] : segment;
    });
  };
  f.loops++;
  const segments = f.breakTarget === undefined ? lower() : f.breakTarget.hide(lower);
  f.loops--;
  const hoisted: string[] = [];
  const cases = segments.map((segment, position) => ({
    type: "SwitchCase" as const,
    test: number(position),
    consequent: segment.flatMap((statement) => hoist(statement, hoisted)),
  }));
  const body: Statement = { type: "SwitchStatement", discriminant: id(state), cases };
  const work = statements[statements.length - 1]!.end - statements[0]!.start;
  const fuel = lowerFuel(f, jumps[0]!.label.start, work);
  return [
    declare("let", [[state, number(0)], ...hoisted.map((local): [string, undefined] => [local, undefined])]),
    labeled(name, loop([fuel, body, breaks(name)])),
  ];
}

/** A declaration at the top of a case becomes an assignment to a local outside of the loop. */
function hoist(statement: Statement, hoisted: string[]): Statement[] {
  if (statement.type !== "VariableDeclaration") return [statement];
  return statement.declarations.map((declarator) => {
    const { name } = declarator.id as { name: string };
    hoisted.push(name);
    return evaluate(assign(id(name), declarator.init ?? id("undefined")));
  });
}

/** The labels that gotos in these statements jump to, functions left out. */
function gotosIn(statements: Block): Set<Label> {
  const found = new Set<Label>();
  const visit = (statement: LuaStatement): void => {
    switch (statement.kind) {
      case "Goto":
        found.add(statement.label);
        return;
      case "Do":
      case "While":
      case "Repeat":
      case "NumericFor":
      case "GenericFor":
        statement.body.forEach(visit);
        return;
      case "If":
        for (const clause of statement.clauses) clause.body.forEach(visit);
        statement.otherwise?.forEach(visit);
        return;
      default:
        return;
    }
  };
  statements.forEach(visit);
  return found;
}
