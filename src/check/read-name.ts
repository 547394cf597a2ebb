/** Names that take and give texts, and raise nothing of the program's own. */
export const TEXTUAL: readonly string[] = [
  "args",
  "call",
  "jump",
  "log",
  "models",
  "models.infer",
  "prose",
  "store",
  "store.append",
  "store.delete",
  "store.exists",
  "store.read",
  "store.read_numbered",
  "store.write",
  "type",
  "untrusted",
  "user_input",
];

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
