import { checkFunction } from "../arguments.ts";
import { runtimeError } from "../error.ts";
import type { LuaFunction, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `string.dump(f)`: compiled code has no bytecode (ENV-05). */
export function stringDump(_vm: VM): LuaFunction {
  return dump;
}

function dump(value: Value): never {
  checkFunction(value, 1, arguments.length);
  throw runtimeError("unable to dump given function");
}
