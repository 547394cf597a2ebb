import type { SectionVM } from "../../engine/state.ts";
import { quoted, quotedList } from "../../host/quote.ts";
import { standInMetatable } from "../../host/stand-in.ts";
import { aliasesInScope, toolboxOf } from "../../host/tools/toolbox.ts";
import { hostError } from "../../lua/host-error.ts";
import { LuaTable } from "../../lua/table.ts";
import { toText } from "../../lua/to-text.ts";
import type { Value } from "../../lua/value.ts";
import { UNADDED } from "../unadded.ts";

/** `tools.calls`: nil until the first prose block of the section, then the live counts of the tools in scope (V1-20, V1-55). */
export function hostToolsCalls1(vm: SectionVM, library?: LuaTable): undefined {
  const { entry } = vm;
  if (entry.index === undefined) return;
  const toolbox = toolboxOf(vm);
  const counts = new Map<string, number>();
  const scope = new Set<string>();
  const table = countsTable(vm, counts, scope);
  toolbox.count = (alias) => {
    counts.set(alias, (counts.get(alias) ?? 0) + 1);
  };
  entry.onProse = () => {
    if (scope.size === 0 && library?.getString("calls") === undefined) library?.setField("calls", table);
    scope.clear();
    for (const alias of [...aliasesInScope(vm), ...toolbox.locals.keys()]) scope.add(alias);
  };
}

/** A table without fields of its own, over the counts. */
function countsTable(
  vm: SectionVM,
  counts: ReadonlyMap<string, number>,
  scope: ReadonlySet<string>,
): LuaTable {
  const read = (_table: Value, key: Value) => {
    const alias = toText(vm, key);
    if (scope.has(alias)) return counts.get(alias) ?? 0;
    throw hostError(vm, "lua", missing(vm, alias, [...scope].sort()));
  };
  const write = () => {
    throw hostError(vm, "lua", "tools.calls is read-only");
  };
  const table = new LuaTable();
  table.mt = standInMetatable(read, write, "tools.calls is read-only");
  return table;
}

function missing(vm: SectionVM, alias: string, scope: readonly string[]): string {
  const text = `tools.calls: ${quoted(alias)} is not in this section's tool scope; in-scope aliases: ${quotedList(scope)}`;
  if (vm.run.declarations?.tools.has(alias)) return text + UNADDED;
  return scope.length > 0 ? `${text} - check for typos or add it via tools.add` : text;
}
