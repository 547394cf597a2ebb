/** True when all names that may be read (`used`, by library as in `Trace`) are among these: `type`, `store.read`. */
export function readsOnly(
  used: ReadonlyMap<string, ReadonlySet<string>>,
  names: ReadonlySet<string>,
): boolean {
  for (const [library, fields] of used) {
    for (const field of fields) if (!names.has(library === "" ? field : `${library}.${field}`)) return false;
  }
  return true;
}
