import { LuaError } from "./error.ts";
import type { Region } from "./region.ts";
import type { Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** `bad argument #index to '…' (detail)` at the call site. */
export function argumentError(index: number, detail: string): LuaError {
  return new LuaError(undefined, 1, undefined, new BadArgument(index, detail));
}

/** A bad argument of a library function: who called it supplies the function's name (LIB-01). */
export class BadArgument {
  /** 1-based, `self` included. */
  readonly index: number;
  readonly detail: string;

  constructor(index: number, detail: string) {
    this.index = index;
    this.detail = detail;
  }

  /** The message where a call site has called the function. */
  textAt(region: Region, site: number): string {
    const name = region.name(site, 0);
    if (name === undefined) return this.text("?");
    const bare = name.slice(name.indexOf("'") + 1, -1);
    if (!name.startsWith("method")) return this.text(bare);
    if (this.index === 1) return `calling '${bare}' on bad self (${this.detail})`;
    return this.text(bare, this.index - 1);
  }

  /** The message where a library function has called the function. */
  textOf(vm: VM, callee: Value): string {
    return this.text(qualifiedName(vm, callee));
  }

  private text(name: string, index = this.index): string {
    return `bad argument #${index} to '${name}' (${this.detail})`;
  }
}

/** The name a function has in a library (`string.rep`) or the globals, `?` for any other. */
function qualifiedName(vm: VM, callee: Value): string {
  for (const library of ["string", "table", "math"]) {
    const fields = vm.globals.s[library];
    if (fields === undefined || typeof fields !== "object" || !("s" in fields)) continue;
    for (const [name, value] of Object.entries(fields.s)) if (value === callee) return `${library}.${name}`;
  }
  for (const [name, value] of Object.entries(vm.globals.s)) if (value === callee) return name;
  return "?";
}
