import {
  assertion,
  type Behaviour,
  callMetamethods,
  element,
  entry,
  followMetamethods,
  gmatch,
  gsub,
  inert,
  insert,
  iterate,
  iterateArray,
  makeTable,
  move,
  passArguments,
  protectedCall,
  raise,
  readMetatable,
  setMetatable,
  sort,
} from "./behaviour.ts";
import type { Content, Contents } from "./contents.ts";
import type { Flow } from "./flow.ts";
import { builtin, TableValue } from "./value.ts";

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

/** Functions that call no metamethods but those that their behaviours follow. */
const RAW = new Set([
  "assert",
  "error",
  "getmetatable",
  "next",
  "pcall",
  "select",
  "setmetatable",
  "type",
  "xpcall",
]);

/** Values of the libraries that are no functions. */
const CONSTANTS = new Set(["math.huge", "math.maxinteger", "math.mininteger", "math.pi"]);

/** The full names of all library functions. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  [
    ...Object.keys(base),
    ...Object.entries(libraries).flatMap(([name, fields]) =>
      Object.keys(fields).map((field) => `${name}.${field}`),
    ),
  ].filter((name) => !CONSTANTS.has(name)),
);

/** True for the full name of a library function, such as `type` or `string.sub`. */
export function isLibraryFunction(name: string): boolean {
  return FUNCTIONS.has(name);
}

/** The globals of a section VM before any Lua has run. */
const globals: Contents = new Map([
  ...functions(base, ""),
  ...Object.entries(libraries).map(([name, fields]): [string, Content] => {
    const contents = new Map(functions(fields, `${name}.`));
    return [name, { make: () => new TableValue(name, [contents]), waits: false, fields: contents }];
  }),
  ["_G", { make: (flow) => flow.globals, waits: false, fields: undefined }],
]);

/** The metatable of strings. */
const strings: Contents = new Map([
  [
    "__index",
    { make: (flow) => flow.field(flow.globals, "string").values[0]!, waits: false, fields: undefined },
  ],
]);

/** Puts the base functions and the libraries into the globals. */
export function installLibrary(flow: Flow): void {
  flow.globals.contents.push(globals);
  flow.strings.contents.push(strings);
  followMetamethods(flow);
}

function functions(behaviours: Readonly<Record<string, Behaviour>>, prefix: string): [string, Content][] {
  return Object.entries(behaviours).map(([key, behaviour]) => {
    const name = prefix + key;
    const apply = RAW.has(name) ? behaviour : withMetamethods(behaviour);
    return [
      key,
      { make: (flow) => builtin(name, (call) => apply(flow, call)), waits: false, fields: undefined },
    ];
  });
}

function withMetamethods(behaviour: Behaviour): Behaviour {
  return (flow, call) => {
    behaviour(flow, call);
    callMetamethods(flow, call);
  };
}
