import type { Json, JsonObject } from "../json.ts";
import { float, integer } from "../lua/number.ts";
import { encodeCodePoint } from "../utf8.ts";

/** The deepest nesting that parses (ARG-35). */
const DEEPEST = 127;
const ESCAPES: { readonly [letter: string]: string } = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/**
 * One JSON document (RFC 8259) from a byte string of valid UTF-8, with the details of ARG-35 and ARG-36: integers of 64 bits
 * and floats stay apart, the last of duplicate keys wins, no key is special. Undefined when the text is not valid JSON.
 */
export function parseJson(text: string): Json | undefined {
  try {
    return new Reader(text).document();
  } catch (thrown) {
    if (thrown instanceof Malformed) return undefined;
    throw thrown;
  }
}

class Malformed {}

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Json {
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw new Malformed();
    return value;
  }

  #value(): Json {
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case "{":
        return this.#nested(() => this.#object());
      case "[":
        return this.#nested(() => this.#array());
      case '"':
        return this.#string();
      case "t":
        return this.#word("true", true);
      case "f":
        return this.#word("false", false);
      case "n":
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #nested<Container extends Json>(read: () => Container): Container {
    if (++this.#depth > DEEPEST) throw new Malformed();
    this.#at++;
    const container = read();
    this.#depth--;
    return container;
  }

  #object(): JsonObject {
    const entries = new Map<string, Json>();
    if (this.#take("}")) return entries;
    do {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') throw new Malformed();
      const key = this.#string();
      this.#expect(":");
      entries.set(key, this.#value());
    } while (this.#take(","));
    this.#expect("}");
    return entries;
  }

  #array(): Json[] {
    const elements: Json[] = [];
    if (this.#take("]")) return elements;
    do elements.push(this.#value());
    while (this.#take(","));
    this.#expect("]");
    return elements;
  }

  #string(): string {
    const text = this.#text;
    let out = "";
    let from = ++this.#at;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      // NaN at the end of the text fails this comparison too.
      if (!(code >= 0x20)) throw new Malformed();
      if (code === 0x22) {
        out += text.slice(from, this.#at++);
        return out;
      }
      if (code === 0x5c) {
        out += text.slice(from, this.#at) + this.#escape();
        from = this.#at;
      } else this.#at++;
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? "";
    this.#at += 2;
    if (letter === "u") return encodeCodePoint(this.#codePoint());
    const character = ESCAPES[letter];
    if (character === undefined) throw new Malformed();
    return character;
  }

  #codePoint(): number {
    const unit = this.#unit();
    if (unit < 0xd800 || unit > 0xdfff) return unit;
    if (unit > 0xdbff || !this.#text.startsWith("\\u", this.#at)) throw new Malformed();
    this.#at += 2;
    const low = this.#unit();
    if (low < 0xdc00 || low > 0xdfff) throw new Malformed();
    return 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff);
  }

  #unit(): number {
    const digits = this.#text.slice(this.#at, this.#at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new Malformed();
    this.#at += 4;
    return Number.parseInt(digits, 16);
  }

  #number(): Json {
    const grammar = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
    grammar.lastIndex = this.#at;
    const match = grammar.exec(this.#text);
    if (match === null) throw new Malformed();
    const [digits, fraction, exponent] = match;
    this.#at += digits.length;
    // A longer literal fits no 64 bits, and a very long one must not cost a conversion.
    if (fraction === undefined && exponent === undefined && digits !== "-0" && digits.length <= 20) {
      const whole = BigInt(digits);
      if (BigInt.asIntN(64, whole) === whole) return integer(whole);
    }
    const double = Number(digits);
    if (!Number.isFinite(double)) throw new Malformed();
    return float(double);
  }

  #word<Literal extends Json>(word: string, value: Literal): Literal {
    if (!this.#text.startsWith(word, this.#at)) throw new Malformed();
    this.#at += word.length;
    return value;
  }

  #take(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #expect(character: string): void {
    if (!this.#take(character)) throw new Malformed();
  }

  #skipSpace(): void {
    const text = this.#text;
    while (this.#at < text.length && " \t\n\r".includes(text[this.#at]!)) this.#at++;
  }
}
