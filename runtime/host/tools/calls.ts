import type { SectionVM } from "../../engine/state.ts";
import { hostError } from "../../lua/host-error.ts";
import { LuaTable } from "../../lua/table.ts";
import { toText } from "../../lua/to-text.ts";
import type { Value } from "../../lua/value.ts";
import { quoted, quotedList } from "../quote.ts";
import { standInMetatable } from "../stand-in.ts";
import { aliasesInScope, toolboxOf } from "./toolbox.ts";

/** `tools.calls`: nil until the section entry calls a tool, then the live counts (TOOL-70, TOOL-71). */
export function hostToolsCalls(vm: SectionVM, library?: LuaTable): undefined {
  const counts = new Map<string, number>();
  const table = countsTable(vm, counts);
  toolboxOf(vm).count = (alias) => {
    if (counts.size === 0) library?.setField("calls", table);
    for (const known of aliasesInScope(vm)) if (!counts.has(known)) counts.set(known, 0);
    counts.set(alias, (counts.get(alias) ?? 0) + 1);
  };
}

/** A table without fields of its own, over the counts. */
function countsTable(vm: SectionVM, counts: ReadonlyMap<string, number>): LuaTable {
  const read = (_table: Value, key: Value) => {
    const alias = toText(vm, key);
    const count = counts.get(alias);
    if (count !== undefined) return count;
    throw hostError(vm, "lua", missing(vm, alias, [...counts.keys()].sort()));
  };
  const write = () => {
    throw hostError(vm, "lua", "tools.calls is read-only");
  };
  const table = new LuaTable();
  table.mt = standInMetatable(read, write, "tools.calls is read-only");
  return table;
}

function missing(vm: SectionVM, alias: string, seeded: readonly string[]): string {
  const text = `tools.calls: ${quoted(alias)} has no seeded count; seeded aliases: ${quotedList(seeded)}`;
  if (vm.run.bindings?.tools.has(alias)) {
    return `${text} (alias is a bound tool slot but was neither added to this section's scope nor dispatched by tools.call)`;
  }
  return seeded.length > 0 ? `${text} - check for typos or add it via tools.add` : text;
}
