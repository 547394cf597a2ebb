import type { Flow } from "./flow.ts";
import type { HostEntry } from "./host.ts";
import { messageLists } from "./message-list.ts";
import { type BuiltinValue, builtin, Place, type TableValue } from "./value.ts";

/** Puts what the host supplies under names into the globals. */
export function installHosts(
  flow: Flow,
  globals: TableValue,
  names: Readonly<Record<string, HostEntry>>,
): void {
  for (const [name, kind] of Object.entries(names)) installHost(flow, globals, name, kind);
}

/** Puts what the host supplies under a name into a table of the host, or the globals. */
export function installHost(flow: Flow, table: TableValue, name: string, kind: HostEntry): void {
  const place = flow.field(table, name);
  if (kind === "data") {
    flow.add(place, flow.hostData());
    flow.add(place, flow.string);
  } else if (kind === "list") flow.add(place, messageLists(flow));
  else if (typeof kind === "string") flow.add(place, hostFunction(flow, name, kind));
  else if (typeof kind === "function") flow.add(place, kind(flow));
  else {
    const inner = flow.table(name);
    flow.add(place, inner);
    for (const [field, fieldKind] of Object.entries(kind)) installHost(flow, inner, field, fieldKind);
  }
}

/** A host function gives data; functions it is given (handlers, compactors) it may call with data. */
function hostFunction(
  flow: Flow,
  name: string,
  kind: "plain" | "suspends" | "fills" | "gives",
): BuiltinValue {
  const data = flow.hostData();
  return builtin(
    name,
    (call) => {
      flow.add(call.result, data);
      if (kind !== "gives") flow.add(call.result, flow.string);
      const given = new Place();
      for (const argument of call.arguments) flow.move(argument, given);
      if (call.rest !== undefined) flow.move(call.rest, given);
      const handled = new Place();
      flow.add(handled, data);
      flow.add(handled, flow.string);
      flow.watch(given, (value) => {
        const inner = {
          arguments: [handled],
          rest: handled,
          result: new Place(),
          callees: new Set<never>(),
        };
        if (value.kind !== "table") return flow.enter(value, inner);
        flow.call(value.all, inner);
        if (kind === "fills") flow.add(value.dynamic, data);
        if (kind === "gives") flow.move(value.all, data.dynamic);
      });
    },
    kind !== "plain",
  );
}
