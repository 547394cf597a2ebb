import type { FunctionBody } from "../parse/lua/tree.ts";
import { Few } from "./few.ts";
import {
  type AbstractValue,
  type BuiltinValue,
  type CallSite,
  type FunctionValue,
  Place,
  STRINGS,
  type StringValue,
  TableValue,
  type Watcher,
} from "./value.ts";

/** As many `__call` may be chained (LUA-04): a value that is reached through more cannot be called. */
const LONGEST_CALL_CHAIN = 15;

/** More value movements than this and the prompt is taken to suspend everywhere: sound, and still linear. */
const MOST_MOVES = 3_000_000;

/** The same for calls that lead to calls at once, as metamethods do. */
const DEEPEST_ENTRY = 100;

/**
 * A subset-based points-to analysis (Andersen): every value that reaches a place is carried to the places it flows to until nothing changes.
 */
export class Flow {
  readonly #queue: Place[] = [];
  #moves = 0;
  #entries = 0;
  /** The fields that may be read from each library table; `*` for a computed key. */
  readonly used = new Map<string, Set<string>>();
  /** The fields that may be written to each library table; `*` for a computed key. */
  readonly written = new Map<string, Set<string>>();
  /** The tables that are metatables of others. */
  readonly #metatables = new Set<TableValue>();
  /** Functions that library functions call over and over, where nothing can wait. */
  readonly looped = new Few<FunctionValue | BuiltinValue>();
  /** The Lua functions that `pcall` and `xpcall` may call: what fails in them may be meant to. */
  readonly tried = new Set<FunctionBody>();
  readonly string: StringValue = { kind: "string" };
  /** The place of any string. */
  readonly text = new Place([this.string], true);
  readonly globals = new TableValue("");
  /** The metatable of strings. */
  readonly strings = new TableValue(STRINGS);
  /** A table that reads as a string does: it has the metatable of strings. */
  readonly #stringFields = new TableValue();
  /** Everything an `error` may have raised. */
  readonly raised = new Place([this.string]);
  /** Everything that library functions are given, and what is in it. */
  readonly given = new Place();

  constructor() {
    this.add(this.#stringFields.metatables, this.strings);
  }

  /** True when the analysis was given up; callers must then assume the worst. */
  get exhausted(): boolean {
    return this.#moves > MOST_MOVES;
  }

  /** The value may be in the place. */
  add(place: Place, value: AbstractValue): void {
    if (!place.addValue(value) || place.isQueued) return;
    place.isQueued = true;
    this.#queue.push(place);
  }

  /** Whatever is in `from` may be in `to`. */
  move(from: Place, to: Place): void {
    if (from === to || !(from.isFixed || from.addTarget(to))) return;
    const { values, carried } = from;
    for (let index = 0; index < carried; index++) this.add(to, values[index]!);
  }

  /** Calls `watcher` once for every value the place has or will have. */
  watch(place: Place, watcher: Watcher): void {
    if (!place.isFixed) place.addWatcher(watcher);
    const { values, carried } = place;
    for (let index = 0; index < carried; index++) watcher(values[index]!);
  }

  /** Runs until nothing changes. */
  solve(): void {
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) {
      while (next.carried < next.values.length) {
        if (this.exhausted) return;
        this.#carry(next, next.values[next.carried++]!);
      }
      next.isQueued = false;
    }
  }

  /** What is put behind the others meanwhile has seen the value. */
  #carry({ targets, watchers }: Place, value: AbstractValue): void {
    const [last, lastWatcher] = [targets.length, watchers.length];
    this.#moves += last + lastWatcher + 1;
    for (let index = 0; index < last; index++) this.add(targets[index]!, value);
    for (let index = 0; index < lastWatcher; index++) watchers[index]!(value);
  }

  /** The place of a constant string key of a table. */
  field(table: TableValue, name: string): Place {
    const known = table.fields.get(name);
    if (known !== undefined) return known;
    const place = new Place(this.#installed(table, name));
    table.fields.set(name, place);
    if (table.all !== undefined) this.move(place, table.all);
    return place;
  }

  #installed({ contents }: TableValue, name: string): AbstractValue[] {
    const values: AbstractValue[] = [];
    for (const layer of contents) {
      const made = layer.get(name)?.make(this);
      if (made instanceof Array) values.push(...made);
      else if (made !== undefined) values.push(made as AbstractValue);
    }
    return values;
  }

  /** The place of every value in a table. */
  allOf(table: TableValue): Place {
    if (table.all !== undefined) return table.all;
    for (const contents of table.contents) for (const name of contents.keys()) this.field(table, name);
    const all = new Place();
    table.all = all;
    for (const place of table.fields.values()) this.move(place, all);
    this.move(table.dynamic, all);
    return all;
  }

  /** A field of a library table may be read or written, `*` for any. */
  use(table: TableValue, name: string): void {
    record(this.used, table, name);
  }

  /** A table whose contents the host made: data, and whatever the program writes into it, at any depth. */
  hostData(): TableValue {
    const table = new TableValue();
    this.add(table.dynamic, table);
    this.add(table.dynamic, this.string);
    return table;
  }

  /** Values of `place`, or with `name` undefined of any key, flow to `result` as by `object[key]`. */
  read(object: Place, name: string | undefined, site: CallSite, seen = new Few<TableValue>()): void {
    this.watch(object, (value) => {
      if (value.kind === "table") this.readTable(value, name, site, seen);
      else if (value.kind === "string") this.readTable(this.#stringFields, name, site, seen);
    });
  }

  /** The same for one table, `__index` included. */
  readTable(table: TableValue, name: string | undefined, site: CallSite, seen: Few<TableValue>): void {
    if (!seen.add(table)) return;
    this.use(table, name ?? "*");
    if (name === undefined) this.move(this.allOf(table), site.result);
    else {
      this.move(this.field(table, name), site.result);
      this.move(table.dynamic, site.result);
    }
    this.metamethod(table, "__index", (handler) => {
      if (handler.kind === "table") this.readTable(handler, name, site, seen);
      else this.enter(handler, site);
    });
  }

  /** Values of `value` flow into `object` under a constant key, or any key, as by an assignment. */
  write(
    object: Place,
    name: string | undefined,
    value: Place,
    site: CallSite,
    seen = new Few<TableValue>(),
  ): void {
    this.watch(object, (table) => {
      if (table.kind === "table") this.#writeTable(table, name, value, site, seen);
    });
  }

  #writeTable(
    table: TableValue,
    name: string | undefined,
    value: Place,
    site: CallSite,
    seen: Few<TableValue>,
  ): void {
    if (!seen.add(table)) return;
    this.use(table, name ?? "*");
    record(this.written, table, name ?? "*");
    this.move(value, name === undefined ? table.dynamic : this.field(table, name));
    this.metamethod(table, "__newindex", (handler) => {
      if (handler.kind === "table") this.#writeTable(handler, name, value, site, seen);
      else this.enter(handler, site);
    });
  }

  /** The values of `metatable` become metatables of a table. */
  setMetatable(table: TableValue, metatable: Place): void {
    this.move(metatable, table.metatables);
    this.watch(metatable, (value) => {
      if (value.kind === "table") this.#metatables.add(value);
    });
  }

  /** True when some metatable may have a value under the event's name. */
  hasMetamethod(event: string): boolean {
    if (this.exhausted) return true;
    return [...this.#metatables].some(
      (table) => table.dynamic.values.length > 0 || this.field(table, event).values.length > 0,
    );
  }

  /** Calls `found` for every value a table's metatables may have under a metamethod's name. */
  metamethod(table: TableValue, event: string, found: (handler: AbstractValue) => void): void {
    let seen: Few<AbstractValue> | undefined;
    this.watch(table.metatables, (metatable) => {
      if (metatable.kind !== "table") return;
      seen ??= new Few();
      const known = seen;
      const once = (handler: AbstractValue) => {
        if (known.add(handler)) found(handler);
      };
      this.watch(this.field(metatable, event), once);
      this.watch(metatable.dynamic, once);
    });
  }

  /** A metamethod of any value in `operands` is called with them. */
  operate(operands: readonly Place[], event: string, site: CallSite): void {
    for (const operand of operands) {
      this.watch(operand, (value) => {
        if (value.kind === "table") this.metamethod(value, event, (handler) => this.enter(handler, site));
      });
    }
  }

  /** The values of `callee` are called. */
  call(callee: Place, site: CallSite): void {
    this.watch(callee, (value) => this.enter(value, site));
  }

  /** One value is called: arguments flow to parameters, returns to the result. */
  enter(callee: AbstractValue, site: CallSite): void {
    if (callee.kind === "string" || this.exhausted) return;
    this.#moves += this.#entries === DEEPEST_ENTRY ? MOST_MOVES : 1;
    this.#entries++;
    this.#enterAny(callee, site);
    this.#entries--;
  }

  #enterAny(callee: Exclude<AbstractValue, StringValue>, site: CallSite): void {
    if (callee.kind === "table") this.#enterTable(callee, site);
    else if (callee.kind === "builtin") {
      if (callee.suspends) site.callees?.add(callee);
      callee.apply(site);
    } else {
      site.callees?.add(callee);
      this.#bind(callee, site);
      this.move(callee.returns, site.result);
    }
  }

  #enterTable(table: TableValue, site: CallSite): void {
    const before = site.through ?? [];
    if (before.length === LONGEST_CALL_CHAIN || before.includes(table)) return;
    let inner: CallSite | undefined;
    this.metamethod(table, "__call", (handler) => {
      const self = new Place([table], true);
      inner ??= { ...site, arguments: [self, ...site.arguments], through: [...before, table] };
      this.enter(handler, inner);
    });
  }

  #bind(callee: FunctionValue, site: CallSite): void {
    for (let position = 0; position < site.arguments.length; position++)
      this.move(site.arguments[position]!, callee.parameters[position] ?? callee.extra);
    if (site.rest === undefined) return;
    for (const parameter of callee.parameters.slice(site.arguments.length)) this.move(site.rest, parameter);
    this.move(site.rest, callee.extra);
  }
}

function record(names: Map<string, Set<string>>, { library }: TableValue, name: string): void {
  if (library === undefined) return;
  const known = names.get(library);
  if (known === undefined) names.set(library, new Set([name]));
  else known.add(name);
}
