import {
  type AbstractValue,
  type BuiltinValue,
  type CallSite,
  type Flow,
  Place,
  type TableValue,
} from "./flow.ts";

/** The base functions and libraries that a prompt can name (ENV-01), and how values move through each. */
export interface Library {
  readonly globals: TableValue;
  /** Everything an `error` may have raised. */
  readonly raised: Place;
}

type Behaviour = (flow: Flow, call: CallSite, library: Library, strings: TableValue) => void;

/** Gives strings or numbers. */
const inert: Behaviour = (flow, call) => flow.add(call.result, flow.string);

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

const passArguments: Behaviour = (flow, call) => flow.move(argumentsOf(flow, call), call.result);

/** `table.remove(t)`, `table.unpack(t)`: an element of the table, `__index` respected. */
const element: Behaviour = (flow, call) =>
  flow.read(argument(flow, call, 0), undefined, {
    ...call,
    arguments: [],
    rest: undefined,
    callees: undefined,
  });

/** `next(t)`: any key and value. */
const entry: Behaviour = (flow, call) => readEntries(flow, argument(flow, call, 0), call.result);

function readEntries(flow: Flow, subject: Place, result: Place): void {
  flow.add(result, flow.string);
  eachTable(flow, subject, (table) => {
    flow.use(table, "*");
    flow.move(table.keys, result);
    flow.move(table.all, result);
  });
}

/** `pairs(t)`: an iterator over the table, the table, or what `__pairs` gives. */
const iterate: Behaviour = (flow, call) => {
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

const iterateArray: Behaviour = (flow, call) => {
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

const makeTable: Behaviour = (flow, call) => {
  const table = flow.table();
  flow.move(argumentsOf(flow, call), table.dynamic);
  flow.add(call.result, table);
};

const insert: Behaviour = (flow, call) => {
  const site = { ...call, arguments: [], rest: undefined, callees: undefined };
  const values = new Place();
  for (const given of call.arguments.slice(1)) flow.move(given, values);
  if (call.rest !== undefined) flow.move(call.rest, values);
  flow.write(argument(flow, call, 0), undefined, values, site);
};

const move: Behaviour = (flow, call) => {
  const site = { ...call, arguments: [], rest: undefined, callees: undefined };
  const values = new Place();
  flow.read(argument(flow, call, 0), undefined, { ...site, result: values });
  const target =
    call.arguments.length > 4 || call.rest !== undefined ? argument(flow, call, 4) : argument(flow, call, 0);
  flow.write(target, undefined, values, site);
  flow.move(target, call.result);
};

const sort: Behaviour = (flow, call) => {
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

const gsub: Behaviour = (flow, call) => {
  const replacement = new Place();
  for (const given of [argument(flow, call, 2), argument(flow, call, 1)]) flow.move(given, replacement);
  const captures = new Place();
  flow.add(captures, flow.string);
  flow.call(replacement, {
    arguments: [captures],
    rest: captures,
    result: new Place(),
    callees: flow.looped,
  });
  flow.add(call.result, flow.string);
};

/** `string.gmatch` gives an iterator over strings. */
const gmatch: Behaviour = (flow, call) =>
  flow.add(
    call.result,
    builtin("iterator", (step) => flow.add(step.result, flow.string)),
  );

const protectedCall =
  (skipped: number): Behaviour =>
  (flow, call, library) => {
    flow.call(argument(flow, call, 0), {
      arguments: call.arguments.slice(skipped),
      rest: call.rest,
      result: call.result,
      callees: call.callees,
    });
    flow.move(library.raised, call.result);
    if (skipped === 1) return;
    flow.call(argument(flow, call, 1), {
      arguments: [library.raised],
      rest: undefined,
      result: call.result,
      callees: undefined,
    });
  };

const setMetatable: Behaviour = (flow, call) => {
  const metatable = argument(flow, call, 1);
  const subject = argument(flow, call, 0);
  eachTable(flow, subject, (table) => flow.setMetatable(table, metatable));
  flow.move(subject, call.result);
};

const readMetatable: Behaviour = (flow, call, _library, strings) => {
  flow.add(call.result, strings);
  eachTable(flow, argument(flow, call, 0), (table) => {
    flow.move(table.metatables, call.result);
    flow.metamethod(table, "__metatable", (value) => flow.add(call.result, value));
  });
};

const raise: Behaviour = (flow, call, library) => flow.move(argumentsOf(flow, call), library.raised);

const assertion: Behaviour = (flow, call, library) => {
  flow.move(argumentsOf(flow, call), call.result);
  flow.move(argumentsOf(flow, call), library.raised);
};

/** ENV-01. A name maps to how its values move. */
export const base: Readonly<Record<string, Behaviour>> = {
  assert: assertion,
  error: raise,
  getmetatable: readMetatable,
  ipairs: iterateArray,
  next: entry,
  pairs: iterate,
  pcall: protectedCall(1),
  select: passArguments,
  setmetatable: setMetatable,
  tonumber: inert,
  tostring: inert,
  type: inert,
  xpcall: protectedCall(2),
};

/** LIB-10, LIB-30, LIB-70: the libraries' functions. */
export const libraries: Readonly<Record<string, Readonly<Record<string, Behaviour>>>> = {
  string: {
    byte: inert,
    char: inert,
    dump: inert,
    find: inert,
    format: inert,
    gmatch,
    gsub,
    len: inert,
    lower: inert,
    match: inert,
    pack: inert,
    packsize: inert,
    rep: inert,
    reverse: inert,
    sub: inert,
    unpack: inert,
    upper: inert,
  },
  table: {
    concat: inert,
    create: makeTable,
    insert,
    move,
    pack: makeTable,
    remove: element,
    sort,
    unpack: element,
  },
  math: Object.fromEntries(
    (
      "abs acos asin atan ceil cos deg exp floor fmod frexp huge ldexp log max maxinteger min mininteger modf pi rad " +
      "random randomseed sin sqrt tan tointeger type ult"
    )
      .split(" ")
      .map((name) => [name, name === "max" || name === "min" ? passArguments : inert]),
  ),
};

/** Values of the libraries that are no functions. */
const CONSTANTS = new Set(["math.huge", "math.maxinteger", "math.mininteger", "math.pi"]);

/** True for the full name of a library function, such as `type` or `string.sub`. */
export function isLibraryFunction(name: string): boolean {
  const [library, field] = name.includes(".") ? name.split(".") : [undefined, name];
  const names = library === undefined ? base : libraries[library];
  return names !== undefined && Object.hasOwn(names, field!) && !CONSTANTS.has(name);
}

/** A library or host function as a value. */
export function builtin(name: string, apply: (call: CallSite) => void, suspends = false): BuiltinValue {
  return { kind: "builtin", name, suspends, apply };
}

/** The globals of a section VM before any Lua has run; `strings` is the metatable of strings. */
export function installLibrary(flow: Flow, globals: TableValue, strings: TableValue): Library {
  const library: Library = { globals, raised: new Place() };
  const make = (name: string, behaviour: Behaviour): AbstractValue =>
    builtin(name, (call) => behaviour(flow, call, library, strings));
  for (const [name, behaviour] of Object.entries(base))
    flow.add(flow.field(globals, name), make(name, behaviour));
  for (const [name, functions] of Object.entries(libraries)) {
    const table = flow.table(name);
    for (const [key, behaviour] of Object.entries(functions)) {
      flow.add(flow.field(table, key), make(`${name}.${key}`, behaviour));
    }
    flow.add(flow.field(globals, name), table);
    if (name === "string") flow.add(flow.field(strings, "__index"), table);
  }
  flow.add(flow.field(globals, "_G"), globals);
  flow.add(library.raised, flow.string);
  flow.add(flow.stringFields.metatables, strings);
  return library;
}
