import type { SectionVM } from "../../engine/state.ts";
import { IMMEDIATE, suspendingHost } from "../../engine/suspend.ts";
import { EMPTY } from "../../lua/call.ts";
import { hostError } from "../../lua/host-error.ts";
import { hostType } from "../../lua/type-name.ts";
import type { LuaFunction } from "../../lua/value.ts";
import { isUtf8 } from "../../utf8.ts";

/** `tasks.note(text)`: the note of the task that the code runs in; nobody can read that of the main walk (TSK-44). */
export function tasksNote(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (text) {
    yield IMMEDIATE;
    if (typeof text !== "string")
      throw hostError(vm, "lua", `tasks.note text must be a string, got ${hostType(text)}`);
    if (!isUtf8(text)) throw hostError(vm, "lua", "text must be a valid UTF-8 string");
    const { within } = vm.chain;
    if (within !== undefined) within.note = text;
    return EMPTY;
  });
}
