import { checkString } from "../arguments.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { inPieces } from "./pieces.ts";

/** `string.upper(s)`: changes ASCII letters only (LIB-10). */
export function stringUpper(vm: VM): LuaFunction {
  return function upper(value: Value): Result {
    return inPieces(vm, checkString(vm, value, 1, arguments.length), 5, raised);
  };
}

function raised(text: string, from: number, to: number): string {
  const piece = text.slice(from, to);
  // JavaScript would also change the letters of Latin-1.
  return /[\x80-\xff]/.test(piece)
    ? piece.replace(/[a-z]+/g, (run) => run.toUpperCase())
    : piece.toUpperCase();
}
