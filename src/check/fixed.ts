import type { Flow } from "./flow.ts";
import { isLibraryFunction, libraries } from "./library.ts";
import { STRINGS, type TableValue } from "./value.ts";

/** The library functions whose places hold them and are never written. */
export function fixedNames(flow: Flow): Set<string> {
  const found = new Set<string>();
  if (flow.exhausted) return found;
  const { globals } = flow;
  addFixed(found, flow, globals, "");
  for (const name of Object.keys(libraries)) {
    const values = globals.fields.get(name)?.values;
    const table = values?.[0];
    if (values?.length === 1 && table?.kind === "table" && !isIn(flow.written, "", name))
      addFixed(found, flow, table, `${name}.`);
  }
  return found;
}

/** True when no metamethod can compute `a + b` or another operation of arithmetic. */
export function computesPlainly(flow: Flow): boolean {
  if (flow.exhausted || (flow.written.get(STRINGS)?.size ?? 0) > 0) return false;
  return !ARITHMETIC.some((event) => flow.hasMetamethod(event));
}

/** True when methods of strings are always those of the string library. */
export function fixesStrings(flow: Flow): boolean {
  return !flow.exhausted && !isIn(flow.written, STRINGS, "__index");
}

/** What operations that give floats may call. */
const ARITHMETIC = ["__add", "__sub", "__mul", "__div", "__unm"];

function addFixed(found: Set<string>, flow: Flow, table: TableValue, prefix: string): void {
  for (const [name, { values }] of table.fields) {
    const value = values[0];
    const isOne = values.length === 1 && value?.kind === "builtin" && value.name === prefix + name;
    const isRead = isOne && isLibraryFunction(value.name) && isIn(flow.used, table.library!, name);
    if (isRead && !isIn(flow.written, table.library!, name)) found.add(value.name);
  }
}

function isIn(names: ReadonlyMap<string, ReadonlySet<string>>, library: string, name: string): boolean {
  const known = names.get(library);
  return known !== undefined && (known.has(name) || known.has("*"));
}
