import { spend } from "../../fuel.ts";
import { reserve } from "../../memory.ts";
import type { VM } from "../../vm.ts";
import { addClass, anyByte, type ByteSet, bracketSet, oneByte } from "./byte-set.ts";
import * as kind from "./item.ts";
import { Item } from "./item.ts";

const MOST_CAPTURES = 32;
/** About what an item takes, its set included. */
const ITEM_BYTES = 400;
const QUANTIFIERS: Readonly<Record<string, number>> = {
  "*": kind.STAR,
  "+": kind.PLUS,
  "-": kind.LAZY,
  "?": kind.OPTIONAL,
};

/** What stands in a pattern's text; `capture` indices count from 0. */
export interface ParsedPattern {
  readonly items: readonly Item[];
  readonly captures: number;
  readonly unfinished: boolean;
}

/**
 * Reads a pattern (manual §6.4.1) from `at` on; spends fuel. A fault is no error yet (LIB-12): it becomes the last item, because stock Lua
 * notices it only when a match gets there.
 */
export function parsePattern(vm: VM, text: string, at: number): ParsedPattern {
  const parser = new Parser(text, at);
  spend(vm, text.length >> 6);
  while (!parser.ended) {
    parser.item();
    spend(vm, 8);
    reserve(vm, parser.items.length * ITEM_BYTES);
  }
  return { items: parser.items, captures: parser.captures, unfinished: parser.open.length > 0 };
}

class Parser {
  readonly items: Item[] = [];
  /** The captures that are not closed yet. */
  readonly open: number[] = [];
  captures = 0;
  ended = false;
  private readonly text: string;
  private at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  item(): void {
    const { text, at } = this;
    switch (text[at]) {
      case undefined:
        this.last(new Item(kind.ACCEPT));
        break;
      case "(":
        this.openCapture();
        break;
      case ")":
        this.closeCapture();
        break;
      case "$":
        if (at + 1 === text.length) {
          this.add(kind.END, 1);
          break;
        }
        this.single();
        break;
      case "%":
        this.escape();
        break;
      default:
        this.single();
    }
  }

  private add(itemKind: number, width: number, set?: ByteSet, capture = 0, delimiters = ""): void {
    this.items.push(new Item(itemKind, set, capture, delimiters));
    this.at += width;
  }

  private last(item: Item): void {
    this.items.push(item);
    this.ended = true;
  }

  private fault(message: string): void {
    this.last(new Item(kind.FAULT, undefined, 0, message));
  }

  private openCapture(): void {
    if (this.captures === MOST_CAPTURES) {
      this.fault("too many captures");
      return;
    }
    const capture = this.captures++;
    if (this.text[this.at + 1] === ")") this.add(kind.POSITION, 2, undefined, capture);
    else {
      this.open.push(capture);
      this.add(kind.OPEN, 1, undefined, capture);
    }
  }

  private closeCapture(): void {
    const capture = this.open.pop();
    if (capture === undefined) this.fault("invalid pattern capture");
    else this.add(kind.CLOSE, 1, undefined, capture);
  }

  private escape(): void {
    const { text, at } = this;
    const letter = text[at + 1] ?? "";
    if (letter === "b") {
      if (at + 3 >= text.length) this.fault("malformed pattern (missing arguments to '%b')");
      else this.add(kind.BALANCE, 4, undefined, 0, text.slice(at + 2, at + 4));
    } else if (letter === "f") {
      this.at += 2;
      if (text[this.at] !== "[") this.fault("missing '[' after '%f' in pattern");
      else {
        const set = this.set();
        if (set !== undefined) this.add(kind.FRONTIER, 0, set);
      }
    } else if (letter >= "0" && letter <= "9") this.backReference(Number(letter));
    else this.single();
  }

  private backReference(digit: number): void {
    const capture = digit - 1;
    if (capture < 0 || capture >= this.captures || this.open.includes(capture)) {
      this.fault(`invalid capture index %${digit}`);
    } else this.add(kind.BACK, 2, undefined, capture);
  }

  private single(): void {
    const set = this.set();
    if (set === undefined) return;
    const quantifier = QUANTIFIERS[this.text[this.at] ?? ""];
    if (quantifier === undefined) this.add(kind.SINGLE, 0, set);
    else this.add(quantifier, 1, set);
  }

  /** Reads a single's set; undefined after a fault. */
  private set(): ByteSet | undefined {
    const { text } = this;
    const character = text[this.at++];
    if (character === "[") return this.bracket();
    if (character === ".") return anyByte();
    if (character !== "%") return oneByte(text.charCodeAt(this.at - 1));
    const letter = text[this.at++];
    if (letter === undefined) {
      this.fault("malformed pattern (ends with '%')");
      return undefined;
    }
    const set = new Uint8Array(256);
    addClass(set, letter);
    return set;
  }

  /** Finds the `]` that ends a set: the first byte of the set never does, nor an escaped one. */
  private bracket(): ByteSet | undefined {
    const { text } = this;
    const start = this.at;
    let at = text[start] === "^" ? start + 1 : start;
    do {
      if (at >= text.length) {
        this.fault("malformed pattern (missing ']')");
        return undefined;
      }
      if (text[at++] === "%") at++;
    } while (text[at] !== "]");
    this.at = at + 1;
    return bracketSet(text.slice(start, at));
  }
}
