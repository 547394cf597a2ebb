import { LuaFault } from "./fault.ts";
import { messages } from "./messages.ts";
import { describe, type Token, type Tokens } from "./tokens.ts";

/**
 * Walks the tokens as Lua's parser does: one current token, at times one looked ahead. `line` and `lastLine` follow
 * C Lua's `linenumber` and `lastline`, so that faults carry the line that Lua reports.
 */
export class TokenStream {
  readonly source: string;
  readonly #tokens: readonly Token[];
  readonly #fault: LuaFault | undefined;
  #index = 0;
  /** The token that comes next. */
  current: Token;
  /** Where the last consumed token ends. */
  previousEnd = 0;
  /** The line that reading has reached. */
  line: number;
  /** `line` when the last token was consumed. */
  lastLine = 1;

  constructor(source: string, tokens: Tokens) {
    this.source = source;
    this.#tokens = tokens.tokens;
    this.#fault = tokens.fault;
    this.current = this.#reach(0);
    this.line = this.current.line;
  }

  /** Consumes the current token and gives it. */
  advance(): Token {
    const consumed = this.current;
    this.previousEnd = consumed.end;
    this.lastLine = this.line;
    this.current = this.#reach(this.#index + 1);
    this.#index++;
    this.line = this.current.line;
    return consumed;
  }

  /** The type of the token after the current one. */
  lookAhead(): string {
    const next = this.#reach(this.#index + 1);
    this.line = next.line;
    return next.type;
  }

  /** Consumes the current token if it is a `type`. */
  accept(type: string): boolean {
    if (this.current.type !== type) return false;
    this.advance();
    return true;
  }

  /** Consumes a `type` or fails with `{type} expected`. */
  expect(type: string): Token {
    if (this.current.type !== type) throw this.syntaxFault(messages.expected(typeName(type)));
    return this.advance();
  }

  /** Consumes the `close` of an `open` that stands on `line`. */
  expectClosing(close: string, open: string, line: number): void {
    if (this.accept(close)) return;
    if (line === this.line) throw this.syntaxFault(messages.expected(typeName(close)));
    throw this.syntaxFault(messages.expectedToClose(typeName(close), typeName(open), line));
  }

  /** A fault at the current token, which its text names. */
  syntaxFault(text: string): LuaFault {
    const { type, start, end } = this.current;
    // To C Lua a zero byte is the token 0, which its messages leave out.
    const full = type === "<\\0>" ? text : messages.near(text, describe(this.current, this.source));
    return new LuaFault(full, this.line, start, end);
  }

  #reach(index: number): Token {
    const token = this.#tokens[index]!;
    if (token.type === "<fault>") throw this.#fault!;
    return token;
  }
}

function typeName(type: string): string {
  return type === "<name>" || type === "<eof>" ? type : `'${type}'`;
}
