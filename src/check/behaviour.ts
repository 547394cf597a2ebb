import type { Flow } from "./flow.ts";
import { builtin, type CallSite, Place, TableValue } from "./value.ts";

/** How values move through a call of a library function. */
export type Behaviour = (flow: Flow, call: CallSite) => void;

/** What library functions may do with their arguments and what is in them (manual §6.4 to §6.6). */
const EVENTS = ["__tostring", "__len", "__lt", "__index", "__newindex"];

/**
 * The metamethods of arguments, and of what is in them, may be called with those and with strings, where nothing can wait. One place takes
 * what all library functions are given: with one for each there would be no end of places where metamethods are library functions.
 */
export function callMetamethods(flow: Flow, call: CallSite): void {
  const { given } = flow;
  const operands = argumentsOf(flow, call);
  flow.move(operands, given);
  flow.add(given, flow.string);
  eachTable(flow, operands, (table) => flow.move(flow.allOf(table), given));
}

/** The metamethods of what library functions are given may be called with all that they are given. */
export function followMetamethods(flow: Flow): void {
  const { given } = flow;
  const site = { arguments: [given, given, given], rest: undefined, result: new Place(), callees: undefined };
  for (const event of EVENTS) flow.operate([given], event, site);
}

/** Gives strings or numbers. */
export const inert: Behaviour = (flow, call) => flow.add(call.result, flow.string);

/** Every value of the arguments. */
function argumentsOf(flow: Flow, call: CallSite): Place {
  const all = new Place();
  for (const argument of call.arguments) flow.move(argument, all);
  if (call.rest !== undefined) flow.move(call.rest, all);
  return all;
}

function argument(flow: Flow, call: CallSite, position: number): Place {
  const place = new Place();
  const given = call.arguments[position];
  if (given !== undefined) flow.move(given, place);
  else if (call.rest !== undefined) flow.move(call.rest, place);
  return place;
}

function eachTable(flow: Flow, place: Place, found: (table: TableValue) => void): void {
  flow.watch(place, (value) => {
    if (value.kind === "table") found(value);
  });
}

/** Gives its arguments back, some or all (`select`, `math.max`). */
export const passArguments: Behaviour = (flow, call) => flow.move(argumentsOf(flow, call), call.result);

/** `table.remove(t)`, `table.unpack(t)`: an element of the table, `__index` respected. */
export const element: Behaviour = (flow, call) =>
  flow.read(argument(flow, call, 0), undefined, {
    ...call,
    arguments: [],
    rest: undefined,
    callees: undefined,
  });

/** `next(t)`: any key and value. */
export const entry: Behaviour = (flow, call) => readEntries(flow, argument(flow, call, 0), call.result);

function readEntries(flow: Flow, subject: Place, result: Place): void {
  flow.add(result, flow.string);
  eachTable(flow, subject, (table) => {
    flow.use(table, "*");
    flow.move(table.keys, result);
    flow.move(flow.allOf(table), result);
  });
}

/** `pairs(t)`: an iterator over the table, the table, or what `__pairs` gives. */
export const iterate: Behaviour = (flow, call) => {
  const subject = argument(flow, call, 0);
  flow.move(subject, call.result);
  flow.add(
    call.result,
    builtin("iterator", (step) => readEntries(flow, subject, step.result)),
  );
  eachTable(flow, subject, (table) => {
    flow.metamethod(table, "__pairs", (handler) =>
      flow.enter(handler, { ...call, arguments: [subject], rest: undefined }),
    );
  });
};

/** `ipairs(t)`: an iterator over the elements, and the table. */
export const iterateArray: Behaviour = (flow, call) => {
  const subject = argument(flow, call, 0);
  flow.move(subject, call.result);
  const step = (site: CallSite) =>
    flow.read(subject, undefined, {
      arguments: [],
      rest: undefined,
      result: site.result,
      callees: undefined,
    });
  flow.add(call.result, builtin("iterator", step));
};

/** `table.pack(…)`: a new table with the arguments in it. */
export const makeTable: Behaviour = (flow, call) => {
  const table = new TableValue();
  flow.move(argumentsOf(flow, call), table.dynamic);
  flow.add(call.result, table);
};

/** `table.insert(t, value)`, `__newindex` respected. */
export const insert: Behaviour = (flow, call) => {
  const site = { ...call, arguments: [], rest: undefined, callees: undefined };
  const values = new Place();
  for (const given of call.arguments.slice(1)) flow.move(given, values);
  if (call.rest !== undefined) flow.move(call.rest, values);
  flow.write(argument(flow, call, 0), undefined, values, site);
};

/** `table.move(from, …, to)`: elements of one table in another, which it gives. */
export const move: Behaviour = (flow, call) => {
  const site = { ...call, arguments: [], rest: undefined, callees: undefined };
  const values = new Place();
  flow.read(argument(flow, call, 0), undefined, { ...site, result: values });
  const target =
    call.arguments.length > 4 || call.rest !== undefined ? argument(flow, call, 4) : argument(flow, call, 0);
  flow.write(target, undefined, values, site);
  flow.move(target, call.result);
};

/** `table.sort(t, before)`: the comparison is called over and over with elements. */
export const sort: Behaviour = (flow, call) => {
  const values = new Place();
  flow.read(argument(flow, call, 0), undefined, {
    arguments: [],
    rest: undefined,
    result: values,
    callees: undefined,
  });
  flow.call(argument(flow, call, 1), {
    arguments: [values, values],
    rest: undefined,
    result: new Place(),
    callees: flow.looped,
  });
};

/** `string.gsub`: a replacement function is called over and over with strings; a table is read. */
export const gsub: Behaviour = (flow, call) => {
  const replacement = new Place();
  for (const given of [argument(flow, call, 2), argument(flow, call, 1)]) flow.move(given, replacement);
  flow.call(replacement, {
    arguments: [flow.text],
    rest: flow.text,
    result: new Place(),
    callees: flow.looped,
  });
  flow.add(call.result, flow.string);
};

/** `string.gmatch` gives an iterator over strings. */
export const gmatch: Behaviour = (flow, call) =>
  flow.add(
    call.result,
    builtin("iterator", (step) => flow.add(step.result, flow.string)),
  );

/** `pcall(f, …)` (1 argument is no argument of `f`) and `xpcall(f, handler, …)` (2). */
export const protectedCall =
  (skipped: number): Behaviour =>
  (flow, call) => {
    const tried = argument(flow, call, 0);
    flow.watch(tried, (value) => value.kind === "function" && flow.tried.add(value.body));
    flow.call(tried, {
      arguments: call.arguments.slice(skipped),
      rest: call.rest,
      result: call.result,
      callees: call.callees,
    });
    flow.move(flow.raised, call.result);
    if (skipped === 1) return;
    flow.call(argument(flow, call, 1), {
      arguments: [flow.raised],
      rest: undefined,
      result: call.result,
      callees: undefined,
    });
  };

/** `setmetatable(t, metatable)` gives the table. */
export const setMetatable: Behaviour = (flow, call) => {
  const metatable = argument(flow, call, 1);
  const subject = argument(flow, call, 0);
  eachTable(flow, subject, (table) => flow.setMetatable(table, metatable));
  flow.move(subject, call.result);
};

/** `getmetatable(value)`: a metatable, or what `__metatable` holds. */
export const readMetatable: Behaviour = (flow, call) => {
  flow.add(call.result, flow.strings);
  eachTable(flow, argument(flow, call, 0), (table) => {
    flow.move(table.metatables, call.result);
    flow.metamethod(table, "__metatable", (value) => flow.add(call.result, value));
  });
};

/** `error(value)` */
export const raise: Behaviour = (flow, call) => flow.move(argumentsOf(flow, call), flow.raised);

/** `assert(value, message, …)` gives all, or raises the message. */
export const assertion: Behaviour = (flow, call) => {
  flow.move(argumentsOf(flow, call), call.result);
  flow.move(argumentsOf(flow, call), flow.raised);
};
