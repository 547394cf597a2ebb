import { isMulti } from "../../parse/lua/multiple.ts";
import type { Assignment, Index, Expression as LuaExpression, Name } from "../../parse/lua/tree.ts";
import {
  assign,
  call,
  declare,
  delegate,
  element,
  evaluate,
  id,
  isSimple,
  number,
  type Statement,
  text,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Value } from "../value.ts";
import { environment, environmentName, lowerLocal, writeElement, writeField } from "./access.ts";
import { lowerKey } from "./concatenation.ts";
import { lowerExpression, lowerMulti } from "./expression.ts";
import { isDoubleLocal, lowerDouble } from "./float.ts";
import { lowerIncrease } from "./increase.ts";
import { operandName } from "./operand.ts";
import { operate, still } from "./operate.ts";
import { isPositive } from "./positive.ts";

type Target = Name | Index;

/** `a, t[k] = f()`, manual §3.3.3: all expressions are evaluated, then the values are stored from right to left, as stock Lua does. */
export function lowerAssignment(f: FunctionContext, node: Assignment): Statement[] {
  const { targets, values } = node;
  if (targets.length === 1 && values.length === 1) {
    const steps = () => lowerStore(f, targets[0]!, lowerFor(f, targets[0]!, values[0]!), node.end - 1);
    return lowerIncrease(f, node, steps) ?? steps();
  }
  const steps: Statement[] = [];
  const places = targets.map((target) => holdTarget(f, target, steps));
  const given = lowerValues(f, targets, values, steps);
  for (let position = targets.length - 1; position >= 0; position--) {
    steps.push(...storeIn(f, places[position]!, given[position]!, node.end - 1));
  }
  return steps;
}

/** `target = value` for one target; an error is reported at `position`: real Lua stores after it has read the whole statement. */
export function lowerStore(f: FunctionContext, target: Target, value: Value, position: number): Statement[] {
  return storeIn(f, place(f, target), value, position);
}

/** The value for a target: a double for a local that holds one. */
function lowerFor(f: FunctionContext, target: Target, value: LuaExpression): Value {
  return target.kind === "Name" && isDoubleLocal(f, target)
    ? lowerDouble(f, value)
    : lowerExpression(f, value);
}

interface Place {
  readonly target: Target;
  readonly object: Value | undefined;
  readonly key: Value | undefined;
}

function place(f: FunctionContext, target: Target): Place {
  if (target.kind === "Name") return { target, object: undefined, key: undefined };
  const object = lowerExpression(f, target.object);
  const key = target.key.kind === "String" ? undefined : lowerKey(f, target.key);
  return { target, object, key };
}

/** The parts of a target in temporaries, so that the assignments of the same statement do not change them. */
function holdTarget(f: FunctionContext, target: Target, steps: Statement[]): Place {
  const { object, key } = place(f, target);
  const held = (value: Value | undefined): Value | undefined => {
    if (value === undefined || value.stable || (isSimple(value.js) && value.js.type !== "Identifier"))
      return value;
    const temporary = f.temporary();
    steps.push(evaluate(assign(temporary, value.js)));
    return still(temporary, value.kind);
  };
  return { target, object: held(object), key: held(key) };
}

/** One plain value per target; calls that give several are cut or filled with nil. */
function lowerValues(
  f: FunctionContext,
  targets: readonly Target[],
  values: readonly LuaExpression[],
  steps: Statement[],
): Value[] {
  const count = targets.length;
  const last = values[values.length - 1];
  const spreads =
    last !== undefined && isMulti(last) && values.length <= count && count > 1 && values.length !== count;
  const singles = spreads ? values.slice(0, -1) : values;
  const given = singles.map((node, position) => {
    const target = targets[position];
    const value = target === undefined ? lowerExpression(f, node) : lowerFor(f, target, node);
    const temporary = f.temporary();
    steps.push(evaluate(assign(temporary, value.js)));
    return still(temporary, value.kind);
  });
  if (spreads) {
    const list = f.constant("list");
    steps.push(declare("const", [[list, lowerMulti(f, last).js]]));
    for (let slot = 0; given.length < count; slot++) given.push(still(element(id(list), number(slot))));
  }
  while (given.length < count) given.push(still(id("undefined"), "nil"));
  return given;
}

function storeIn(
  f: FunctionContext,
  { target, object, key }: Place,
  value: Value,
  position: number,
): Statement[] {
  if (target.kind === "Name") return storeName(f, target, value, position);
  const loc = f.region.place(position);
  const site = f.region.site(position, [operandName(f, target.object)]);
  if (f.module.colours.suspendsAt(target)) {
    const at = key ?? still(text((target.key as { value: string }).value), "string");
    return [
      evaluate(
        operate(f, [object!, at, value], site, (operands) =>
          delegate(call(f.use("setIndexSteps"), [id("vm"), ...operands], f.region.place(position))),
        ).js,
      ),
    ];
  }
  if (f.hot && key?.kind === "slot" && target.object.kind === "Name" && target.object.variable !== undefined)
    f.region.large.add(target.object.variable);
  if (target.key.kind === "String")
    return [evaluate(writeField(f, object!, target.key.value, value, site, loc).js)];
  return [evaluate(writeElement(f, object!, key!, isPositive(f, target.key), value, site, loc).js)];
}

function storeName(f: FunctionContext, target: Name, value: Value, position: number): Statement[] {
  if (target.variable !== undefined) return [evaluate(assign(lowerLocal(f, target), value.js))];
  const object = environment(f, target);
  if (target.name === "_ENV" && target.environment === undefined) {
    return [evaluate(assign(id(f.region.environment), value.js))];
  }
  const site = f.region.site(position, [environmentName(f, target)]);
  if (f.module.colours.suspendsAt(target)) {
    return [
      evaluate(
        operate(f, [object, still(text(target.name), "string"), value], site, (operands) =>
          delegate(call(f.use("setIndexSteps"), [id("vm"), ...operands], f.region.place(position))),
        ).js,
      ),
    ];
  }
  return [evaluate(writeField(f, object, target.name, value, site, f.region.place(position)).js)];
}
