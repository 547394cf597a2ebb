import { Progress } from "./progress.ts";
import type { Fact } from "./run-messages.ts";
import { oneLine, StatusArea } from "./status-area.ts";
import { hasColor } from "./terminal.ts";

/** How often the status is drawn at most, in milliseconds. */
const INTERVAL = 100;
/** A run that is over by then shows no status. */
const DELAY = 400;
/** How often a terminal that cannot draw over lines is told the status of one section. */
const PLAIN_INTERVAL = 5000;
const SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";

/**
 * Shows on stderr how far a run is: a status at the end of a terminal, plain lines on one that shows no colour (`NO_COLOR`, `TERM=dumb`),
 * nothing where stderr is no terminal. Messages appear above the status.
 */
export class RunDisplay {
  readonly #stream: NodeJS.WriteStream;
  readonly #progress = new Progress();
  readonly #area: StatusArea;
  #began: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isPaused = false;
  #plain = { section: "", counts: "", at: 0 };

  /** True when the display wants facts. */
  readonly isShown: boolean;

  constructor(stream: NodeJS.WriteStream, isWanted: boolean) {
    this.#stream = stream;
    this.#area = new StatusArea(stream);
    this.isShown = isWanted && stream.isTTY === true;
    if (!this.isShown) return;
    this.#timer = setInterval(() => this.#show(), INTERVAL);
  }

  /** Takes in a fact; the time runs from the first one on. */
  note(fact: Fact): void {
    this.#began ??= Date.now();
    this.#progress.note(fact);
  }

  /** Writes a text to stderr as it is. */
  print(text: string): void {
    this.#area.clear();
    this.#stream.write(text);
  }

  /** Leaves the terminal to somebody else until `resume`. */
  pause(): void {
    this.#isPaused = true;
    this.#area.clear();
  }

  /** The terminal is the display's again. */
  resume(): void {
    this.#isPaused = false;
  }

  /** Takes the status away, for good. */
  close(): void {
    clearInterval(this.#timer);
    this.#area.clear();
  }

  #show(): void {
    const time = Date.now() - (this.#began ?? Number.POSITIVE_INFINITY);
    if (this.#isPaused || time < DELAY) return;
    if (hasColor(this.#stream)) this.#draw(time);
    else this.#sayPlainly(time);
  }

  #draw(time: number): void {
    const wheel = SPINNER[Math.floor(time / INTERVAL) % SPINNER.length];
    const parts = this.#progress.parts();
    const counts = parts.length === 0 ? [] : [`  ${parts.join(" · ")}`];
    this.#area.draw([`${wheel} ${elapsed(time)}  ${this.#progress.section}`, ...counts]);
  }

  #sayPlainly(time: number): void {
    const { section } = this.#progress;
    const counts = this.#progress.parts().join(" · ");
    const before = this.#plain;
    if (section === before.section && (counts === before.counts || time - before.at < PLAIN_INTERVAL)) return;
    this.#plain = { section, counts, at: time };
    const parts = [elapsed(time), section, counts].filter((part) => part !== "");
    this.#stream.write(`${oneLine(parts.join(" · "))}\n`);
  }
}

/** `0.4 s`, `12 s`, `2 min 03 s`. */
export function elapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 10) return `${(Math.floor(milliseconds / 100) / 10).toFixed(1)} s`;
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}
