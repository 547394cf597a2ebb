import { stringField } from "../../engine/failure.ts";
import { trimmed } from "../../engine/heading.ts";
import { startTask, strandOf, targetSection } from "../../engine/start-task.ts";
import type { SectionVM } from "../../engine/state.ts";
import { walk } from "../../engine/walk.ts";
import type { JsonObject } from "../../json.ts";
import { LuaError } from "../../lua/error.ts";
import { LuaTable } from "../../lua/table.ts";
import type { Value } from "../../lua/value.ts";
import { type BuiltInAnswer, type BuiltInCall, refused } from "./built-in.ts";
import { noticeOf } from "./notice.ts";

/** The built-in `task`: starts a task of the model's (MTK-10, MTK-11). */
export function* startModelTask(
  vm: SectionVM,
  { given, allowed }: BuiltInCall,
): Generator<unknown, BuiltInAnswer, Value> {
  const target = given.get("target");
  const input = given.get("input") ?? undefined;
  if (typeof target !== "string")
    return refused("task: `target` must be a string naming a section heading, such as `## Research`");
  if (input !== undefined && typeof input !== "string")
    return refused("task: `input` must be a string when given");
  if (allowed !== undefined && !allowed.includes(trimmed(target)))
    return refused(`task: target \`${target}\` is not allowed; allowed targets: ${allowed.join(", ")}`);
  let section: number;
  let variables: JsonObject;
  try {
    variables = vm.entry.readVar?.() ?? vm.chain.var;
    section = targetSection(vm, target, "call");
  } catch (thrown) {
    if (!(thrown instanceof LuaError && thrown.value instanceof LuaTable)) throw thrown;
    return refused(`task: ${stringField(thrown.value, "message")!}`);
  }
  const { chain } = vm;
  const task = startTask(vm, yield* strandOf(), {
    section,
    input,
    variables,
    walk,
    notify: (ended, reason) => noticeOf(vm, chain, ended, reason),
  });
  const { notices } = chain.tasks!;
  chain.notices = () => notices.splice(0);
  return { text: `Task id=${task.id} started` };
}
