import type { CallMetrics } from "../../events.ts";
import { isRecord } from "../../host/models/reply.ts";
import type { ModelCompletion } from "../../model.ts";

/** What a reply says of its costs (part 11, section 5), and what of that could not be read. */
export function readMetrics(
  reply: { readonly [key in Key]: unknown },
): Pick<ModelCompletion, "metrics" | "degraded"> {
  const degraded: string[] = [];
  const metrics: { [part: string]: Numbers } = {};
  for (const [key, part, read] of PARTS) {
    if (reply[key] === undefined || reply[key] === null) continue;
    try {
      const numbers = read(fieldsOf(reply[key], "an object"));
      if (Object.keys(numbers).length > 0) metrics[part] = numbers;
    } catch (reason) {
      if (typeof reason !== "string") throw reason;
      degraded.push(`malformed \`${key}\` in completion response ignored: ${reason}`);
    }
  }
  return { metrics: metrics as CallMetrics, ...(degraded.length > 0 && { degraded }) };
}

type Key = "usage" | "timings" | "metrics";
type Fields = { readonly [field: string]: unknown };
type Numbers = { readonly [field: string]: number };

/** The key in the reply, the part of `CallMetrics`, and how it is read; what is wrong is thrown as a text. */
const PARTS: readonly (readonly [Key, keyof CallMetrics, (fields: Fields) => Numbers])[] = [
  ["usage", "usage", readUsage],
  ["timings", "llama", readTimings],
  ["metrics", "vllm", (fields) => optional(fields, VLLM_FIELDS)],
];

const VLLM_FIELDS = [
  "time_to_first_token_ms",
  "generation_time_ms",
  "queue_time_ms",
  "mean_itl_ms",
  "tokens_per_second",
];

function readUsage(fields: Fields): Numbers {
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = fields;
  const details = (given: unknown, name: string) => fieldsOf(given ?? {}, `an object as \`${name}\``);
  return {
    ...counts(fields, ["prompt_tokens", "completion_tokens", "total_tokens"]),
    ...optional(details(prompt, "prompt_tokens_details"), ["cached_tokens"], counts),
    ...optional(details(completion, "completion_tokens_details"), ["reasoning_tokens"], counts),
  };
}

/** Without a draft model there are no figures of one. */
function readTimings(fields: Fields): Numbers {
  const { draft_n, draft_n_accepted } = fields;
  const drafts = { draft_n: draft_n ?? 0, draft_n_accepted: draft_n_accepted ?? 0 };
  return {
    ...counts(fields, ["prompt_n"]),
    ...numbers(fields, ["prompt_ms", "prompt_per_second"]),
    ...counts(fields, ["predicted_n"]),
    ...numbers(fields, ["predicted_ms", "predicted_per_second"]),
    ...counts(drafts, ["draft_n", "draft_n_accepted"]),
  };
}

/** The fields of these names that are there. */
function optional(fields: Fields, names: readonly string[], read = numbers): Numbers {
  return read(
    fields,
    names.filter((name) => fields[name] !== undefined && fields[name] !== null),
  );
}

function counts(fields: Fields, names: readonly string[]): Numbers {
  return pick(fields, names, (value) => Number.isSafeInteger(value) && (value as number) >= 0, "a count");
}

function numbers(fields: Fields, names: readonly string[]): Numbers {
  return pick(fields, names, Number.isFinite, "a finite number");
}

function pick(
  fields: Fields,
  names: readonly string[],
  fits: (value: unknown) => boolean,
  what: string,
): Numbers {
  for (const name of names) if (!fits(fields[name])) throw `expected ${what} as \`${name}\``;
  return Object.fromEntries(names.map((name) => [name, fields[name] as number]));
}

function fieldsOf(given: unknown, what: string): Fields {
  if (!isRecord(given) || Array.isArray(given)) throw `expected ${what}`;
  return given;
}
