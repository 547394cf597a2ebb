import type { SectionVM } from "../../engine/state.ts";
import { IMMEDIATE, suspendingHost } from "../../engine/suspend.ts";
import { hostError } from "../../lua/host-error.ts";
import { LuaTable } from "../../lua/table.ts";
import { hostType } from "../../lua/type-name.ts";
import type { LuaFunction, Value } from "../../lua/value.ts";
import { isUtf8 } from "../../utf8.ts";
import { handleOf, optionsField } from "./reference.ts";

/** `tasks.pending(filter?)`: handles of the live tasks that the chain owns, in the order of their start (TSK-43). */
export function tasksPending(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (filter) {
    yield IMMEDIATE;
    const origin = checkOrigin(vm, optionsField(vm, "tasks.pending filter", filter, "origin"));
    const handles: Value[] = [0];
    for (const task of vm.chain.tasks?.live ?? [])
      if (origin === undefined || task.origin === origin) handles.push(handleOf(task));
    return new LuaTable(handles);
  });
}

function checkOrigin(vm: SectionVM, origin: Value): string | undefined {
  if (origin === undefined || origin === "author" || origin === "model") return origin;
  const what = "pending filter origin must be";
  if (typeof origin !== "string") throw hostError(vm, "lua", `${what} a string, got ${hostType(origin)}`);
  if (!isUtf8(origin)) throw hostError(vm, "lua", `${what} a valid UTF-8 string`);
  throw hostError(vm, "lua", `${what} \`author\` or \`model\`, got \`${origin}\``);
}
