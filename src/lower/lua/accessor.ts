import {
  assign,
  binary,
  call,
  conditional,
  declare,
  type Expression,
  evaluate,
  functionDeclaration,
  id,
  type Location,
  logical,
  member,
  nil,
  returns,
  type Statement,
  text,
  unary,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import { isGuarded, isStringFunction } from "../link.ts";
import type { ModuleContext } from "../module-context.ts";
import { hasPart } from "./table-test.ts";

/** The function under a constant key of an object, or something to call in its place; `isSingle` where its first result alone is wanted. */
export function lowerMethod(
  f: FunctionContext,
  object: Expression,
  name: string,
  loc: Location,
  isSingle = false,
): Expression {
  const ofStrings = f.hot && f.module.fixesStrings ? f.region.fixed(`string.${name}`) : undefined;
  if (ofStrings !== undefined) {
    const other = call(f.use("method"), [id("vm"), object, text(name)], loc);
    const library = isSingle ? onlyFirst(ofStrings, `string.${name}`) : ofStrings;
    return conditional(binary("===", unary("typeof", object), text("string")), library, other);
  }
  return f.hot && !isGuarded(name)
    ? call(methodGetter(f.module, name), [id("vm"), object], loc)
    : call(f.use("method"), [id("vm"), object, text(name)], loc);
}

/** Library functions that can give their first result alone. */
const SHORTENED: ReadonlySet<string> = new Set(["string.find", "string.gsub"]);

/** `callee.one`, if the library function with that name has it. */
export const onlyFirst = (callee: Expression, name: string | undefined): Expression =>
  name !== undefined && SHORTENED.has(name) ? member(callee, "one") : callee;

/**
 * `method$name(vm, object)`: the function under a constant key, own or up to three `__index` tables away, of a string in the string library, else
 * what `method` gives. An accessor of its own gives each key its own inline caches. A table that is not `DYNAMIC` has no string key but its fields.
 */
function methodGetter(module: ModuleContext, name: string): Expression {
  return module.shared("method", name, (own) => {
    const inTable = logical(
      "&&",
      ...isRecord(module),
      logical("||", found(o, name), inherited(module, name)),
    );
    const library = indexOf(member(id("vm"), "strings"));
    const inString = logical(
      "&&",
      binary("===", unary("typeof", o), text("string")),
      ...hasPart(library, m, "s"),
      found(m, name),
    );
    const anywhere = isStringFunction(name) ? logical("||", inString, inTable) : inTable;
    const isFunction = logical("&&", anywhere, binary("===", unary("typeof", v), text("function")));
    return getter(own, isFunction, call(module.use("method"), [id("vm"), o, text(name)]));
  });
}

/** `get$name(vm, object)`: what an object without a field of that name has of up to three `__index` tables, else what `index` gives. */
export function fieldGetter(module: ModuleContext, name: string): Expression {
  return module.shared("get", name, (own) =>
    getter(
      own,
      logical("&&", ...isRecord(module), inherited(module, name)),
      call(module.use("index"), [id("vm"), o, text(name)]),
    ),
  );
}

/** The object, what was found under the key, and the table that is looked through. */
const [o, v, m] = [id("o"), id("v"), id("m")];

/** `function own(vm, o) { let v, m; return isFound ? v : other; }` */
function getter(own: string, isFound: Expression, other: Expression): Statement {
  return functionDeclaration(
    own,
    [id("vm"), o],
    [
      declare("let", [
        ["v", undefined],
        ["m", undefined],
      ]),
      returns(conditional(isFound, v, other)),
    ],
  );
}

/** True for an object that is a table, and has no string keys but its fields. */
const isRecord = (module: ModuleContext): Expression[] => [...hasPart(o, o, "s"), hasOnlyFields(module, o)];

/** True when the key is found in one of up to three `__index` tables. */
function inherited(module: ModuleContext, name: string): Expression {
  const inherits = (table: Expression) =>
    logical("&&", binary("!==", assign(m, member(table, "mt")), nil()), ...hasPart(indexOf(m), m, "s"));
  const inThird = logical("&&", inherits(m), found(m, name));
  const inSecond = logical(
    "&&",
    inherits(m),
    hasOnlyFields(module, m),
    logical("||", found(m, name), inThird),
  );
  return logical("&&", inherits(o), hasOnlyFields(module, m), logical("||", found(m, name), inSecond));
}

const found = (table: Expression, name: string): Expression =>
  binary("!==", assign(v, member(member(table, "s"), name)), nil());
const hasOnlyFields = (module: ModuleContext, table: Expression): Expression =>
  binary("!==", member(table, "s"), module.use("DYNAMIC"));
const indexOf = (metatable: Expression): Expression => assign(m, member(member(metatable, "s"), "__index"));

/** `set$name(vm, object, value)`: adds a constant key in a way of its own, so that tables filled alike share a hidden class. */
export function setter(module: ModuleContext, name: string): Expression {
  return module.shared("set", name, (own) => {
    const [o, v] = [id("o"), id("v")];
    const adds = logical("&&", binary("!==", v, nil()), call(module.use("takesField"), [o]));
    const add = assign(member(call(member(o, "ownFields"), []), name), v);
    const set = call(module.use("setField"), [id("vm"), o, text(name), v]);
    return functionDeclaration(own, [id("vm"), o, v], [evaluate(conditional(adds, add, set))]);
  });
}
