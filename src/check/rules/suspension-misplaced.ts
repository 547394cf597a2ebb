import type { FunctionBody, Node } from "../../parse/lua/tree.ts";
import type { Context } from "../context.ts";
import { type HostCall, isSpotOf } from "../mention.ts";
import { around, isAtTop } from "../spot.ts";

/** Nothing can wait in what a library function calls, nor while the shared library loads, but for the store there (SUS-02, ENV-32). */
export function suspensionMisplaced(context: Context): void {
  const { mentions, traced } = context;
  for (const name of [...mentions.names()].flatMap((global) => traced.installed.waitingAt(global))) {
    for (const call of context.callsOf(name)) {
      const where = context.isTried(call.call) ? undefined : placeOf(call, name, context.fact(callbacksOf));
      if (where === undefined) continue;
      context.reportNode("suspension-misplaced", call, call.call.node, {
        message: `\`${name}\` cannot wait ${where}`,
      });
    }
  }
}

function placeOf(
  { call, room }: HostCall,
  name: string,
  callbacks: ReadonlyMap<Node, string>,
): string | undefined {
  if (room.kind === "library" && isAtTop(call) && !name.startsWith("store."))
    return "while the shared library loads";
  for (const outer of around(call)) {
    if (!isSpotOf(outer, "Function")) continue;
    const callback = callbacks.get(outer.node);
    return callback && `in a function that ${callback} calls`;
  }
  return undefined;
}

/** The functions that library functions call where nothing can wait, and which do. */
function callbacksOf(context: Context): ReadonlyMap<Node, string> {
  const found = new Map<Node, string>();
  const add = (body: FunctionBody, caller: string) => found.set(body, caller);
  for (const callee of context.traced.looped)
    if (callee.kind === "function") add(callee.body, "`table.sort` or `string.gsub`");
  for (const [name, position] of CALLBACKS) {
    for (const { call } of context.callsOf(name)) {
      const given = call.node.arguments[position];
      if (given?.kind === "Function") add(given, `\`${name}\``);
    }
  }
  return found;
}

/** Where a library function takes the function that it calls. */
const CALLBACKS: readonly (readonly [name: string, argument: number])[] = [
  ["table.sort", 1],
  ["string.gsub", 2],
  ["xpcall", 1],
];
