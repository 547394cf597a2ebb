import type { ByteSet } from "./byte-set.ts";

/** One byte of the set. */
export const SINGLE = 0;
/** A single repeated: `*`, `+`, `-`, `?`. */
export const STAR = 1;
export const PLUS = 2;
export const LAZY = 3;
export const OPTIONAL = 4;
/** `(`, `)`, `()`. */
export const OPEN = 5;
export const CLOSE = 6;
export const POSITION = 7;
/** `$` at the end of the pattern. */
export const END = 8;
/** `%bxy`, `%f[set]`, `%1`. */
export const BALANCE = 9;
export const FRONTIER = 10;
export const BACK = 11;
/** A fault of the pattern, raised only when the matcher comes to it, as in stock Lua. */
export const FAULT = 12;
/** The end of the pattern: a match. */
export const ACCEPT = 13;

/** One step of a pattern (manual §6.4.1). */
export class Item {
  readonly kind: number;
  /** The bytes of a single or of a frontier. */
  readonly set: ByteSet | undefined;
  /** Which capture an `OPEN`, `CLOSE`, `POSITION` or `BACK` means; from 0. */
  readonly capture: number;
  /** The two delimiters of `%b`; the message of a `FAULT`. */
  readonly text: string;
  /**
   * The bytes one of which must come next for the rest of the pattern to match; undefined when that cannot be told,
   * because the rest may match the empty string or begins with something else than singles.
   */
  follow: ByteSet | undefined = undefined;
  /** True when a repetition can only end where its run ends, so that nothing needs to be tried again. */
  definite = false;
  /** True when everything behind the item can match the empty string, so that nothing behind it can fail. */
  final = false;

  constructor(kind: number, set?: ByteSet, capture = 0, text = "") {
    this.kind = kind;
    this.set = set;
    this.capture = capture;
    this.text = text;
  }
}

/** What `%a`, `%a+` and `(%a+)` match: a byte of a set, or as many of them as follow one another. */
export interface Run {
  readonly set: ByteSet;
  readonly isSingle: boolean;
}

/** A pattern ready for matching; it belongs to one VM. */
export interface Pattern {
  readonly items: readonly Item[];
  /** True for a pattern that begins with `^`. */
  readonly anchored: boolean;
  /** How many captures it has. */
  readonly captures: number;
  /** True when a capture is never closed: the match succeeds, reading that capture raises. */
  readonly unfinished: boolean;
  /** The bytes a match must begin with, when they are known. */
  readonly first: ByteSet | undefined;
  /** What a pattern of nothing but one byte set matches. */
  readonly run: Run | undefined;
  /** The same pattern as a regular expression, for subjects of at most `longest` bytes. */
  readonly regexp: RegExp | undefined;
  readonly longest: number;
  /** The regular expression takes at most about length^exponent steps. */
  readonly exponent: number;
}
