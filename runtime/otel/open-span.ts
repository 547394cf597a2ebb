import type { Attributes, OpenTelemetryOptions, Span, SpanStart, Tracer } from "./tracer.ts";

/** The code of a status that is an error. */
const ERROR = 2;

/** Where spans come from: the tracer and options of the caller. */
export interface SpanSource extends OpenTelemetryOptions<unknown, Span> {
  readonly tracer: Tracer<unknown, Span>;
}

/** A span of a run, which is ended once. */
export class OpenSpan {
  /** True once it has ended: what comes later goes elsewhere. */
  isEnded = false;
  readonly #source: SpanSource;
  readonly #parent: unknown;
  readonly #span: Span;

  /** `parent`: the context that it begins in. */
  constructor(source: SpanSource, parent: unknown, name: string, start: SpanStart) {
    this.#source = source;
    this.#parent = parent;
    const attributes = { ...source.attributes, ...start.attributes };
    this.#span = source.tracer.startSpan(name, { ...start, attributes }, parent);
  }

  /** A span under this one, which may have ended. */
  child(name: string, start: SpanStart): OpenSpan {
    const context = this.#source.trace.setSpan(this.#parent, this.#span);
    return new OpenSpan(this.#source, context, name, start);
  }

  /** Adds attributes; the later value of a name counts. */
  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes);
  }

  /** Adds a span event, at the time of the call. */
  event(name: string, attributes: Attributes): void {
    this.#span.addEvent(name, attributes);
  }

  /** Ends it, at a time in milliseconds since 1970 or now; as failed, when there is a type of error. */
  end(error?: string, time?: number): void {
    if (this.isEnded) return;
    this.isEnded = true;
    if (error !== undefined) {
      this.#span.setStatus({ code: ERROR });
      this.#span.setAttributes({ "error.type": error });
    }
    this.#span.end(time);
  }

  /** Ends it as cut short: its chain was stopped, which is no failure of its own. */
  stop(): void {
    if (this.isEnded) return;
    this.#span.setAttributes({ "promptforge.stopped": true });
    this.end();
  }
}
