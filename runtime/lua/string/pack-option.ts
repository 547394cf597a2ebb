import { argumentError, type LuaError, runtimeError } from "../error.ts";

/** What an option of a pack format does (manual §6.4.2). */
export type PackKind = "int" | "uint" | "float" | "chars" | "string" | "zero" | "pad" | "align" | "none";

/** One option of a pack format, with the padding that must come before it. */
export interface PackOption {
  readonly kind: PackKind;
  /** Bytes of the value; of the length for `string`. */
  readonly size: number;
  readonly padding: number;
}

const LARGEST = 16;
const NATIVE_ALIGNMENT = 8;

/** The kind and size of the options that take no number. */
const FIXED: Readonly<Record<string, readonly [PackKind, number]>> = {
  b: ["int", 1],
  B: ["uint", 1],
  h: ["int", 2],
  H: ["uint", 2],
  l: ["int", 8],
  L: ["uint", 8],
  j: ["int", 8],
  J: ["uint", 8],
  T: ["uint", 8],
  f: ["float", 4],
  d: ["float", 8],
  n: ["float", 8],
  z: ["zero", 0],
  x: ["pad", 1],
  X: ["align", 0],
  " ": ["none", 0],
};

/** Reads a pack format option by option; little-endian until the format says otherwise. */
export class PackFormat {
  little = true;
  private alignment = 1;
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  /** The next option; `offset` is where its value would start without padding. */
  next(offset: number): PackOption {
    const [kind, size] = this.option();
    let align = size;
    if (kind === "align") {
      if (this.ended) throw badNext();
      const [nextKind, nextSize] = this.option();
      if (nextKind === "chars" || nextSize === 0) throw badNext();
      align = nextSize;
    }
    if (align <= 1 || kind === "chars") return { kind, size, padding: 0 };
    align = Math.min(align, this.alignment);
    if ((align & (align - 1)) !== 0) throw argumentError(1, "format asks for alignment not power of 2");
    return { kind, size, padding: (align - (offset & (align - 1))) & (align - 1) };
  }

  private option(): readonly [PackKind, number] {
    const letter = this.text[this.at++] as string;
    switch (letter) {
      case "i":
        return ["int", this.limited(4)];
      case "I":
        return ["uint", this.limited(4)];
      case "s":
        return ["string", this.limited(8)];
      case "c": {
        const size = this.number();
        if (size < 0) throw runtimeError("missing size for format option 'c'");
        return ["chars", size];
      }
      case "!":
        this.alignment = this.limited(NATIVE_ALIGNMENT);
        return ["none", 0];
      case "<":
      case "=":
      case ">":
        this.little = letter !== ">";
        return ["none", 0];
      default: {
        const fixed = FIXED[letter];
        if (fixed === undefined) throw runtimeError(`invalid format option '${letter}'`);
        return fixed;
      }
    }
  }

  /** The number that follows, -1 for none; it ends before it could pass 2^31, as in stock Lua. */
  private number(): number {
    let value = -1;
    while (value <= 214748363) {
      const digit = this.text.charCodeAt(this.at) - 48;
      if (!(digit >= 0 && digit <= 9)) break;
      value = Math.max(value, 0) * 10 + digit;
      this.at++;
    }
    return value;
  }

  private limited(standard: number): number {
    const given = this.number();
    const size = given < 0 ? standard : given;
    if (size < 1 || size > LARGEST) {
      throw runtimeError(`integral size (${size}) out of limits [1,${LARGEST}]`);
    }
    return size;
  }
}

function badNext(): LuaError {
  return argumentError(1, "invalid next option for option 'X'");
}
