import type { RunEvent } from "../events.ts";
import type { EffectReport } from "../options.ts";
import { CalledTools } from "./called-tools.ts";
import { requestAttributes } from "./chat-attributes.ts";
import type { OpenSpan } from "./open-span.ts";
import { coordinates, type Place } from "./place.ts";
import { spanEvent } from "./span-event.ts";
import { type ShownCall, toolAttributes } from "./tool-attributes.ts";
import type { SpanStart } from "./tracer.ts";

const CLIENT = 2;

/** A section entry. */
export interface SectionSpan {
  readonly span: OpenSpan;
  /** Why a block or the shared library has failed: the kind of the event. */
  error: string | undefined;
  /** True while a block runs: a section that is torn down then was stopped. */
  isRunning: boolean;
  /** True once its VM is torn down without either: `section_finished` follows at once, or never (EVT-11). */
  isTornDown: boolean;
}

/** A model round, or the call of a bound tool. */
export interface EffectSpan {
  readonly kind: "model" | "tool";
  readonly span: OpenSpan;
  /** Who has called the tool. */
  readonly caller: "script" | "model" | undefined;
  /** What the model has thought, for its reply. */
  readonly thinking: string[];
  /** Why it has failed: the kind of the event. */
  error: string | undefined;
  /** When a round has completed, in milliseconds since 1970: its reply follows at once, unless it was blank. */
  endedAt: number | undefined;
}

/** The spans of one task: its sections within each other, and in the innermost what the task waits for. */
export class TaskTrace {
  readonly sections: SectionSpan[] = [];
  readonly called = new CalledTools();
  readonly content: boolean;
  /** A task waits for one at a time. */
  effect: EffectSpan | undefined;
  readonly #parent: OpenSpan;
  readonly #root: OpenSpan;

  /** `parent` has started the task; `root` is the run's. */
  constructor(parent: OpenSpan, root: OpenSpan, content: boolean) {
    this.#parent = parent;
    this.#root = root;
    this.content = content;
  }

  /** The innermost section, or what has started the task. */
  get innermost(): OpenSpan {
    return this.sections.at(-1)?.span ?? this.#parent;
  }

  /** Begins a span in the innermost section; `startTime` in milliseconds since 1970. */
  begin(name: string, place: Place, start: SpanStart): OpenSpan {
    const attributes = { ...coordinates(place), ...start.attributes };
    return this.innermost.child(name, { ...start, attributes });
  }

  /** The same for a tool call. */
  beginTool(call: ShownCall, place: Place, startTime?: number): OpenSpan {
    const attributes = toolAttributes(call, this.content);
    const start = startTime === undefined ? { attributes } : { attributes, startTime };
    return this.begin(`execute_tool ${call.alias}`, place, start);
  }

  /** The task has asked its host for something. */
  ask(report: EffectReport): void {
    this.settle();
    const { kind, request } = report;
    const open = { thinking: [], error: undefined, endedAt: undefined };
    if (kind === "model") {
      const attributes = requestAttributes(request, this.content);
      const span = this.begin(`chat ${request.modelId}`, report, { kind: CLIENT, attributes });
      this.effect = { ...open, kind, span, caller: undefined };
    } else if (kind === "tool") {
      const { alias, tool: path, arguments: args, callId: id, caller } = request;
      this.effect = { ...open, kind, span: this.beginTool({ alias, path, id, args }, report), caller };
    }
  }

  /** Shows an event in what is open, if it is one that is shown. */
  show(event: RunEvent): void {
    const attributes = spanEvent(event, this.content);
    if (attributes === undefined) return;
    const { innermost } = this;
    (this.effect?.span ?? (innermost.isEnded ? this.#root : innermost)).event(event.kind, attributes);
  }

  /** Something else follows: what has no end of its own among the events ends. */
  settle(): void {
    this.endEffect(this.effect?.endedAt === undefined);
    const section = this.sections.at(-1);
    // No block has failed, but what comes after them, such as the reading of `var`.
    if (section?.isTornDown === true) this.endSection("_OTHER");
  }

  /** Ends what the task waited for. */
  endEffect(isCutShort: boolean): void {
    const { effect } = this;
    this.effect = undefined;
    if (isCutShort) effect?.span.stop();
    else effect?.span.end(effect.error, effect.endedAt);
  }

  /** Ends the innermost section, if there is one; with `null` as cut short. */
  endSection(error?: string | null): void {
    this.#leave(this.sections.length - 1);
    const section = this.sections.pop();
    if (error === null) section?.span.stop();
    else section?.span.end(error);
  }

  /** Ends all that is open as cut short. */
  close(): void {
    this.settle();
    while (this.sections.length > 0) this.endSection(null);
    this.#leave(-1);
  }

  /** Shows the calls of local tools that have ended their loop. */
  #leave(depth: number): void {
    for (const { call, place, since, failedAt } of this.called.leave(depth)) {
      const { name: alias, id, arguments: args } = call;
      this.beginTool({ alias, id, args }, place, since).end("tool_call_failed", failedAt);
    }
  }
}
