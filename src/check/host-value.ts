import type { Content, Contents } from "./contents.ts";
import type { Flow } from "./flow.ts";
import { type HostEntry, MadeValue } from "./host.ts";
import { messageLists } from "./message-list.ts";
import { type BuiltinValue, builtin, Place, TableValue } from "./value.ts";

/** What the host supplies under names. */
export function hostContents(names: Readonly<Record<string, HostEntry>>): Contents {
  return new Map(Object.entries(names).map(([name, kind]) => [name, hostContent(name, kind)]));
}

function hostContent(name: string, kind: HostEntry): Content {
  const [waits, fields] = [false, undefined];
  if (kind === "data") return { make: (flow) => [flow.hostData(), flow.string], waits, fields };
  if (kind === "list") return { make: messageLists, waits, fields };
  if (typeof kind === "string")
    return { make: (flow) => hostFunction(flow, name, kind), waits: kind !== "plain", fields };
  if (kind instanceof MadeValue) return kind;
  const contents = hostContents(kind);
  return { make: () => new TableValue(name, [contents]), waits, fields: contents };
}

/** A host function gives data; functions it is given (handlers, compactors) it may call with data. */
function hostFunction(
  flow: Flow,
  name: string,
  kind: "plain" | "suspends" | "fills" | "gives",
): BuiltinValue {
  const data = flow.hostData();
  const handled = new Place([data, flow.string], true);
  return builtin(
    name,
    (call) => {
      flow.add(call.result, data);
      if (kind !== "gives") flow.add(call.result, flow.string);
      const given = new Place();
      for (const argument of call.arguments) flow.move(argument, given);
      if (call.rest !== undefined) flow.move(call.rest, given);
      flow.watch(given, (value) => {
        const inner = { arguments: [handled], rest: handled, result: new Place(), callees: undefined };
        if (value.kind !== "table") return flow.enter(value, inner);
        flow.call(flow.allOf(value), inner);
        if (kind === "fills") flow.add(value.dynamic, data);
        if (kind === "gives") flow.move(flow.allOf(value), data.dynamic);
      });
    },
    kind !== "plain",
  );
}
