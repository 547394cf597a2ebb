import { isNumber, numberToInteger, toDouble } from "../lua/number.ts";
import { hostType } from "../lua/type-name.ts";
import type { Value } from "../lua/value.ts";
import { decodeUtf8, isUtf8 } from "../utf8.ts";
import { StoreFailure } from "./store-failure.ts";

/** The arguments of one store call; each reader throws a `StoreFailure` for a value of a wrong type. Positions count from 0. */
export class StoreArguments {
  readonly #values: readonly Value[];

  constructor(values: readonly Value[]) {
    this.#values = values;
  }

  /** A string, as UTF-16 (STO-12). */
  text(position: number, name: string): string {
    const value = this.#values[position];
    if (typeof value !== "string") return this.converted(value, position, name);
    if (!isUtf8(value)) throw new StoreFailure(`${name} must be a valid UTF-8 string`);
    return decodeUtf8(value);
  }

  /** A line number, or undefined for nil (STO-13). */
  bound(position: number, name: string): number | undefined {
    const value = this.#values[position];
    if (value === undefined) return undefined;
    const integer = isNumber(value) ? numberToInteger(value) : undefined;
    if (integer === undefined) throw new StoreFailure(`${name} must be an integer, got ${hostType(value)}`);
    return Number(integer);
  }

  /** The arguments as plain data, for the journal. */
  plain(): readonly (string | number | null)[] {
    return this.#values.map((v) =>
      typeof v === "string" ? decodeUtf8(v) : isNumber(v) ? toDouble(v) : null,
    );
  }

  /** What stands for a value that is no string. */
  protected converted(value: Value, _position: number, name: string): string {
    throw new StoreFailure(`${name} must be a string, got ${hostType(value)}`);
  }
}
