import { runtimeError } from "../../error.ts";
import { spend } from "../../fuel.ts";
import type { Value } from "../../value.ts";
import type { VM } from "../../vm.ts";
import type { ByteSet } from "./byte-set.ts";
import type { Item, Pattern } from "./item.ts";
import * as kind from "./item.ts";

/** A match: the whole text, then the captures; undefined for a capture that is never closed. `index` counts from 0. */
export interface Match extends Array<Value> {
  index: number;
}

/** Stock Lua's bound on nested matches. */
const DEEPEST = 200;
const FAILED = -1;

/** The first match at or (when the pattern is not anchored) after `from`, found by backtracking; spends fuel. */
export function backtrack(vm: VM, pattern: Pattern, subject: string, from: number): Match | null {
  const matcher = new Matcher(vm, pattern, subject);
  const { first, anchored } = pattern;
  const length = subject.length;
  for (let start = from; start <= length; start++) {
    if (first !== undefined && !anchored) {
      const skipped = start;
      while (start < length && first[subject.charCodeAt(start)] === 0) start++;
      spend(vm, (start - skipped) >> 3);
      if (start === length) return null;
    }
    const end = matcher.run(0, start, 1);
    if (end !== FAILED) return matcher.result(start, end);
    if (anchored) return null;
  }
  return null;
}

class Matcher {
  private readonly vm: VM;
  private readonly subject: string;
  private readonly items: readonly Item[];
  /** Per capture, from 0: where it begins and how long it is; a length below 0 is one of the two below. */
  private readonly starts: number[] = [];
  private readonly lengths: number[] = [];

  constructor(vm: VM, { items }: Pattern, subject: string) {
    this.vm = vm;
    this.subject = subject;
    this.items = items;
  }

  /** Matches the items from `at` on at byte `s`; gives the end of the match. `depth` counts the nested matches. */
  run(at: number, s: number, depth: number): number {
    const { subject, items } = this;
    const length = subject.length;
    spend(this.vm, 1);
    for (; ; at++) {
      if ((at & 63) === 63) spend(this.vm, 8);
      const item = items[at] as Item;
      const set = item.set as ByteSet;
      switch (item.kind) {
        case kind.SINGLE:
          if (s >= length || set[subject.charCodeAt(s)] === 0) return FAILED;
          s++;
          break;
        case kind.STAR:
        case kind.PLUS: {
          const end = this.runEnd(set, s);
          const least = item.kind === kind.PLUS ? s + 1 : s;
          if (end < least) return FAILED;
          deeper(++depth);
          if (!item.definite) return this.shrink(at, least, end, depth);
          s = end;
          break;
        }
        case kind.LAZY:
          deeper(++depth);
          if (!item.definite) return this.grow(at, s, depth);
          s = this.runEnd(set, s);
          break;
        case kind.OPTIONAL:
          if (s >= length || set[subject.charCodeAt(s)] === 0) break;
          deeper(depth + 1);
          if (item.definite) {
            depth++;
            s++;
          } else {
            const end = this.run(at + 1, s + 1, depth + 1);
            if (end !== FAILED) return end;
          }
          break;
        case kind.OPEN:
        case kind.POSITION:
          this.starts[item.capture] = s;
          this.lengths[item.capture] = item.kind === kind.OPEN ? UNCLOSED : PLACE;
          deeper(++depth);
          break;
        case kind.CLOSE:
          this.lengths[item.capture] = s - (this.starts[item.capture] as number);
          deeper(++depth);
          break;
        case kind.END:
          if (s !== length) return FAILED;
          break;
        case kind.ACCEPT:
          return s;
        case kind.FAULT:
          throw runtimeError(item.text);
        default:
          s = this.special(item, s);
          if (s === FAILED) return FAILED;
      }
    }
  }

  /** The match from `start` to `end` with its captures. */
  result(start: number, end: number): Match {
    const { subject, starts, lengths } = this;
    const match = [subject.slice(start, end)] as Value[] as Match;
    match.index = start;
    for (let capture = 0; capture < starts.length; capture++) {
      const from = starts[capture] as number;
      const size = lengths[capture] as number;
      match.push(
        size === PLACE ? from + 1 : size === UNCLOSED ? undefined : subject.slice(from, from + size),
      );
    }
    return match;
  }

  private runEnd(set: ByteSet, from: number): number {
    const { subject } = this;
    const length = subject.length;
    let s = from;
    while (s < length && set[subject.charCodeAt(s)] === 1) s++;
    spend(this.vm, (s - from) >> 3);
    return s;
  }

  /** `*` and `+`: the longest repetition first. */
  private shrink(at: number, least: number, most: number, depth: number): number {
    const { subject } = this;
    const { follow } = this.items[at] as Item;
    for (let s = most; s >= least; s--) {
      if (follow !== undefined && (s >= subject.length || follow[subject.charCodeAt(s)] === 0)) continue;
      const end = this.run(at + 1, s, depth);
      if (end !== FAILED) return end;
    }
    spend(this.vm, (most - least) >> 3);
    return FAILED;
  }

  /** `-`: the shortest repetition first. */
  private grow(at: number, from: number, depth: number): number {
    const { subject } = this;
    const length = subject.length;
    const { follow, set } = this.items[at] as Item;
    for (let s = from; ; s++) {
      const code = s < length ? subject.charCodeAt(s) : 0;
      if (follow === undefined || (s < length && follow[code] === 1)) {
        const end = this.run(at + 1, s, depth);
        if (end !== FAILED) return end;
      }
      if (s >= length || (set as ByteSet)[code] === 0) {
        spend(this.vm, (s - from) >> 3);
        return FAILED;
      }
    }
  }

  private special(item: Item, s: number): number {
    if (item.kind === kind.BALANCE) return this.balance(item.text, s);
    if (item.kind === kind.FRONTIER) return this.frontier(item.set as ByteSet, s);
    const size = this.lengths[item.capture] as number;
    if (size < 0) return FAILED;
    const from = this.starts[item.capture] as number;
    spend(this.vm, size >> 6);
    return this.subject.startsWith(this.subject.slice(from, from + size), s) ? s + size : FAILED;
  }

  private balance(delimiters: string, s: number): number {
    const { subject } = this;
    const open = delimiters.charCodeAt(0);
    const close = delimiters.charCodeAt(1);
    if (s >= subject.length || subject.charCodeAt(s) !== open) return FAILED;
    let depth = 1;
    for (let at = s + 1; at < subject.length; at++) {
      const code = subject.charCodeAt(at);
      if (code === close) {
        if (--depth === 0) return at + 1;
      } else if (code === open) depth++;
      if ((at & 1023) === 0) spend(this.vm, 128);
    }
    return FAILED;
  }

  private frontier(set: ByteSet, s: number): number {
    const { subject } = this;
    const previous = s === 0 ? 0 : subject.charCodeAt(s - 1);
    const next = s < subject.length ? subject.charCodeAt(s) : 0;
    return set[previous] === 0 && set[next] === 1 ? s : FAILED;
  }
}

const UNCLOSED = -1;
const PLACE = -2;

function deeper(depth: number): void {
  if (depth > DEEPEST) throw runtimeError("pattern too complex");
}
