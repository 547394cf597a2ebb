import type { Prompt, RunEvent } from "../../runtime/index.ts";
import { emit } from "./model-prompt.ts";
import type { Workplace } from "./workplace.ts";

let modules = 0;

/** Sections by heading, each with the Lua of its one fence; `shared` and `h1` stand before them. */
export interface Sections {
  readonly [heading: string]: string;
}

/** A prompt of these sections, compiled and loaded. The fence of the first begins on line 12 when `head` is empty. */
export async function load(workplace: Workplace, sections: Sections, head = ""): Promise<Prompt> {
  const { h1, shared, ...rest } = sections;
  const fence = (lua: string, info = "lua") => `\`\`\`${info}\n${lua}\n\`\`\`\n\n`;
  const body = Object.entries(rest).map(([heading, lua]) => `${heading}\n\n${fence(lua)}`);
  const top = (shared === undefined ? "" : fence(shared, "lua shared")) + (h1 === undefined ? "" : fence(h1));
  const text = `---\nname: p\ndescription: Runs tasks\npromptforge: 0\n${head}---\n\n# P\n\n${top}${body.join("")}`;
  const name = `tasks-${modules++}.mjs`;
  workplace.write(name, await emit(text));
  return workplace.load(name);
}

/** The events of each task in its own order, as `seq kind` and the fields that the kind adds. */
export function byTask(events: readonly RunEvent[]): { [task: string]: string[] } {
  const tasks: { [task: string]: string[] } = {};
  for (const { kind, execution: _execution, section, provenance, ...fields } of events) {
    tasks[provenance.task] ??= [];
    tasks[provenance.task]!.push(`${provenance.seq} ${kind} ${section} ${JSON.stringify(fields)}`);
  }
  return tasks;
}

/** The kinds of task ends and starts, as `task_failed 0.1 reason`. */
export function taskEvents(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) =>
    "task" in event
      ? [`${event.kind} ${event.task} ${event.kind === "task_abandoned" ? event.reason : ""}`.trim()]
      : [],
  );
}
