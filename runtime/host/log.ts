import { originate } from "../engine/origin.ts";
import type { SectionVM } from "../engine/state.ts";
import { EMPTY } from "../lua/call.ts";
import type { LuaError } from "../lua/error.ts";
import { spend } from "../lua/fuel.ts";
import { hostError } from "../lua/host-error.ts";
import type { LuaFunction, Value } from "../lua/value.ts";
import { countCodePoints, decodeUtf8, isUtf8 } from "../utf8.ts";

/** The global `log(message)`: one checkpoint event under the VM's section, after the checks of LOG-02 in their order (LOG-01 to LOG-04). */
export function hostLog(vm: SectionVM): LuaFunction {
  const { entry, run } = vm;
  let eventsLeft = run.limits.luaLogEvents ?? 1024;
  let bytesLeft = 256 * eventsLeft;
  return (...values) => {
    if (values.length !== 1) throw hostError(vm, "lua", "log expects exactly one argument");
    if (eventsLeft === 0)
      throw exhausted(vm, "lua log event budget exceeded", "lua log event quota exceeded");
    eventsLeft--;
    const message = checkMessage(vm, values[0]);
    if (message.length > bytesLeft) {
      throw exhausted(vm, "lua log cumulative byte budget exceeded", "lua log byte quota exceeded");
    }
    bytesLeft -= message.length;
    run.emit("lua", entry, { message: decodeUtf8(message) });
    return EMPTY;
  };
}

function checkMessage(vm: SectionVM, message: Value): string {
  if (typeof message === "string") spend(vm, message.length >> 3);
  if (typeof message !== "string" || !isUtf8(message))
    throw hostError(vm, "lua", "log message must be a UTF-8 string");
  if (message.length > 4 * 256 || countCodePoints(message) > 256)
    throw hostError(vm, "lua", "log message must be at most 256 characters");
  if (/[\p{Cc}\u2028\u2029]/u.test(decodeUtf8(message))) {
    throw hostError(vm, "lua", "log message must not contain newline or control characters");
  }
  return message;
}

/** A spent quota ends the run in its own kind and words when nothing catches it (LOG-03). */
function exhausted(vm: SectionVM, text: string, report: string): LuaError {
  return originate(vm, hostError(vm, "lua", text), { ends: "Quota", report });
}
