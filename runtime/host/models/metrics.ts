import type { CallMetrics } from "../../events.ts";
import { thrownText } from "../thrown.ts";
import { hostCopy } from "./host-copy.ts";
import { isRecord } from "./reply.ts";

/** What a completion says of its costs, or why that is no `CallMetrics`. */
export type Measured = { readonly metrics?: CallMetrics } | { readonly problem: string };

/** A frozen copy of the `metrics` of a completion (part 11, section 5): nothing when it has none. */
export function readMetrics(given: unknown): Measured {
  if (given === undefined) return {};
  try {
    const metrics = isRecord(given) ? hostCopy(given) : undefined;
    const problem = problemOf(metrics);
    return problem === undefined ? { metrics: metrics as CallMetrics } : { problem };
  } catch (thrown) {
    return { problem: thrownText(thrown) };
  }
}

const PARTS = ["usage", "llama", "vllm", "client"];

function problemOf(metrics: unknown): string | undefined {
  if (!isObject(metrics)) return "expected an object";
  for (const part of PARTS) {
    const numbers = metrics[part];
    if (numbers === undefined) continue;
    if (!isObject(numbers)) return `expected an object as \`${part}\``;
    // What is not finite has become null.
    const name = Object.keys(numbers).find((key) => typeof numbers[key] !== "number");
    if (name !== undefined) return `expected a finite number as \`${part}.${name}\``;
  }
  return undefined;
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return isRecord(value) && !Array.isArray(value);
}
