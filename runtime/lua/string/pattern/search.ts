import { type LuaError, runtimeError } from "../../error.ts";
import { spend } from "../../fuel.ts";
import type { Result, Value } from "../../value.ts";
import type { VM } from "../../vm.ts";
import { skip } from "./byte-set.ts";
import { analyze, effortOf, MOST_STEPS } from "./cost.ts";
import { ACCEPT, CLOSE, type Item, OPEN, type Pattern, PLUS, type Run, SINGLE } from "./item.ts";
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
  const { regexp, run } = pattern;
  if (run !== undefined) return searchRun(vm, run, pattern.anchored, subject, from);
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

/** The first match of a pattern of one byte set: no regular expression is as fast for a few bytes. */
function searchRun(vm: VM, run: Run, anchored: boolean, subject: string, from: number): Match | null {
  const start = anchored ? from : skip(run.set, subject, from);
  const end = runEnd(run, subject, start);
  spend(vm, 1 + ((end - from) >> 2));
  if (start === end) return null;
  const text = subject.slice(start, end);
  // It is read by its indices alone.
  return { index: start, 0: text, 1: text } as unknown as Match;
}

/** Where the match of a run that begins at `start` ends; `start` when there is none. */
export function runEnd({ set, isSingle }: Run, subject: string, start: number): number {
  if (!isSingle) return skip(set, subject, start, 1);
  return start < subject.length && set[subject.charCodeAt(start)] === 1 ? start + 1 : start;
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
  const run = runOf(items);
  return { items, anchored, captures, unfinished, first, run, regexp, ...effortOf(items, anchored) };
}

function runOf(items: readonly Item[]): Run | undefined {
  const isCaptured = items[0]!.kind === OPEN && items[2]?.kind === CLOSE;
  const [item, end] = isCaptured ? [items[1]!, items[3]!] : [items[0]!, items[1]];
  const isRun = (item.kind === SINGLE || item.kind === PLUS) && end?.kind === ACCEPT;
  return isRun ? { set: item.set!, isSingle: item.kind === SINGLE } : undefined;
}
