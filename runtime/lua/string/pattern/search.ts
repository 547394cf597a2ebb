import { type LuaError, runtimeError } from "../../error.ts";
import { spend } from "../../fuel.ts";
import type { Result, Value } from "../../value.ts";
import type { VM } from "../../vm.ts";
import { skip } from "./byte-set.ts";
import { analyze, effortOf, MOST_STEPS } from "./cost.ts";
import { ACCEPT, type Pattern, PLUS } from "./item.ts";
import { backtrack, type Match } from "./match.ts";
import { parsePattern } from "./parse.ts";
import { toRegExp } from "./regexp.ts";

/** How many patterns a VM keeps ready, and up to which length. */
const KEPT = 128;
const LONGEST_KEPT = 512;

/** A pattern ready for matching: read once per VM. */
export function patternOf(vm: VM, text: string): Pattern {
  vm.patterns ??= new Map();
  const { patterns } = vm;
  let pattern = patterns.get(text);
  if (pattern === undefined) {
    pattern = prepare(vm, text);
    if (text.length > LONGEST_KEPT) return pattern;
    if (patterns.size === KEPT) patterns.clear();
    patterns.set(text, pattern);
  }
  return pattern;
}

/**
 * The first match at or after byte `from` (from 0), only at `from` for an anchored pattern. As a regular expression where that
 * is bounded (see `cost.ts`), else by the matcher that spends fuel, so that no pattern can hang a run.
 */
export function search(vm: VM, pattern: Pattern, subject: string, from: number): Match | null {
  const { regexp } = pattern;
  if (regexp === undefined || subject.length > pattern.longest) return backtrack(vm, pattern, subject, from);
  const rest = subject.length - from;
  // Most of a text that has no match needs no more than a look at its bytes.
  const start = pattern.anchored || pattern.first === undefined ? from : skip(pattern.first, subject, from);
  regexp.lastIndex = start;
  const match = start < subject.length || start === from ? regexp.exec(subject) : null;
  const read = match === null ? rest : matchEnd(match) - from;
  spend(vm, 1 + (read >> 2));
  if (pattern.exponent > 1) {
    const starts = match === null || pattern.anchored ? rest : match.index - from + 1;
    const worst = Math.min(starts * rest ** (pattern.exponent - 1), MOST_STEPS);
    spend(vm, worst >> 9);
  }
  return match;
}

/** Where a match ends: the index behind it, from 0. */
export function matchEnd(match: Match): number {
  return match.index + (match[0] as string).length;
}

/** The captures as results: the whole match when there are none. */
export function captures(pattern: Pattern, match: Match): Result {
  if (pattern.unfinished) throw unfinished();
  if (pattern.captures < 2) return match[pattern.captures];
  return match.slice(1);
}

/** The capture with a number from 1: the whole match for 1 when there are none. */
export function capture(pattern: Pattern, match: Match, number: number): Value {
  if (number > pattern.captures) {
    if (number > 1) throw runtimeError(`invalid capture index %${number}`);
    return match[0];
  }
  const value = match[number];
  if (value === undefined) throw unfinished();
  return value;
}

function unfinished(): LuaError {
  return runtimeError("unfinished capture");
}

function prepare(vm: VM, text: string): Pattern {
  const anchored = text[0] === "^";
  const { items, captures, unfinished } = parsePattern(vm, text, anchored ? 1 : 0);
  const first = analyze(items);
  const regexp = toRegExp(items, anchored, unfinished);
  const run =
    items.length === 2 && items[0]!.kind === PLUS && items[1]!.kind === ACCEPT && !anchored
      ? items[0]!.set
      : undefined;
  return { items, anchored, captures, unfinished, first, run, regexp, ...effortOf(items, anchored) };
}
