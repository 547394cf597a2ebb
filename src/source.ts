/** A range of the file in bytes of its normalised text (no BOM, LF line ends), end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place in the file: 1-based line, 1-based column in UTF-8 bytes. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * The text of one prompt file and all line, column and byte arithmetic on it (FMT-06, KND-15).
 * `bytes` is the normalised text with one JS character per UTF-8 byte: offsets into it are byte offsets.
 */
export class Source {
  readonly path: string;
  /** The file as given. */
  readonly original: string;
  /** Without BOM, with LF line ends; UTF-16. */
  readonly text: string;
  /** `text` in UTF-8, one character per byte. */
  readonly bytes: string;
  readonly #lineStarts: readonly number[];
  readonly #isAscii: boolean;
  #byteOffset: ((offset: number) => number) | undefined;
  /** The line that was asked for last: the next one is most often the same. */
  #lastLine = 1;

  constructor(path: string, original: string) {
    this.path = path;
    this.original = original;
    this.text = original.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
    this.bytes = toBytes(this.text);
    // Only ASCII has as many bytes as UTF-16 units.
    this.#isAscii = this.bytes.length === this.text.length;
    this.#lineStarts = lineStarts(this.bytes);
  }

  /** The position of a byte offset; offsets past the end give the end. */
  position(offset: number): Position {
    const line = this.line(offset);
    return { line, column: offset - this.#lineStarts[line - 1]! + 1 };
  }

  /** The 1-based line that holds a byte offset. */
  line(offset: number): number {
    const isSame = this.lineStart(this.#lastLine) <= offset && offset < this.lineStart(this.#lastLine + 1);
    if (!isSame) this.#lastLine = this.#findLine(offset);
    return this.#lastLine;
  }

  #findLine(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** The byte offset at which a 1-based line begins. */
  lineStart(line: number): number {
    return this.#lineStarts[line - 1] ?? this.bytes.length;
  }

  /** The byte offset of a UTF-16 offset into `text`. */
  byteOffset(offset: number): number {
    if (this.#isAscii) return Math.min(offset, this.text.length);
    this.#byteOffset ??= byteOffsets(this.text);
    return this.#byteOffset(offset);
  }

  /** A byte offset as a 0-based UTF-16 column of its line, as source maps count. */
  utf16Column(offset: number): number {
    const start = this.lineStart(this.line(offset));
    if (this.#isAscii) return offset - start;
    return fromBytes(this.bytes.slice(start, offset)).length;
  }
}

/** UTF-16 text as a string with one character per UTF-8 byte; lone surrogates become U+FFFD. */
export function toBytes(text: string): string {
  if (isAscii(text)) return text;
  const bytes = new TextEncoder().encode(text);
  let result = "";
  for (let start = 0; start < bytes.length; start += 8192) {
    // Called with three dots it would walk an iterator.
    result += String.fromCharCode.apply(undefined, bytes.subarray(start, start + 8192) as never);
  }
  return result;
}

/** The inverse of `toBytes`; invalid UTF-8 becomes U+FFFD, a U+FEFF at the start stays. */
export function fromBytes(bytes: string): string {
  if (isAscii(bytes)) return bytes;
  const array = new Uint8Array(bytes.length);
  for (let index = 0; index < bytes.length; index++) array[index] = bytes.charCodeAt(index);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(array);
}

/**
 * The map from UTF-16 offsets of `text` to UTF-8 byte offsets, built once in linear time. Offsets past the
 * end give the end; an offset between the halves of a surrogate pair gives the character's first byte.
 */
export function byteOffsets(text: string): (offset: number) => number {
  const { length } = text;
  if (isAscii(text)) return (offset) => Math.min(offset, length);
  const offsets = new Uint32Array(text.length + 1);
  let byte = 0;
  for (let index = 0; index < text.length; ) {
    const point = text.codePointAt(index)!;
    offsets[index++] = byte;
    if (point > 0xffff) offsets[index++] = byte;
    byte += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  offsets[text.length] = byte;
  return (offset) => offsets[Math.min(offset, text.length)]!;
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is the point
  return /^[\x00-\x7f]*$/.test(text);
}

function lineStarts(bytes: string): number[] {
  const starts = [0];
  for (let at = bytes.indexOf("\n"); at !== -1; at = bytes.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
