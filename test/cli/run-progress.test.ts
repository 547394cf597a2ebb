import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Progress } from "../../src/cli/progress.ts";
import { elapsed } from "../../src/cli/run-display.ts";
import type { Fact } from "../../src/cli/run-messages.ts";
import { oneLine, StatusArea } from "../../src/cli/status-area.ts";

const event = (name: string, more: Partial<Fact & { is: "event" }> = {}): Fact => ({
  is: "event",
  event: name,
  task: "0",
  section: "Gather",
  ...more,
});
const effect = (name: string, task = "0"): Fact => ({ is: "effect", effect: name, task });

function noted(...facts: readonly Fact[]): Progress {
  const progress = new Progress();
  for (const fact of facts) progress.note(fact);
  return progress;
}

describe("progress", () => {
  it("is empty before anything happens, and for what it does not know (HOST-25)", () => {
    expect(noted(event("news"), effect("store"), effect("timer")).parts()).toEqual([]);
  });

  it("names the section of the main walk", () => {
    const other = event("section_started", { task: "0.1", section: "Arm" });
    expect(noted(event("section_started"), other).section).toBe("Gather");
  });

  it("counts rounds, what they have given so far, and tokens once they are told", () => {
    const progress = noted(effect("model"), { is: "fragment", task: "0", length: 9 });
    expect(progress.parts()).toEqual(["1 model round (1 open, about 3 tokens)"]);
    progress.note(event("model_turn_completed"));
    progress.note(event("assistant_reply", { usage: { prompt_tokens: 1200, completion_tokens: 30 } }));
    expect(progress.parts()).toEqual(["1 model round", "1,200 tokens in, 30 out"]);
    progress.note(effect("model", "0.1"));
    progress.note(effect("model"));
    progress.note(event("model_turn_failed", { task: "0.1" }));
    expect(progress.parts()[0]).toBe("3 model rounds (1 open)");
  });

  it("counts calls of tools, those of local tools included, which are asked of nobody", () => {
    const progress = noted(effect("tool"), effect("tool"));
    expect(progress.parts()).toEqual(["2 tool calls (2 open)"]);
    progress.note(event("tool_call_succeeded"));
    progress.note(event("tool_call_failed"));
    progress.note(event("tool_call_succeeded"));
    expect(progress.parts()).toEqual(["3 tool calls"]);
  });

  it("counts tasks, each of which ends once", () => {
    const ends = ["task_succeeded", "task_failed", "task_cancelled", "task_abandoned"];
    const progress = noted(...ends.map(() => event("task_started")));
    expect(progress.parts()).toEqual(["4 tasks running, 0 ended"]);
    for (const end of ends) progress.note(event(end, { task: "0.1" }));
    expect(progress.parts()).toEqual(["0 tasks running, 4 ended"]);
  });

  it.each([
    [0, "0.0 s"],
    [9_949, "9.9 s"],
    [9_999, "9.9 s"],
    [10_000, "10 s"],
    [59_999, "59 s"],
    [60_000, "1 min 00 s"],
    [3_723_000, "62 min 03 s"],
  ])("%d ms are %s", (milliseconds, text) => {
    expect(elapsed(milliseconds)).toBe(text);
  });
});

const ESCAPE = "\x1b";
const PIECES = new RegExp(`${ESCAPE}\\[\\d*[AJ]|\r|\n|[^${ESCAPE}\r\n]+`, "g");

/** A terminal that understands what the area writes. */
class Screen {
  readonly lines = [""];
  #row = 0;

  readonly columns: number;

  constructor(columns: number) {
    this.columns = columns;
  }

  write(text: string): boolean {
    for (const [piece] of text.matchAll(PIECES)) {
      if (piece === "\r") continue;
      if (piece === "\n") this.lines.splice(++this.#row, 0, "");
      else if (piece.startsWith(ESCAPE) && piece.endsWith("A")) this.#row -= Number(piece.slice(2, -1));
      else if (piece === `${ESCAPE}[J`) this.lines.splice(this.#row, this.lines.length, "");
      else this.lines[this.#row] += piece;
    }
    return true;
  }
}

describe("the status area", () => {
  const area = (columns: number) => {
    const screen = new Screen(columns);
    return { screen, area: new StatusArea(screen as never) };
  };

  it("draws over itself and leaves nothing", () => {
    const { screen, area: status } = area(80);
    screen.write("before\n");
    status.draw(["one", "two", "three"]);
    expect(screen.lines).toEqual(["before", "one", "two", "three"]);
    status.draw(["four"]);
    expect(screen.lines).toEqual(["before", "four"]);
    status.draw(["five", "six"]);
    status.clear();
    status.clear();
    screen.write("after\n");
    expect(screen.lines).toEqual(["before", "after", ""]);
  });

  it("keeps each line on one line of the terminal, whatever a heading holds", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary" }), { minLength: 1 }),
        fc.integer({ min: 2, max: 40 }),
        (lines, columns) => {
          const { screen, area: status } = area(columns);
          status.draw(lines);
          expect(screen.lines.length).toBe(lines.length);
          for (const line of screen.lines) expect([...line].length).toBeLessThan(columns);
        },
      ),
    );
  });

  it("cuts by columns", () => {
    const { screen, area: status } = area(7);
    status.draw(["abcdef", "abcdefg", "日本語日本語"]);
    expect(screen.lines).toEqual(["abcdef", "abcde…", "日本…"]);
  });

  it("gives a terminal nothing to obey", () => {
    expect(oneLine("a\x1b[2Jb\nc\x07d\u202ee\u2028f")).toBe("ab c d e f");
  });
});
