import { keepsInteger } from "../../parse/lua/integer.ts";
import { binaryEvents, unaryEvents } from "../../parse/lua/metamethod.ts";
import type { Binary, Unary } from "../../parse/lua/tree.ts";
import {
  assign,
  binary,
  call,
  conditional,
  delegate,
  type Expression,
  id,
  logical,
  number,
  sequence,
  text,
  unary,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { RuntimeName } from "../imports.ts";
import type { Kind, Value } from "../value.ts";
import { lowerExpression } from "./expression.ts";
import { FAST_PATHS, isInt32, isNoNumber, isNumber, isWhole } from "./fast-path.ts";
import { lowerFloat } from "./float.ts";
import { lowerLowBits } from "./low-bits.ts";
import { operandName } from "./operand.ts";
import { hold, operate, still } from "./operate.ts";
import { lowerProductModulo } from "./product-modulo.ts";

/** The runtime function of each operator, manual §3.4.1, §3.4.2. */
export const OPERATORS: Readonly<Record<string, RuntimeName>> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "//": "idiv",
  "%": "mod",
  "^": "pow",
  "&": "band",
  "|": "bor",
  "~": "bxor",
  "<<": "shl",
  ">>": "shr",
};

const NEGATIONS: Readonly<Record<string, RuntimeName>> = { "-": "unm", "~": "bnot" };

/** True for the operators that this file lowers. */
export function isArithmetic(operator: string): boolean {
  return operator in OPERATORS;
}

/** `a + b` and its like. */
export function lowerArithmetic(f: FunctionContext, node: Binary): Value {
  const fused = lowerFloat(f, node);
  if (fused !== undefined) return fused;
  const low = lowerLowBits(f, node) ?? lowerProductModulo(f, node);
  if (low !== undefined) return low;
  const operands = [lowerExpression(f, node.left), lowerExpression(f, node.right)] as const;
  const site = siteOf(f, node);
  if (f.module.colours.suspendsAt(node)) {
    return operate(f, operands, site, ([a, b]) =>
      delegate(
        call(
          f.use("arithmeticSteps"),
          [id("vm"), text(binaryEvents[node.operator]), a!, b!],
          f.region.place(node.position),
        ),
      ),
    );
  }
  const exact = exactSum(node.operator, operands);
  if (exact !== undefined) return exact;
  const next = nextSlot(f, node, operands, site);
  if (next !== undefined) return next;
  const inlined = f.hot ? inline(f, node, operands, site) : undefined;
  if (inlined !== undefined) return inlined;
  return applied(f, node, operands, site);
}

/** The operation as a call of the runtime. */
export function applied(
  f: FunctionContext,
  node: Binary | Unary,
  operands: readonly Value[],
  site = siteOf(f, node),
): Value {
  const loc = f.region.location(node.position, node.position + node.operator.length);
  const name = node.kind === "Binary" ? OPERATORS[node.operator]! : NEGATIONS[node.operator]!;
  return operate(
    f,
    operands,
    site,
    (parts) => call(f.use(name), [id("vm"), ...parts], loc),
    resultKind(node, operands),
  );
}

function siteOf(f: FunctionContext, node: Binary | Unary): number {
  const operands = node.kind === "Binary" ? [node.left, node.right] : [node.operand];
  return f.region.site(
    node.position,
    operands.map((operand) => operandName(f, operand)),
  );
}

/** What an operation gives. */
function resultKind({ operator }: Binary | Unary, operands: readonly Value[]): Kind {
  return keepsInteger(operator) && operands.every(({ kind }) => isWhole(kind)) ? "whole" : undefined;
}

/** `-a` and `~a`. */
export function lowerNegation(f: FunctionContext, node: Unary): Value {
  const operand = lowerExpression(f, node.operand);
  const site = siteOf(f, node);
  const operator = node.operator as "-" | "~";
  const name = NEGATIONS[operator]!;
  if (f.module.colours.suspendsAt(node)) {
    return operate(f, [operand], site, ([a]) =>
      delegate(
        call(f.use("unarySteps"), [id("vm"), text(unaryEvents[operator]), a!], f.region.place(node.position)),
      ),
    );
  }
  if (!f.hot) return applied(f, node, [operand], site);
  const loc = f.region.location(node.position, node.position + 1);
  const { before, parts } = hold(f, [operand]);
  const a = parts[0]!;
  const slow = sequence(f.moveTo(site), call(f.use(name), [id("vm"), a], loc));
  const test =
    name === "unm"
      ? logical("&&", isNumber(a), binary("!==", a, number(0)))
      : logical("&&", isNumber(a), isInt32(a));
  const fast = unary(operator, a);
  return { js: sequence(...before, conditional(test, fast, slow)), moves: true, kind: undefined };
}

/** `#list + 1` in hot code, where the next element goes: read in place for a plain list. */
function nextSlot(
  f: FunctionContext,
  node: Binary,
  operands: readonly [Value, Value],
  site: number,
): Value | undefined {
  const { left, right } = node;
  const isNext =
    node.operator === "+" && left.kind === "Unary" && left.operator === "#" && right.kind === "Integer";
  if (!f.hot || !isNext || right.value !== 1) return undefined;
  const { js } = operands[0];
  const test = js.type === "SequenceExpression" ? undefined : js;
  if (test?.type !== "ConditionalExpression" || test.consequent.type !== "BinaryExpression") return undefined;
  const loc = f.region.location(node.position, node.position + 1);
  const length = f.temporary();
  const slow = sequence(
    assign(length, test.alternate as Expression),
    f.moveTo(site),
    call(f.use("add"), [id("vm"), length, number(1)], loc),
  );
  return {
    js: conditional(test.test as Expression, test.consequent.left as Expression, slow),
    moves: true,
    kind: "slot",
  };
}

/** A loop counter plus or minus a small literal, or another counter: no check can fail. */
function exactSum(operator: string, [a, b]: readonly [Value, Value]): Value | undefined {
  if (operator !== "+" && operator !== "-") return undefined;
  const small = (value: Value) => value.kind === "index" || isSmallLiteral(value);
  if (a.moves || b.moves || !small(a) || !small(b) || (isSmallLiteral(a) && isSmallLiteral(b)))
    return undefined;
  const kind = isSmallLiteral(a) || isSmallLiteral(b) ? "index" : "integer";
  return still(binary(operator, a.js, b.js), kind);
}

function isSmallLiteral(value: Value): boolean {
  return value.kind === "integer" && value.js.type === "Literal" && (value.js.value as number) < 2 ** 31;
}

/** The operation with its fast path in place; undefined where it has none. */
function inline(
  f: FunctionContext,
  node: Binary,
  operands: readonly [Value, Value],
  site: number,
): Value | undefined {
  const [left, right] = operands;
  const build = FAST_PATHS[node.operator];
  if (build === undefined || isNoNumber(left.kind) || isNoNumber(right.kind)) return undefined;
  const { before, parts } = hold(f, operands);
  const [a, b] = parts as [Expression, Expression];
  const fast = (value: Value, js: Expression) => (value.double === undefined ? js : number(value.double));
  const loc = f.region.location(node.position, node.position + node.operator.length);
  let result: (Expression & { type: "Identifier" }) | undefined;
  const js = build({
    a: fast(left, a),
    b: fast(right, b),
    kinds: [left.kind, right.kind],
    result: () => (result ??= f.temporary()),
    slow: () => sequence(f.moveTo(site), call(f.use(OPERATORS[node.operator]!), [id("vm"), a, b], loc)),
  });
  if (js === undefined) return undefined;
  return { js: sequence(...before, js), moves: true, kind: resultKind(node, operands) };
}
