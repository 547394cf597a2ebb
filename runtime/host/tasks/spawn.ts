import { headingReference } from "../../engine/heading.ts";
import { startTask, strandOf, targetSection } from "../../engine/start-task.ts";
import type { SectionVM } from "../../engine/state.ts";
import { suspendingHost } from "../../engine/suspend.ts";
import { walk } from "../../engine/walk.ts";
import type { Json } from "../../json.ts";
import { hostError } from "../../lua/host-error.ts";
import { isInteger, isNumber } from "../../lua/number.ts";
import { hostType } from "../../lua/type-name.ts";
import { type LuaFunction, Userdata, type Value } from "../../lua/value.ts";
import { isUtf8 } from "../../utf8.ts";
import { NULL_MARKER } from "../json-to-lua.ts";
import { itemJson } from "./item.ts";
import { leftBehind } from "./left-behind.ts";
import { handleOf, optionsField } from "./reference.ts";

/** `tasks.spawn(target, opts?)`: starts a task and gives its handle; the owner goes on (TSK-1 to TSK-8). */
export function tasksSpawn(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (target, options) {
    const field = (name: string) => optionsField(vm, "tasks.spawn opts", options, name);
    const [input, item, index] = [field("input"), field("item"), field("index")];
    const variables = vm.entry.readVar?.() ?? vm.chain.var;
    const reference = headingReference(vm, target);
    const start = {
      variables,
      input: inputText(vm, input),
      item: itemData(vm, item),
      index: indexNumber(vm, index),
      section: targetSection(vm, reference, "call"),
      walk,
    };
    const task = startTask(vm, yield* strandOf(), start);
    vm.chain.tasks!.leave = leftBehind;
    return handleOf(task);
  });
}

function inputText(vm: SectionVM, input: Value): string | undefined {
  if (input === undefined) return undefined;
  if (typeof input !== "string") throw hostError(vm, "lua", `input must be a string, got ${hostType(input)}`);
  if (!isUtf8(input)) throw hostError(vm, "lua", "input must be a valid UTF-8 string");
  return input;
}

function itemData(vm: SectionVM, item: Value): Json | undefined {
  if (item === undefined) return undefined;
  if (typeof item === "function" || (item instanceof Userdata && item !== NULL_MARKER))
    throw hostError(vm, "lua", `item must be JSON data, got ${hostType(item)}`);
  const json = itemJson(vm, item);
  if (json === undefined) throw hostError(vm, "lua", "item must be a JSON-representable value");
  return json;
}

function indexNumber(vm: SectionVM, index: Value): number | undefined {
  if (index === undefined) return undefined;
  const isWhole = isNumber(index) && isInteger(index);
  if (isWhole && Number(index) >= 0) return Number(index);
  throw hostError(
    vm,
    "lua",
    `index must be a non-negative integer, got ${isWhole ? String(index) : hostType(index)}`,
  );
}
