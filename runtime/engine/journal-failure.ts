import { fieldOf } from "../host/models/failure.ts";
import { thrownText } from "../host/thrown.ts";
import { Failure } from "./failure.ts";

/** A journal that does not fit, or cannot be opened or written. What to do is the field `help` of what was thrown, where it has one. */
export function journalFailure(thrown: unknown): Failure {
  const help = fieldOf(thrown, "help");
  return new Failure("Internal", thrownText(thrown), typeof help === "string" ? { help } : {});
}
