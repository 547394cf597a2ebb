import type { SectionVM } from "../../engine/state.ts";
import type { ModelToolCall, OfferedTool, ToolScope } from "../../engine/tool-scope.ts";
import type { JsonValue } from "../../events.ts";
import type { Value } from "../../lua/value.ts";
import { decodeUtf8 } from "../../utf8.ts";
import { reportResult } from "../tools/tool-call.ts";
import { awaitTasks } from "./await-tasks.ts";
import type { BuiltInAnswer, BuiltInCall } from "./built-in.ts";
import { startModelTask } from "./model-start.ts";
import { cancelTask, readTaskEvents, showTask } from "./model-task.ts";

/** What lets the models of a section entry work with tasks (MTK-2 to MTK-5). */
export class TaskBuiltIns implements ToolScope {
  readonly #vm: SectionVM;
  readonly #allowed: readonly string[] | undefined;

  /** `allowed`: trimmed headings; undefined for any section. */
  constructor(vm: SectionVM, allowed: readonly string[] | undefined) {
    this.#vm = vm;
    this.#allowed = allowed;
  }

  offer(): readonly OfferedTool[] {
    const targets = targetText(this.#allowed);
    return BUILT_INS.map(({ name, description, properties, required }) => ({
      name,
      description: name === "task" ? `${description} ${targets}` : description,
      parameters: { type: "object", properties, required },
    }));
  }

  *call({ id, name, arguments: given, turn }: ModelToolCall): Generator<unknown, string, Value> {
    const vm = this.#vm;
    const builtIn = BUILT_INS.find((candidate) => candidate.name === name)!;
    const answer = yield* builtIn.run(vm, { given, allowed: this.#allowed });
    vm.run.emit(answer.isRefused === true ? "tool_call_failed" : "tool_call_succeeded", vm.entry);
    reportResult(vm, { alias: name, args: given, id, turn }, answer.text, answer.isUntrusted !== true);
    return answer.text;
  }
}

function targetText(allowed: readonly string[] | undefined): string {
  return allowed === undefined
    ? "`target` must be any section of this prompt, named by its heading (for example `## Research`)."
    : `\`target\` must be one of: ${decodeUtf8(allowed.join(", "))}`;
}

interface BuiltIn {
  readonly name: string;
  readonly description: string;
  readonly properties: { readonly [name: string]: JsonValue };
  readonly required: readonly string[];
  readonly run: (vm: SectionVM, call: BuiltInCall) => Generator<unknown, BuiltInAnswer, Value>;
}

/** In the order in which they are offered. */
const BUILT_INS: readonly BuiltIn[] = [
  {
    name: "task",
    description:
      "Starts a section of this prompt as a task that runs beside this conversation, and returns its id at once. Its result arrives later as a notice, or through await_tasks.",
    properties: {
      target: { type: "string", description: "The heading of the section to run." },
      input: { type: "string", description: "The task's input text." },
    },
    required: ["target"],
    run: startModelTask,
  },
  {
    name: "task_cancel",
    description: "Stops a task that `task` has started.",
    properties: { id: { type: "string", description: "The id that `task` returned." } },
    required: ["id"],
    run: cancelTask,
  },
  {
    name: "task_status",
    description: "Tells how a task that `task` has started stands.",
    properties: { id: { type: "string", description: "The id that `task` returned." } },
    required: ["id"],
    run: showTask,
  },
  {
    name: "await_tasks",
    description:
      "Waits until a task that `task` has started has ended, and returns the notices. With no task running it waits for the timeout.",
    properties: { timeout: { type: "number", description: "The most seconds to wait." } },
    required: [],
    run: awaitTasks,
  },
  {
    name: "task_events",
    description: "Reads what a task that `task` has started has done so far: one JSON event per line.",
    properties: {
      id: { type: "string", description: "The id that `task` returned." },
      last: { type: "integer", description: "Only events after this sequence number." },
    },
    required: ["id"],
    run: readTaskEvents,
  },
];
