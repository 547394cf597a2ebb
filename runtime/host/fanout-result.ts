import { runtimeError } from "../lua/error.ts";
import { LuaTable } from "../lua/table.ts";
import type { LuaFunction, Value } from "../lua/value.ts";
import { standInMetatable } from "./stand-in.ts";

/** What an arm has come to (FAN-20). */
export interface ArmResult {
  /** A byte string. */
  readonly text: string;
  readonly ok: boolean;
  readonly item: Value;
  readonly exhausted: boolean;
}

/** Makes the results of one `fanout`: empty tables that show their fields, their text, and refuse writes (FAN-20, FAN-22). */
export function fanoutResults(): (result: ArmResult) => LuaTable {
  const text: LuaFunction = (result) => (result instanceof FanoutResult ? result.result.text : undefined);
  const shown = new LuaTable();
  shown.setField("__tostring", text);
  const metatable = standInMetatable(read, refuse, shown);
  metatable.setField("__tostring", text);
  return (result) => {
    const table = new FanoutResult(result);
    table.mt = metatable;
    return table;
  };
}

class FanoutResult extends LuaTable {
  readonly result: ArmResult;

  constructor(result: ArmResult) {
    super();
    this.result = result;
  }
}

const read: LuaFunction = (table, key) =>
  table instanceof FanoutResult && typeof key === "string" && Object.hasOwn(table.result, key)
    ? table.result[key as keyof ArmResult]
    : undefined;

const refuse: LuaFunction = () => {
  throw runtimeError("fanout results are read-only");
};
