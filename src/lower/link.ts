import type { CheckedPrompt, Used } from "../check/checked.ts";
import type { Frontmatter } from "../parse/prompt.ts";
import { call, type Expression, object } from "./es.ts";
import type { RuntimeName } from "./imports.ts";
import type { ModuleContext } from "./module-context.ts";

/** The runtime factory of a global, or those of a library's fields. */
type Link = RuntimeName | { readonly [field: string]: RuntimeName };

/** The same for all of them; the order is that of VM set-up (ENV-30). */
export type Links = Readonly<Record<string, Link>>;

/** Links as `linkGlobals` goes through them. */
export type LinkList = readonly (readonly [
  name: string,
  link: RuntimeName | readonly (readonly [field: string, factory: RuntimeName])[],
])[];

export function linkList(links: Links): LinkList {
  return Object.entries(links).map(([name, link]) => [
    name,
    typeof link === "string" ? link : Object.entries(link),
  ]);
}

/** The base library and those of strings, tables and numbers. */
export const LIBRARIES = {
  assert: "baseAssert",
  error: "baseError",
  getmetatable: "baseGetmetatable",
  ipairs: "baseIpairs",
  next: "baseNext",
  pairs: "basePairs",
  pcall: "basePcall",
  select: "baseSelect",
  setmetatable: "baseSetmetatable",
  tonumber: "baseTonumber",
  tostring: "baseTostring",
  type: "baseType",
  xpcall: "baseXpcall",
  string: {
    byte: "stringByte",
    char: "stringChar",
    dump: "stringDump",
    find: "stringFind",
    format: "stringFormat",
    gmatch: "stringGmatch",
    gsub: "stringGsub",
    len: "stringLen",
    lower: "stringLower",
    match: "stringMatch",
    pack: "stringPack",
    packsize: "stringPacksize",
    rep: "stringRep",
    reverse: "stringReverse",
    sub: "stringSub",
    unpack: "stringUnpack",
    upper: "stringUpper",
  },
  table: {
    concat: "tableConcat",
    create: "tableCreate",
    insert: "tableInsert",
    move: "tableMove",
    pack: "tablePack",
    remove: "tableRemove",
    sort: "tableSort",
    unpack: "tableUnpack",
  },
  math: {
    abs: "mathAbs",
    acos: "mathAcos",
    asin: "mathAsin",
    atan: "mathAtan",
    ceil: "mathCeil",
    cos: "mathCos",
    deg: "mathDeg",
    exp: "mathExp",
    floor: "mathFloor",
    fmod: "mathFmod",
    frexp: "mathFrexp",
    huge: "mathHuge",
    ldexp: "mathLdexp",
    log: "mathLog",
    max: "mathMax",
    maxinteger: "mathMaxinteger",
    min: "mathMin",
    mininteger: "mathMininteger",
    modf: "mathModf",
    pi: "mathPi",
    rad: "mathRad",
    random: "mathRandom",
    randomseed: "mathRandomseed",
    sin: "mathSin",
    sqrt: "mathSqrt",
    tan: "mathTan",
    tointeger: "mathTointeger",
    type: "mathType",
    ult: "mathUlt",
  },
} satisfies Links;

/** The runtime's name for each global that a section VM can have. */
export const LINKS: Links = {
  ...LIBRARIES,
  _VERSION: "baseVersion",
  args: "hostArgs",
  sys: "hostSys",
  var: "hostVar",
  log: "hostLog",
  store: {
    write: "hostStoreWrite",
    append: "hostStoreAppend",
    read: "hostStoreRead",
    read_numbered: "hostStoreReadNumbered",
    str_replace: "hostStoreStrReplace",
    delete: "hostStoreDelete",
    glob: "hostStoreGlob",
    exists: "hostStoreExists",
  },
  tools: {
    always: "hostToolsAlways",
    add: "hostToolsAdd",
    add_local: "hostToolsAddLocal",
    call: "hostToolsCall",
    calls: "hostToolsCalls",
    allow_tasks: "hostToolsAllowTasks",
  },
  models: {
    use: "hostModelsUse",
    default: "hostModelsDefault",
    get: "hostModelsGet",
    infer: "hostModelsInfer",
    loop: "hostModelsLoop",
  },
  messages: { new: "hostMessagesNew" },
  compactors: { fail: "hostCompactorsFail" },
  untrusted: "hostUntrusted",
  ui: "hostUi",
  jump: "hostJump",
  list_from_section: "hostListFromSection",
  item: "hostItem",
  call: "hostCall",
  fanout: "hostFanout",
  tasks: {
    spawn: "tasksSpawn",
    when_any: "tasksWhenAny",
    when_all: "tasksWhenAll",
    ready: "tasksReady",
    status: "tasksStatus",
    events: "tasksEvents",
    pending: "tasksPending",
    note: "tasksNote",
    cancel: "tasksCancel",
  },
  user_input: "hostUserInput",
};

export const LINK_LIST = linkList(LINKS);

/** The guarded globals and what installs them. */
export const GUARDS: Readonly<Record<string, RuntimeName>> = { argv: "installArgv", prose: "installProse" };

/** True for a global that never stands in the fields of the globals table: the host guards it. */
export function isGuarded(name: string): boolean {
  return Object.hasOwn(GUARDS, name);
}

/** True for the name of a function of the string library: `s:name()` most likely means that. */
export function isStringFunction(name: string): boolean {
  return Object.hasOwn(LIBRARIES.string, name);
}

/** True when tasks or arms may be started. */
export function startsTasks(used: Used): boolean {
  return used.has("", "fanout") || used.has("tasks", "spawn") || used.has("tools", "allow_tasks");
}

/** The functions that ask the host for something, by library. */
const ASKING: readonly (readonly [library: string, field?: string])[] = [
  ["store"],
  ["models", "infer"],
  ["models", "loop"],
  ["tools", "call"],
  ["tasks", "when_any"],
  ["tasks", "when_all"],
];

/** True when a run may ask its host for anything, whose answers a journal can keep. */
export function asksHost(used: Used): boolean {
  return used.has("", "user_input") || ASKING.some(([library, field]) => asks(used, library, field));
}

function asks(used: Used, library: string, field: string | undefined): boolean {
  if (field !== undefined) return used.has(library, field);
  return Object.keys(LINKS[library] as object).some((name) => used.has(library, name));
}

/** The functions of whose errors the engine knows more than their values say, by library: what waits, and what counts. */
const ANSWERING: readonly (readonly [library: string, field?: string])[] = [
  ...["call", "jump", "fanout", "log", "user_input"].map((name) => ["", name] as const),
  ["store"],
  ["tasks"],
  ["models", "infer"],
  ["models", "loop"],
  ["compactors", "fail"],
  ["tools", "call"],
  ["tools", "allow_tasks"],
];

/** True when an error may be an answer of the host's or the engine's (ERR-41). */
export function isAnswered(used: Used): boolean {
  return ANSWERING.some(([library, field]) => asks(used, library, field));
}

/** `{ log: hostLog, string: library({ format: stringFormat }) }`: exactly the globals that the prompt can name. */
export function linkGlobals(module: ModuleContext, used: Used, links: LinkList): Expression {
  const entries: [string, Expression][] = [];
  for (const [name, link] of links) {
    if (typeof link === "string") {
      if (used.has("", name)) entries.push([name, module.use(link)]);
      continue;
    }
    const fields = link.filter(([field]) => used.has(name, field));
    if (fields.length === 0 && !used.has("", name)) continue;
    const factories = fields.map(([field, factory]): [string, Expression] => [field, module.use(factory)]);
    entries.push([name, call(module.use("library"), [object(factories)])]);
  }
  return object(entries);
}

/** The installers of the guarded globals that the prompt can name and of what else its values need. */
export function linkGuards(module: ModuleContext, checked: CheckedPrompt): Expression[] {
  const { used } = checked;
  const guards = Object.entries(GUARDS).flatMap(([name, installer]) =>
    used.has("", name) ? [module.use(installer)] : [],
  );
  if (checked.mayHandleErrors) guards.push(module.use("installErrors"));
  if (checked.mayHaveNumbers) guards.push(module.use("installNumbers"));
  if (checked.prompt.shared !== undefined && asks(used, "store", undefined))
    guards.push(module.use("installStoreAtLoad"));
  if (startsTasks(used) && used.has("", "store")) guards.push(module.use("installClaims"));
  const offers = ["always", "add", "add_local"].some((field) => used.has("tools", field));
  return offers && used.has("models", "loop") ? [...guards, module.use("installToolScope")] : guards;
}

/** What sets the globals of declared names that the prompt can name, tool slots before model roles (ENV-30, TOOL-03). */
export function linkBindings(
  module: ModuleContext,
  used: Used,
  { tools, models }: Frontmatter,
): Expression[] {
  return [
    ...(tools.some(({ alias }) => used.has("", alias)) ? [module.use("bindTools")] : []),
    ...(models.some(({ label }) => used.has("", label)) ? [module.use("bindRoles")] : []),
  ];
}

/** What binds the contract to a run; undefined when it asks for nothing. */
export function linkPrepare(
  module: ModuleContext,
  { capabilities, tools, models }: Frontmatter,
): Expression | undefined {
  if (capabilities.length > 0 || tools.length > 0) return module.use("prepare");
  return models.length > 0 ? module.use("prepareRoles") : undefined;
}
