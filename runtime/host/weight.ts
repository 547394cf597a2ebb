import { spend } from "../lua/fuel.ts";
import { reserve } from "../lua/memory.ts";
import type { VM } from "../lua/vm.ts";

/** About what a value takes, and what a container takes by itself. */
const VALUE_BYTES = 40;

/** What JSON data on its way into or out of Lua takes: over the memory ceiling it is refused (LIM-02a), and looking at it costs fuel. */
export class Weight {
  /** So far. */
  bytes = 0;
  readonly #vm: VM;

  constructor(vm: VM) {
    this.#vm = vm;
  }

  /** Counts a value whose text, if it is one, has so many bytes. Throws a `MemoryError`. */
  add(textBytes: number): void {
    this.addKnown(VALUE_BYTES + textBytes);
    spend(this.#vm, 4 + (textBytes >> 4));
  }

  /** Counts bytes of data that was looked at before. */
  addKnown(bytes: number): void {
    this.bytes += bytes;
    reserve(this.#vm, this.bytes);
  }
}
