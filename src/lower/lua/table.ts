import { isMulti } from "../../parse/lua/multiple.ts";
import type { TableConstructor, TableItem } from "../../parse/lua/tree.ts";
import {
  array,
  assign,
  call,
  construct,
  declare,
  type Expression,
  evaluate,
  functionExpression,
  id,
  member,
  number,
  sequence,
  spread,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { ModuleContext } from "../module-context.ts";
import type { Value } from "../value.ts";
import { lowerExpression, lowerMulti } from "./expression.ts";
import { hold } from "./operate.ts";

type Keyed = Extract<TableItem, { kind: "Keyed" }>;

/** `{ … }`, manual §3.4.9: a literal of positional items and constant keys, or a table filled item by item. */
export function lowerTable(f: FunctionContext, node: TableConstructor): Value {
  if (node.items.length === 0) return { js: construct(f.use("LuaTable"), []), moves: false, kind: "table" };
  return isLiteral(node) ? lowerLiteral(f, node) : lowerFilled(f, node);
}

/** Positional items and distinct string keys, with all positional ones on one side, so that evaluation keeps its order. */
function isLiteral(node: TableConstructor): boolean {
  const keys = node.items.flatMap((item) => (item.kind === "Keyed" ? [item] : []));
  if (keys.some((item) => item.key.kind !== "String")) return false;
  const names = keys.map((item) => (item.key as { value: string }).value);
  if (new Set(names).size !== names.length) return false;
  return keys.length === 0 || keys.length === node.items.length;
}

function lowerLiteral(f: FunctionContext, node: TableConstructor): Value {
  const values: Value[] = [];
  const add = (value: Value) => {
    values.push(value);
    return value.js;
  };
  const LuaTable = f.use("LuaTable");
  const isRecord = node.items[0]!.kind === "Keyed";
  if (isRecord) {
    const names = node.items.map((item) => ((item as Keyed).key as { value: string }).value);
    const fields = construct(
      shape(f.module, names),
      node.items.map((item) => add(lowerExpression(f, item.value))),
    );
    const js = construct(LuaTable, [
      { type: "UnaryExpression", operator: "void", prefix: true, argument: number(0) },
      fields,
    ]);
    return { js, moves: values.some((value) => value.moves), kind: "table" };
  }
  const last = node.items[node.items.length - 1]!.value;
  const loc = f.region.place(node.start);
  if (node.items.length === 1 && isMulti(last))
    return {
      js: call(f.use("listTable"), [add(lowerMulti(f, last))], loc),
      moves: values[0]!.moves,
      kind: "table",
    };
  const items = node.items.map((item) =>
    item.value === last && isMulti(last)
      ? spread(add(lowerMulti(f, last)))
      : add(lowerExpression(f, item.value)),
  );
  const slots = array([number(0), ...items]);
  const moves = values.some((value) => value.moves);
  const isDense = !isMulti(last) && values.every((value) => value.kind !== undefined && value.kind !== "nil");
  return {
    js: isDense ? construct(LuaTable, [slots]) : call(f.use("arrayTable"), [slots], loc),
    moves,
    kind: "table",
  };
}

/** `new fields$1(x, y)`: the constant keys of a record, written in order so that all of its kind share a hidden class. */
function shape(module: ModuleContext, names: readonly string[]): Expression {
  return module.shared("fields", names.join(" "), (own) => {
    const params = names.map((_, position) => id(`v${position}`));
    const writes = names.map((name, position) =>
      evaluate(assign(member({ type: "ThisExpression" }, name), params[position]!)),
    );
    return declare("const", [[own, call(module.use("shaped"), [functionExpression(params, writes)])]]);
  });
}

/** Any mix of items: the table first, then each item in order. */
function lowerFilled(f: FunctionContext, node: TableConstructor): Value {
  const table = f.temporary();
  const steps: Expression[] = [assign(table, construct(f.use("LuaTable"), []))];
  let position = 0;
  for (const item of node.items) {
    const isLast = item === node.items[node.items.length - 1];
    if (item.kind === "Keyed") steps.push(lowerKeyed(f, table, item, position));
    else if (isLast && isMulti(item.value)) {
      const rest = lowerMulti(f, item.value).js;
      steps.push(
        call(f.use("append"), [table, number(position + 1), rest], f.region.place(item.value.start)),
      );
    } else {
      position++;
      const value = lowerExpression(f, item.value).js;
      steps.push(call(f.use("set"), [table, number(position), value], f.region.place(item.value.start)));
    }
  }
  return { js: sequence(...steps, table), moves: true, kind: "table" };
}

function lowerKeyed(f: FunctionContext, table: Expression, item: Keyed, pending: number): Expression {
  if (item.key.kind === "String") {
    const operands = [lowerExpression(f, item.key).js, lowerExpression(f, item.value).js];
    return call(member(table, "setField"), operands, f.region.place(item.start));
  }
  // C Lua writes the item once it has read its value.
  const site = f.region.site(item.end - 1, []);
  const { before, parts } = hold(f, [lowerExpression(f, item.key), lowerExpression(f, item.value)]);
  const given = [id("vm"), table, parts[0]!, parts[1]!, ...(pending > 0 ? [number(pending)] : [])];
  return sequence(...before, f.moveTo(site), call(f.use("rawSet"), given, f.region.place(item.start)));
}
