import type { Json, JsonObject } from "../json.ts";
import { closingFailure } from "./failure.ts";
import type { Entry } from "./state.ts";

/** Has `read` give the entry's `var` to those who ask, and to the chain when the entry closes (VAR-30, VARX-01, VARX-04). */
export function readVarBack(entry: Entry, read: () => JsonObject): void {
  entry.readVar = read;
  entry.readBacks.push(() => {
    entry.chain.var = closing(entry, read);
  });
}

/** Has `read` give the chain its `argv` when the entry closes, unless it has returned a result (ARG-43, ARG-44). */
export function readArgvBack(entry: Entry, read: () => Json | undefined): void {
  entry.readBacks.push((returned) => {
    if (!returned) entry.chain.argv = closing(entry, read);
  });
}

function closing<Value>(entry: Entry, read: () => Value): Value {
  try {
    return read();
  } catch (thrown) {
    throw closingFailure(entry, thrown);
  }
}
