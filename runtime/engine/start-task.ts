import type { EventFields } from "../events.ts";
import { plainJson } from "../host/plain-json.ts";
import type { Json, JsonObject } from "../json.ts";
import { hostError } from "../lua/host-error.ts";
import type { Value } from "../lua/value.ts";
import type { Wait } from "../lua/wait.ts";
import { decodeUtf8 } from "../utf8.ts";
import { DEEPEST_CHAIN } from "./call.ts";
import { HOP_COST, newChain } from "./chain.ts";
import { resolveHeading } from "./heading.ts";
import { OwnedTasks } from "./owned-tasks.ts";
import type { SectionVM } from "./state.ts";
import { Strand } from "./strand.ts";
import { Task } from "./task.ts";
import type { walk } from "./walk.ts";

/** What a task is started with; strings are byte strings. */
export interface TaskStart {
  /** Index of the section. */
  readonly section: number;
  readonly input?: string | undefined;
  readonly item?: Json | undefined;
  readonly index?: number | undefined;
  /** The owner's `var` at this moment (TSK-4). */
  readonly variables: JsonObject;
  /** The same for the report, where many tasks share it. */
  readonly reported?: EventFields["task_started"]["var"];
  /** What it does: `walk`, from its section on. */
  readonly walk: typeof walk;
  /** Makes it a model's task (see `Task.notify`). */
  readonly notify?: Task["notify"];
}

/** Yielded by a suspending call that works on the strand itself: it goes on at once with that, as `strandOf` gives it. */
const HERE: Wait<Strand> = {
  begin: (strand) => {
    strand.answer = { value: strand as unknown as Value };
    return true;
  },
};

/** The strand of the code that runs. */
export function* strandOf(): Generator<unknown, Strand, Value> {
  return (yield HERE) as unknown as Strand;
}

/**
 * The section that a task or arm is to begin in, after the last checks of its start: depth, heading, list section (TSK-8, FAN-12). `call`
 * is the word of the depth's message. Throws error values of kind `lua`.
 */
export function targetSection(
  vm: SectionVM,
  reference: string,
  call: "call" | "fanout",
  resolve = resolveHeading,
): number {
  if (vm.chain.depth === DEEPEST_CHAIN) throw hostError(vm, "lua", `${call} recursion exceeded cap of 8`);
  const index = resolve(vm.entry, reference);
  const { name, isList } = vm.run.module.sections[index]!;
  if (isList !== true) return index;
  throw hostError(vm, "lua", `section \`${name}\` is a list section, not a worker template`);
}

/** Starts a task that the chain of a section VM owns; it first runs when that chain parks or ends (TSK-1, SCH-4). */
export function startTask(vm: SectionVM, strand: Strand, start: TaskStart): Task {
  const { run, chain: owner, entry } = vm;
  const { driver } = strand;
  const { input, item, index, variables, walk } = start;
  const id = `${owner.id}.${owner.children++}`;
  vm.fuel -= HOP_COST;
  owner.tasks ??= new OwnedTasks();
  const chainOf = (task: Task) => {
    const argv = input === undefined ? owner.argv : run.module.argv?.(run.module.contract, input);
    const place = { id, task: id, within: task, depth: owner.depth + 1 };
    const chain = Object.assign(newChain(input ?? owner.args, argv, variables), place);
    if (item !== undefined || index !== undefined) chain.seed = { item, index };
    return chain;
  };
  const task = new Task(run, owner.tasks, chainOf, run.module.sections[start.section]!.name, start.notify);
  owner.tasks.add(task);
  task.strand = new Strand(driver, task.chain, walk(run, task.chain, start.section), (a) => task.end(a));
  run.claims?.begin(task, owner);
  run.emit("task_started", entry, report(task, start));
  driver.resume(task.strand);
  return task;
}

function report(task: Task, { input, item, index, variables, reported }: TaskStart) {
  return {
    task: task.id,
    target: decodeUtf8(task.section),
    origin: task.origin,
    ...(input === undefined ? {} : { input: decodeUtf8(input) }),
    ...(item === undefined ? {} : { item: frozen(plainJson(item)) }),
    ...(index === undefined ? {} : { index }),
    var: reported ?? reportedVar(variables),
  };
}

/** A `var` as `task_started` shows it. */
export function reportedVar(variables: JsonObject): EventFields["task_started"]["var"] {
  return frozen(plainJson(variables)) as EventFields["task_started"]["var"];
}

/** JSON data that nobody can change (HOST-20). */
function frozen<Data>(data: Data): Data {
  if (typeof data !== "object" || data === null) return data;
  for (const member of Object.values(data)) frozen(member);
  return Object.freeze(data);
}
