import { Failure } from "../../engine/failure.ts";
import type { Task } from "../../engine/task.ts";

/** The failure of a chain that has ended while tasks of the author's are live (TSK-51, TSK-52); undefined when there are none. */
export function leftBehind(live: Iterable<Task>): Failure | undefined {
  const left = [...live].filter((task) => task.origin === "author").map((task) => task.id);
  if (left.length === 0) return undefined;
  const tasks = left.join(", ");
  const advice = "wait on or cancel every task a chain spawns before it ends";
  return new Failure("Lua", `chain ended with author tasks still live: ${tasks}; ${advice}`, {
    tag: "tasks_live",
    fields: { tasks },
  });
}
