import type { Fuel } from "./fuel.ts";
import type { MessageHandler } from "./message-handler.ts";
import type { Region } from "./region.ts";
import type { FormatItem } from "./string/format/parse.ts";
import type { Pattern } from "./string/pattern/item.ts";
import { GlobalTable, LuaTable } from "./table.ts";

/**
 * One Lua state: the state of a section entry. Everything that Lua code can change hangs off it; emitted code takes it as its
 * first argument.
 */
export class VM {
  /** Loop back-edges and entries of recursive functions left before `refill` must look at the run. */
  fuel = 0;
  /** The fuel below which suspending code pauses: above all fuel while a turn of the event loop is owed, because a quantum was spent where nothing can wait. */
  floor = 0;
  /** Tail calls left before one must return to its caller's trampoline. */
  tail = 200;
  /** Nested generator calls since the driver's stack was last extended. */
  depth = 0;
  /** How many callers up the stack cannot wait: library callbacks, the shared library's top level. */
  unyieldable = 0;
  /** What a suspending call raises where nothing can wait (SUS-02, FMT-54). */
  cannotYield = "attempt to yield across a C-call boundary";
  /** The message handler of the innermost `xpcall`; undefined below a `pcall` and outside both. */
  handler: MessageHandler | undefined = undefined;
  /** Where the `pcall` or `xpcall` that is about to be called stands, set for it alone. */
  region: Region | undefined = undefined;
  site = 0;
  /** The metatable of all error values, made when the first one is (ERR-01). */
  errorMetatable: LuaTable | undefined = undefined;
  readonly globals = new GlobalTable();
  /** The metatable of all strings (ENV-04). */
  readonly strings = new LuaTable();
  /** The largest string, and the weight of the largest table, in bytes (LIM-02a). */
  readonly memoryBytes: number;
  /** Who decides, at each refill, whether the run goes on. */
  readonly tank: Fuel;
  /** The addresses that `tostring` shows (ENV-06): counted per run, so that identical runs print the same. */
  readonly addresses: Addresses;
  /** Of the run, and what tells this VM from others: its random numbers depend on nothing else (LIB-73). */
  readonly entropy: Entropy;
  readonly name: string;
  /** The patterns and the templates of `string.format` last used, ready for use; bounded. */
  readonly patterns = new Map<string, Pattern>();
  readonly formats = new Map<string, readonly FormatItem[]>();
  /** The same state while `math.random` works on it, made at its first use. */
  generator: Int32Array | undefined = undefined;

  constructor({ memoryBytes, tank, addresses, entropy, name }: Surroundings) {
    this.memoryBytes = memoryBytes;
    this.tank = tank;
    this.addresses = addresses;
    this.entropy = entropy;
    this.name = name;
  }
}

/** What a VM takes from its run (see the fields of `VM`). */
export type Surroundings = Pick<VM, "memoryBytes" | "tank" | "addresses" | "entropy" | "name">;

/** What random numbers come from: 64 bits as the host gave them; `seedOf` draws them when it gave none. */
export interface Entropy {
  seed: bigint | number | undefined;
}

/** The addresses of a run's objects. */
export class Addresses {
  readonly #known = new WeakMap<object, string>();
  #next = 0x55550000;

  /** 14 hex digits, unique per object and the same for its life. */
  of(object: object): string {
    const known = this.#known.get(object);
    if (known !== undefined) return known;
    this.#next += 0x20;
    const address = this.#next.toString(16).padStart(14, "0");
    this.#known.set(object, address);
    return address;
  }
}
