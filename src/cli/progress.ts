import type { Fact } from "./run-messages.ts";

/** How far a run is: counts what it reports, and words it. */
export class Progress {
  /** The section that the main walk entered last; empty before the first. */
  section = "";
  readonly #rounds = new Work();
  readonly #calls = new Work();
  readonly #tasks = { running: 0, ended: 0 };
  /** By task, what its open round has given so far, in UTF-16 units. */
  readonly #fragments = new Map<string, number>();
  readonly #tokens = { prompt: 0, completion: 0 };

  /** Takes in what a run reports; unknown kinds count nothing (HOST-25). */
  note(fact: Fact): void {
    const { task } = fact;
    if (fact.is === "fragment") {
      this.#fragments.set(task, (this.#fragments.get(task) ?? 0) + fact.length);
    } else if (fact.is === "effect") {
      if (fact.effect === "model") this.#rounds.begin(task);
      if (fact.effect === "tool") this.#calls.begin(task);
    } else this.#noteEvent(fact);
  }

  /** One text for each thing that there has been: `3 model rounds (1 open, about 412 tokens)`. */
  parts(): readonly string[] {
    const { running, ended } = this.#tasks;
    const { prompt, completion } = this.#tokens;
    return [
      this.#rounds.text("model round", this.#liveTokens()),
      prompt + completion > 0 && `${grouped(prompt)} tokens in, ${grouped(completion)} out`,
      this.#calls.text("tool call", ""),
      running + ended > 0 && `${grouped(running)} tasks running, ${grouped(ended)} ended`,
    ].filter((part) => part !== false);
  }

  #noteEvent({ event, task, section, usage }: Fact & { is: "event" }): void {
    if (event === "section_started" && task === "0") this.section = section;
    if (event === "model_turn_completed" || event === "model_turn_failed") {
      this.#rounds.end(task);
      this.#fragments.delete(task);
    }
    if (event === "tool_call_succeeded" || event === "tool_call_failed") this.#calls.end(task);
    if (event === "task_started") this.#tasks.running++;
    if (TASK_ENDS.has(event)) {
      this.#tasks.running--;
      this.#tasks.ended++;
    }
    this.#tokens.prompt += usage?.prompt_tokens ?? 0;
    this.#tokens.completion += usage?.completion_tokens ?? 0;
  }

  /** Providers count tokens only at the end of a reply: until then four characters are one. */
  #liveTokens(): string {
    const length = [...this.#fragments.values()].reduce((sum, count) => sum + count, 0);
    return length === 0 ? "" : `, about ${grouped(Math.ceil(length / 4))} tokens`;
  }
}

const TASK_ENDS = new Set(["task_succeeded", "task_failed", "task_cancelled", "task_abandoned"]);

/** Pieces of work that tasks begin and end, one at a time or several. */
class Work {
  #ended = 0;
  readonly #open = new Map<string, number>();

  begin(task: string): void {
    this.#open.set(task, (this.#open.get(task) ?? 0) + 1);
  }

  /** Work without a beginning, such as the call of a local tool, counts as well. */
  end(task: string): void {
    this.#ended++;
    const open = (this.#open.get(task) ?? 0) - 1;
    if (open > 0) this.#open.set(task, open);
    else this.#open.delete(task);
  }

  /** False for none; `more` stands behind the number of the open ones. */
  text(noun: string, more: string): string | false {
    const open = [...this.#open.values()].reduce((sum, count) => sum + count, 0);
    const all = this.#ended + open;
    if (all === 0) return false;
    return `${grouped(all)} ${noun}${all === 1 ? "" : "s"}${open === 0 ? "" : ` (${grouped(open)} open${more})`}`;
  }
}

/** `1234567` → `1,234,567`. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
