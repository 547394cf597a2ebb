import { LuaFault } from "./fault.ts";
import { numberLiteral } from "./literals.ts";
import { messages, quoted } from "./messages.ts";
import { type Reader, readLong, readString, skipLineEnd } from "./strings.ts";

export interface Token {
  /**
   * The keyword or symbol itself, or the class as Lua's messages name it: `<name>`, `<string>`, `<integer>`, `<number>`, `<eof>`.
   * A byte that starts no token and does not print is `<\ddd>`; `<fault>` ends the tokens of a source with a lexical error.
   */
  readonly type: string;
  /** Byte offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** 1-based line on which the token ends. */
  readonly line: number;
  /** The name, the string's bytes or the number. */
  readonly value: string | number | bigint | undefined;
}

/** The tokens of a source up to its end or its first lexical error. */
export interface Tokens {
  readonly tokens: readonly Token[];
  readonly fault: LuaFault | undefined;
}

/** Cuts a Lua source into tokens (Lua 5.5 manual §3.1); never throws. */
export function tokenize(source: string): Tokens {
  const reader: Reader = { source, offset: 0, line: 1 };
  const tokens: Token[] = [];
  try {
    for (skipBlanks(reader); reader.offset < source.length; skipBlanks(reader))
      tokens.push(readToken(reader));
  } catch (fault) {
    if (!(fault instanceof LuaFault)) throw fault;
    tokens.push({ type: "<fault>", start: fault.start, end: fault.end, line: fault.line, value: undefined });
    return { tokens, fault };
  }
  const end = source.length;
  tokens.push({ type: "<eof>", start: end, end, line: reader.line, value: undefined });
  return { tokens, fault: undefined };
}

/** The token as `near` shows it: names, numbers and strings by their text, the end as `<eof>`. */
export function describe(token: Token, source: string): string {
  if (token.type === "<eof>") return token.type;
  if (token.type === "<string>") return quoted(stringText(token, source));
  return quoted(token.value === undefined ? token.type : source.slice(token.start, token.end));
}

const keywords: ReadonlySet<string> = new Set(
  (
    "and break do else elseif end false for function goto if in local nil not or repeat return " +
    "then true until while"
  ).split(" "),
);
/** The symbols that begin as shorter ones do, the longest first, by their first character. */
const longSymbols: ReadonlyMap<number, readonly string[]> = new Map(
  [["...", ".."], ["=="], ["~="], ["<=", "<<"], [">=", ">>"], ["//"], ["::"]].map((symbols) => [
    symbols[0]!.charCodeAt(0),
    symbols,
  ]),
);
const restOfLine = /[^\r\n]*/y;
// As Lua reads it: everything that could belong to a number, and one letter more to make `3x` malformed.
const decimalRun = /\.?\d(?:[eE][+-]?|[\da-fA-F.])*[A-Za-z_]?/y;
const hexadecimalRun = /\.?0[xX](?:[pP][+-]?|[\da-fA-F.])*[A-Za-z_]?/y;
const longBracket = /\[=*\[/y;
const separator = /\[=+/y;

function match(pattern: RegExp, reader: Reader): string | undefined {
  pattern.lastIndex = reader.offset;
  return pattern.exec(reader.source)?.[0];
}

function skipBlanks(reader: Reader): void {
  const { source } = reader;
  for (;;) {
    const next = source.charCodeAt(reader.offset);
    if (next === 32 || next === 9 || next === 11 || next === 12) reader.offset++;
    else if (next === 10 || next === 13) skipLineEnd(reader);
    else if (next === 45 && source.charCodeAt(reader.offset + 1) === 45) skipComment(reader);
    else return;
  }
}

function skipComment(reader: Reader): void {
  reader.offset += 2;
  if (match(longBracket, reader) !== undefined) readLong(reader, "comment");
  else reader.offset += match(restOfLine, reader)!.length;
}

function readToken(reader: Reader): Token {
  const { source, offset: start } = reader;
  const next = source.charCodeAt(start);
  if (isLetter(next)) {
    do reader.offset++;
    while (isWord(source.charCodeAt(reader.offset)));
    const name = source.slice(start, reader.offset);
    return keywords.has(name) ? token(reader, name, start) : token(reader, "<name>", start, name);
  }
  if (isDigit(next) || (next === 46 && isDigit(source.charCodeAt(start + 1)))) return readNumber(reader);
  if (next === 34 || next === 39) {
    const value = readString(reader);
    return token(reader, "<string>", start, value);
  }
  return next === 91 ? readBracket(reader) : readSymbol(reader);
}

/** A letter or `_`. */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

function isWord(code: number): boolean {
  return isLetter(code) || isDigit(code);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** `line` of the reader is that of the token's end: call after reading. */
function token(reader: Reader, type: string, start: number, value?: Token["value"]): Token {
  return { type, start, end: reader.offset, line: reader.line, value };
}

function readNumber(reader: Reader): Token {
  const start = reader.offset;
  const text = match(hexadecimalRun, reader) ?? match(decimalRun, reader)!;
  reader.offset += text.length;
  const literal = numberLiteral(text);
  if (literal === undefined) throw lexicalFault(reader, messages.malformedNumber, start);
  return token(reader, literal.type, start, literal.value);
}

function readBracket(reader: Reader): Token {
  const start = reader.offset;
  if (match(longBracket, reader) !== undefined) {
    const value = readLong(reader, "string");
    return token(reader, "<string>", start, value);
  }
  const equals = match(separator, reader);
  if (equals === undefined) return readSymbol(reader);
  reader.offset += equals.length;
  throw lexicalFault(reader, messages.invalidDelimiter, start);
}

function readSymbol(reader: Reader): Token {
  const { source, offset: start } = reader;
  const code = source.charCodeAt(start);
  for (const symbol of longSymbols.get(code) ?? []) {
    if (!source.startsWith(symbol, start)) continue;
    reader.offset += symbol.length;
    return token(reader, symbol, start);
  }
  reader.offset++;
  return token(reader, code > 32 && code < 127 ? source.charAt(start) : `<\\${code}>`, start);
}

function lexicalFault(reader: Reader, text: string, start: number): LuaFault {
  const shown = quoted(reader.source.slice(start, reader.offset));
  return new LuaFault(messages.near(text, shown), reader.line, start, reader.offset);
}

/** What Lua's buffer holds after reading a string: the delimiters around the value. */
function stringText({ start, value }: Token, source: string): string {
  const quote = source.charAt(start);
  if (quote !== "[") return `${quote}${value}${quote}`;
  const open = source.slice(start, source.indexOf("[", start + 1) + 1);
  return `${open}${value}${open.replaceAll("[", "]")}`;
}
