import { isMulti } from "../../parse/lua/multiple.ts";
import type * as Lua from "../../parse/lua/tree.ts";
import {
  assign,
  declare,
  type Expression,
  element,
  evaluate,
  id,
  isSimple,
  number,
  type Statement,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Value } from "../value.ts";
import { lowerKey } from "./concatenation.ts";
import { lowerExpression, lowerMulti } from "./expression.ts";
import { lowerDouble } from "./float.ts";
import { lowerFunction } from "./function.ts";

const LITERALS: ReadonlySet<string> = new Set(["String", "Integer", "Float", "Nil", "Boolean"]);
const isLiteral = (expression: Lua.Expression): boolean => LITERALS.has(expression.kind);

/** `local a, b <const> = f()` */
export function lowerLocalDeclaration(f: FunctionContext, node: Lua.Local): Statement[] {
  const { variables, values } = node;
  const result: Statement[] = [];
  const last = values[values.length - 1];
  const spreads = last !== undefined && isMulti(last) && values.length <= variables.length && !isSingle(node);
  const singles = (spreads ? values.slice(0, -1) : values).map((value, position) => {
    const variable = variables[position];
    return variable !== undefined && holdsDouble(f, variable, value)
      ? lowerDouble(f, value)
      : variable !== undefined && f.region.scope.keys.has(variable)
        ? lowerKey(f, value)
        : lowerExpression(f, value);
  });
  let list: string | undefined;
  const initial: Expression[] = singles.map((value) => value.js);
  if (spreads) {
    // The list is read after the values before it have run, as ES evaluates declarations in order.
    list = f.constant("list");
    const all = list;
    const { js } = lowerMulti(f, last);
    const held = singles.map((value) => (value.moves ? f.temporary() : undefined));
    held.forEach((temporary, position) => {
      if (temporary === undefined) return;
      result.push(evaluate(assign(temporary, initial[position]!)));
      initial[position] = temporary;
    });
    result.push(declare("const", [[all, js]]));
    for (let slot = singles.length; slot < variables.length; slot++) {
      initial.push(element(id(all), number(slot - singles.length)));
    }
  }
  for (const [position, variable] of variables.entries()) {
    const name = f.region.names.declare(variable.name);
    f.region.variables.set(variable, name);
    const isConstant = !f.region.scope.assigned.has(variable);
    if (singles[position]?.kind === "double") f.region.doubles.add(variable);
    else if (isConstant && !spreads) {
      const known = singles[position];
      f.region.kinds.set(variable, known?.kind ?? (values.length === 0 ? "nil" : undefined));
      if (known !== undefined && isConstantValue(known)) f.region.constants.set(variable, known);
    }
    const value = initial[position];
    result.push(
      isConstant
        ? declare("const", [
            [name, value ?? { type: "UnaryExpression", operator: "void", prefix: true, argument: number(0) }],
          ])
        : declare("let", [[name, value]]),
    );
  }
  const constant = variables[variables.length - 1]!;
  if (constant.attribute === "const" && values.length === variables.length && isLiteral(last!)) {
    f.region.literals.set(constant, last!);
  }
  for (const extra of initial.slice(variables.length)) result.push(evaluate(extra));
  return result;
}

/** True for a local that is given nothing but floats, where it gains from holding doubles; a constant stands where it is used. */
function holdsDouble(f: FunctionContext, variable: Lua.Variable, value: Lua.Expression): boolean {
  const { floats, assigned } = f.region.scope;
  if (!f.module.computesPlainly || !floats.has(variable)) return false;
  return assigned.has(variable) || (f.hot && value.kind !== "Float");
}

function isSingle(node: Lua.Local): boolean {
  return node.variables.length === node.values.length;
}

/** A number, boolean or nil: no longer than a name, and known where it is used. */
function isConstantValue({ js, kind }: Value): boolean {
  return kind === "boxed" || (kind !== "string" && isSimple(js) && js.type !== "Identifier");
}

/** `local function f() … end` */
export function lowerLocalFunction(f: FunctionContext, node: Lua.LocalFunction): Statement[] {
  const name = f.region.names.declare(node.variable.name);
  f.region.variables.set(node.variable, name);
  const isConstant = !f.region.scope.assigned.has(node.variable);
  if (isConstant) {
    f.region.kinds.set(node.variable, "function");
    f.region.functions.set(node.variable, node.function);
  }
  return [declare(isConstant ? "const" : "let", [[name, lowerFunction(f.region, node.function)]])];
}
