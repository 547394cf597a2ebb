import type { SectionVM } from "../../engine/state.ts";
import type { JsonObject } from "../../json.ts";
import { displayText } from "../json-text.ts";
import type { ProseFailure } from "../prose.ts";
import { lookUp } from "./look-up.ts";

/** `{{ argv }}` and `{{ argv.a.b }}`: the chain's parsed arguments, or a field of them (SUB-22 to SUB-25). */
export function proseArgv(
  { chain }: SectionVM,
  _variables: JsonObject,
  shown: string,
  ...keys: string[]
): string | ProseFailure {
  const { argv } = chain;
  if (argv === undefined) return ["NilArgv", `${shown} is nil (the args string is not JSON)`];
  // The whole of it is shown by the rules of values, so that there is no null to miss (SUB-22).
  return keys.length === 0 ? displayText(argv) : lookUp(argv, shown, keys);
}
