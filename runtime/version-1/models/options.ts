import type { SectionVM } from "../../engine/state.ts";
import { entriesOf } from "../../host/json-from-lua.ts";
import { quoted } from "../../host/quote.ts";
import type { LuaError } from "../../lua/error.ts";
import { hostError } from "../../lua/host-error.ts";
import { isInteger, isNumber, toDouble } from "../../lua/number.ts";
import { LuaTable } from "../../lua/table.ts";
import type { Value } from "../../lua/value.ts";
import type { ModelNeed } from "../../options.ts";

type Options = ModelNeed["opts"];

/** The `opts` of a need (V1-62); `name` is the function that was called. The first thing wrong with them is raised. */
export function needOptions(vm: SectionVM, name: string, given: Value): Options {
  const refusal = (text: string): LuaError => hostError(vm, "lua", text);
  if (given === undefined) return {};
  if (!(given instanceof LuaTable)) throw refusal(`${name} opts must be a table when provided`);
  const named = new Map<string, Value>();
  for (const [key, value] of entriesOf(given)) {
    if (typeof key !== "string") throw refusal(`${name} opts keys must be strings`);
    named.set(key, value);
  }
  const options: Record<string, boolean | number> = {};
  for (const key of [...named.keys()].sort()) {
    const read = Object.hasOwn(READERS, key) ? READERS[key]! : undefined;
    if (read === undefined) throw refusal(`unknown ${name} opts key ${quoted(key)}`);
    const value = read(named.get(key));
    if (typeof value === "string") throw refusal(`${name} opts.${key} ${value}`);
    options[NAMES[key] ?? key] = value;
  }
  return options;
}

/** Keys that the host's side names otherwise. */
const NAMES: { readonly [key: string]: string } = { max_tokens: "maxTokens" };

/** Gives the value of an option, or what its message says. */
const READERS: { readonly [key: string]: (value: Value) => boolean | number | string } = {
  thinking: (value) => (typeof value === "boolean" ? value : "must be a boolean"),
  context: positive,
  max_tokens: positive,
  temperature: (value) => {
    if (!isNumber(value)) return "must be a number";
    const double = toDouble(value);
    return double >= 0 && double <= 2 ? double : "is invalid: outside the supported range [0.0, 2.0]";
  },
};

function positive(value: Value): number | string {
  const whole = isNumber(value) && isInteger(value) ? Number(value) : -1;
  if (whole < 0) return "must be a non-negative integer";
  return whole > 0 ? whole : "must be greater than zero";
}
