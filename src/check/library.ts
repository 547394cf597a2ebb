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
  type Library,
  makeTable,
  move,
  passArguments,
  protectedCall,
  raise,
  readMetatable,
  setMetatable,
  sort,
} from "./behaviour.ts";
import type { Flow } from "./flow.ts";
import { type AbstractValue, builtin, Place, type TableValue } from "./value.ts";

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

/** True for the full name of a library function, such as `type` or `string.sub`. */
export function isLibraryFunction(name: string): boolean {
  const [library, field] = name.includes(".") ? name.split(".") : [undefined, name];
  const names = library === undefined ? base : libraries[library];
  return names !== undefined && Object.hasOwn(names, field!) && !CONSTANTS.has(name);
}

/** The globals of a section VM before any Lua has run; `strings` is the metatable of strings. */
export function installLibrary(flow: Flow, globals: TableValue, strings: TableValue): Library {
  const library: Library = { globals, raised: new Place(), given: new Place() };
  followMetamethods(flow, library);
  const make = (name: string, behaviour: Behaviour): AbstractValue =>
    builtin(name, (call) => {
      behaviour(flow, call, library, strings);
      if (!RAW.has(name)) callMetamethods(flow, call, library);
    });
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
