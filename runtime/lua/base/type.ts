import { checkAny } from "../arguments.ts";
import { basicType } from "../type-name.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `type(v)`: the name of its basic type. */
export function baseType(_vm: VM): LuaFunction {
  return type;
}

function type(value: Value): Result {
  if (value === undefined) checkAny(1, arguments.length);
  return basicType(value);
}
