import { LuaFault } from "./fault.ts";
import { messages, quoted } from "./messages.ts";

/** A place in the source that moves forward; `line` is the 1-based line of `offset`. */
export interface Reader {
  readonly source: string;
  offset: number;
  line: number;
}

/**
 * Reads a quoted string from its opening quote on and gives its bytes, one character each (Lua 5.5 manual §3.1).
 * Throws a `LuaFault` for an unfinished string or a bad escape.
 */
export function readString(reader: Reader): string {
  const { source, offset: start } = reader;
  const quote = source.charAt(start);
  let value = "";
  reader.offset++;
  for (;;) {
    plainRun.lastIndex = reader.offset;
    const run = plainRun.exec(source)![0];
    value += run;
    reader.offset += run.length;
    const next = source.charAt(reader.offset);
    if (next === "\\") value += readEscape(reader, quote + value, start);
    else if (next === quote) break;
    else if (next === '"' || next === "'") {
      value += next;
      reader.offset++;
    } else throw unfinished(reader, start, next === "" ? "<eof>" : quoted(quote + value));
  }
  reader.offset++;
  return value;
}

/**
 * Reads a long bracket of any level from its first `[` on; line ends become `\n` and one right after the opening bracket is
 * dropped (Lua 5.5 manual §3.1). `what` is the word for a message.
 */
export function readLong(reader: Reader, what: "string" | "comment"): string {
  const { source, offset: start, line } = reader;
  const open = source.indexOf("[", start + 1) + 1;
  const close = source.indexOf(`]${"=".repeat(open - start - 2)}]`, open);
  if (close === -1) {
    const last = line + lineEnds(source.slice(open));
    throw new LuaFault(messages.near(messages.unfinishedLong(what, line), "<eof>"), last, start, open);
  }
  const body = source.slice(open, close);
  reader.offset = close + open - start;
  reader.line += lineEnds(body);
  return body.replace(anyLineEnd, "\n").replace(/^\n/, "");
}

/** One line end of any style: `\n`, `\r`, `\r\n` or `\n\r`. */
const anyLineEnd = /\r\n?|\n\r?/g;
const plainRun = /[^"'\\\r\n]*/y;
const blankRun = /[ \t\f\v]*/y;
const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\\", "\\"],
  ['"', '"'],
  ["'", "'"],
]);

function lineEnds(text: string): number {
  return text.match(anyLineEnd)?.length ?? 0;
}

function unfinished(reader: Reader, start: number, token: string): LuaFault {
  return new LuaFault(messages.near(messages.unfinishedString, token), reader.line, start, reader.offset);
}

/** Reads the escape at the reader's backslash; `before` is the quote and the string so far, for messages. */
function readEscape(reader: Reader, before: string, start: number): string {
  const { source, offset: backslash } = reader;
  const fault = (text: string, at: number): LuaFault => {
    const shown = quoted(before + source.slice(backslash, at + 1));
    return new LuaFault(messages.near(text, shown), reader.line, backslash, Math.min(at + 1, source.length));
  };
  const letter = source.charAt(backslash + 1);
  const simple = simpleEscapes.get(letter);
  reader.offset += 2;
  if (simple !== undefined) return simple;
  if (letter === "x") return readHexadecimal(reader, fault);
  if (letter === "u") return readCodePoint(reader, fault);
  if (letter >= "0" && letter <= "9") return readDecimal(reader, fault);
  if (letter === "z") return skipSpace(reader);
  if (letter === "\n" || letter === "\r") {
    reader.offset--;
    skipLineEnd(reader);
    return "\n";
  }
  if (letter !== "") throw fault(messages.invalidEscape, backslash + 1);
  reader.offset--;
  throw unfinished(reader, start, "<eof>");
}

type MakeFault = (text: string, at: number) => LuaFault;

function isHexadecimal(character: string): boolean {
  return /^[\da-fA-F]$/.test(character);
}

/** `\xXX` */
function readHexadecimal(reader: Reader, fault: MakeFault): string {
  const { source, offset } = reader;
  for (const at of [offset, offset + 1]) {
    if (!isHexadecimal(source.charAt(at))) throw fault(messages.hexadecimalExpected, at);
  }
  reader.offset += 2;
  return String.fromCharCode(Number.parseInt(source.slice(offset, offset + 2), 16));
}

/** `\ddd` */
function readDecimal(reader: Reader, fault: MakeFault): string {
  const digits = /^\d{1,3}/.exec(reader.source.slice(reader.offset - 1, reader.offset + 2))![0];
  reader.offset += digits.length - 1;
  if (Number(digits) > 255) throw fault(messages.decimalEscape, reader.offset);
  return String.fromCharCode(Number(digits));
}

/** `\u{XXX}`: any value up to 2^31 - 1, encoded as (extended) UTF-8. */
function readCodePoint(reader: Reader, fault: MakeFault): string {
  const { source, offset } = reader;
  if (source.charAt(offset) !== "{") throw fault(messages.missingOpeningBrace, offset);
  let at = offset + 1;
  let value = 0;
  if (!isHexadecimal(source.charAt(at))) throw fault(messages.hexadecimalExpected, at);
  for (; isHexadecimal(source.charAt(at)); at++) {
    if (value > 0x7ffffff) throw fault(messages.codePointTooLarge, at);
    value = value * 16 + Number.parseInt(source.charAt(at), 16);
  }
  if (source.charAt(at) !== "}") throw fault(messages.missingClosingBrace, at);
  reader.offset = at + 1;
  return utf8(value);
}

function utf8(value: number): string {
  if (value < 0x80) return String.fromCharCode(value);
  let rest = value;
  let tail = "";
  let room = 0x3f;
  do {
    tail = String.fromCharCode(0x80 | (rest & 0x3f)) + tail;
    rest >>>= 6;
    room >>= 1;
  } while (rest > room);
  return String.fromCharCode(((~room << 1) & 0xff) | rest) + tail;
}

/** `\z` */
function skipSpace(reader: Reader): string {
  do {
    blankRun.lastIndex = reader.offset;
    reader.offset += blankRun.exec(reader.source)![0].length;
  } while (skipLineEnd(reader));
  return "";
}

/** Moves over one line end, if the reader is at one. */
export function skipLineEnd(reader: Reader): boolean {
  const first = reader.source.charCodeAt(reader.offset);
  if (first !== 10 && first !== 13) return false;
  const second = reader.source.charCodeAt(reader.offset + 1);
  const isPair = second !== first && (second === 10 || second === 13);
  reader.offset += isPair ? 2 : 1;
  reader.line++;
  return true;
}
