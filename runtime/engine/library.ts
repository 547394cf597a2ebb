import { LuaTable } from "../lua/table.ts";
import type { Factory } from "./module.ts";

/** Makes a library table of the fields that the prompt can name. */
export function library(factories: { readonly [name: string]: Factory }): Factory {
  return (vm) => {
    const table = new LuaTable();
    for (const name of Object.keys(factories)) table.setField(name, factories[name]!(vm, table));
    return table;
  };
}
