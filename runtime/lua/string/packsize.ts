import { checkString } from "../arguments.ts";
import { argumentError } from "../error.ts";
import { spend } from "../fuel.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { PackFormat } from "./pack-option.ts";

/** `string.packsize(format)`: the length of what `string.pack` gives (manual §6.4.2). */
export function stringPacksize(vm: VM): LuaFunction {
  return function packsize(template: Value): Result {
    const format = new PackFormat(checkString(vm, template, 1, arguments.length));
    let total = 0;
    while (!format.ended) {
      spend(vm, 2);
      const { kind, size, padding } = format.next(total);
      if (kind === "string" || kind === "zero") throw argumentError(1, "variable-length format");
      total += padding + size;
      if (total > 0x7fffffff) throw argumentError(1, "format result too large");
    }
    return total;
  };
}
