import { scalarText } from "../../engine/returns.ts";
import type { SectionVM } from "../../engine/state.ts";
import type { LuaError } from "../../lua/error.ts";
import { hostError } from "../../lua/host-error.ts";
import { isNumber, numberToInteger, toDouble } from "../../lua/number.ts";
import { LuaTable } from "../../lua/table.ts";
import { hostType } from "../../lua/type-name.ts";
import type { Value } from "../../lua/value.ts";
import { entriesOf } from "../json-from-lua.ts";
import { quoted } from "../quote.ts";
import type { Sampling } from "./handle.ts";

const MOST_TOKENS = 4_294_967_295;

/** The options of `models.use` from its second argument; the first thing wrong with them is raised, in the order of MOD-33. */
export function samplingOptions(vm: SectionVM, options: Value): Sampling {
  if (options === undefined) return {};
  if (!(options instanceof LuaTable)) throw refusal(vm, `options must be a table, got ${hostType(options)}`);
  const named = new Map<string, Value>();
  const otherTypes: string[] = [];
  for (const [key, value] of entriesOf(options)) {
    if (typeof key === "string") named.set(key, value);
    else otherTypes.push(hostType(key));
  }
  const [otherType] = otherTypes.sort();
  if (otherType !== undefined) throw refusal(vm, `option names must be strings, got ${otherType}`);
  const sampling: { temperature?: number; maxTokens?: number } = {};
  for (const key of [...named.keys()].sort()) {
    if (key === "temperature") sampling.temperature = temperature(vm, named.get(key));
    else if (key === "max_tokens") sampling.maxTokens = tokens(vm, named.get(key));
    else throw refusal(vm, `option ${quoted(key)} is unknown: expected temperature or max_tokens`);
  }
  return sampling;
}

function temperature(vm: SectionVM, value: Value): number {
  if (!isNumber(value)) throw refusal(vm, `option temperature must be a number, got ${hostType(value)}`);
  const double = toDouble(value);
  const shown = scalarText(value);
  if (!Number.isFinite(double)) throw refusal(vm, `option temperature must be finite, got ${shown}`);
  if (double >= 0 && double <= 2) return double;
  throw refusal(vm, `option temperature ${shown} is outside the supported range [0.0, 2.0]`);
}

function tokens(vm: SectionVM, value: Value): number {
  const whole = isNumber(value) ? Number(numberToInteger(value)) : Number.NaN;
  if (whole >= 1 && whole <= MOST_TOKENS) return whole;
  const shown = isNumber(value) ? scalarText(value) : hostType(value);
  throw refusal(vm, `option max_tokens must be an integer in [1, ${MOST_TOKENS}], got ${shown}`);
}

function refusal(vm: SectionVM, text: string): LuaError {
  return hostError(vm, "lua", `models.use ${text}`);
}
