import type { Addresses } from "./address.ts";
import type { LuaError } from "./error.ts";
import type { Fuel } from "./fuel.ts";
import type { MessageHandler } from "./message-handler.ts";
import type { Region } from "./region.ts";
import type { Pattern } from "./string/pattern/item.ts";
import { GlobalTable, LuaTable } from "./table.ts";
import type { LuaFunction, Value } from "./value.ts";

/**
 * One Lua state: the state of a section entry. Everything that Lua code can change hangs off it; emitted code takes it as its
 * first argument.
 */
export class VM {
  /** Loop back-edges and entries of recursive functions left before `refill` must look at the run. */
  fuel = 0;
  /** The fuel that was granted last. */
  granted = 0;
  /** The fuel below which suspending code pauses: above all fuel while a turn of the event loop is owed, because a quantum was spent where nothing can wait. */
  floor = 0;
  /** Tail calls left before one must return to its caller's trampoline. */
  tail = 200;
  /** Nested generator calls since the driver's stack was last extended. */
  depth = 0;
  /** How many callers up the stack cannot wait: library callbacks, the shared library's top level. */
  unyieldable = 0;
  /** What a suspending call raises where nothing can wait, if that is not the usual message. */
  cannotYield?: string | undefined;
  /** The message handler of the innermost `xpcall`; undefined below a `pcall` and outside both. */
  handler: MessageHandler | undefined = undefined;
  /** Where the `pcall` or `xpcall` that is about to be called stands, set for it alone. */
  region: Region | undefined = undefined;
  site = 0;
  /** The function that a protected call is about to call, until that has asked: the call may fail for want of stack before. */
  protected: LuaFunction | undefined = undefined;
  /** The metatable of all error values, made when the first one is (ERR-01). */
  errorMetatable: LuaTable | undefined = undefined;
  readonly globals = new GlobalTable();
  /** The metatable of all strings (ENV-04). */
  readonly strings = new LuaTable();
  /** The largest string, and the weight of the largest table, in bytes (LIM-02a). */
  readonly memoryBytes: number;
  /** Who decides, at each refill, whether the run goes on. */
  tank: Tank;
  /** Of the run, and what tells this VM from others: its random numbers depend on nothing else (LIB-73). */
  readonly entropy: Entropy;
  readonly name: string;
  /** Set where error values may be other than as host functions raise them. */
  errorTexts?: ErrorTexts;
  /** The value of an error as Lua code sees it, where that is not what `visible` makes of it. */
  shown?: (error: LuaError) => Value;
  /** The text of a number, undefined for any other value: set where a value may be a number. */
  numberText: ((value: Value) => string | undefined) | undefined = undefined;
  /** The patterns last used, ready for use; bounded. */
  patterns: Map<string, Pattern> | undefined = undefined;
  /** Large array parts that tables have outgrown or given back, all nil, one of each size; undefined while none may be kept. */
  spares: (Value[] | undefined)[] | undefined = [];
  /** What `math.random` works on, made at its first use. */
  generator: Int32Array | undefined = undefined;

  constructor(tank: Tank, name: string, memoryBytes: number) {
    this.tank = tank;
    this.entropy = tank.entropy;
    this.name = name;
    this.memoryBytes = memoryBytes;
  }
}

/** What a program sees of error values. */
export interface ErrorTexts {
  /** Makes the metatable of all error values. */
  metatable(vm: VM): LuaTable;
  /** What an uncaught error says. */
  text(vm: VM, value: Value): string;
}

/** What the VMs of one run share. */
export interface Tank extends Fuel {
  readonly entropy: Entropy;
  /** The addresses that `tostring` shows, once it has shown one: counted per run, so that identical runs print the same. */
  addresses?: Addresses | undefined;
}

/** What random numbers come from: 64 bits as the host gave them; `seedOf` draws them when it gave none. */
export interface Entropy {
  seed: bigint | number | undefined;
}
