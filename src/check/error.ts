import { readsOnly, TEXTUAL } from "./read-name.ts";

/** What neither raises a value of the program's own nor hands out one that was raised. */
const ERRORLESS: ReadonlySet<string> = new Set(TEXTUAL);

/** True when the Lua may raise a value of its own, or get hold of one that was raised. `used` is as in `Trace`. */
export function mayHandleErrors(used: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return !readsOnly(used, ERRORLESS);
}
