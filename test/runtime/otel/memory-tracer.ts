import type { Attributes, Span, SpanStart, Tracer } from "../../../runtime/otel/index.ts";

/** A context, as `context.active()` gives it: holds the span that others begin in. */
export interface MemoryContext {
  readonly span: MemorySpan | undefined;
}

/** A span that keeps what it is told. Like that of the SDK it takes nothing once it has ended, but says so. */
export class MemorySpan implements Span {
  readonly name: string;
  readonly start: SpanStart;
  readonly parent: MemorySpan | undefined;
  readonly attributes: Attributes;
  readonly events: { readonly name: string; readonly attributes: Attributes }[] = [];
  status = 0;
  startedAt: number;
  endedAt: number | undefined;
  readonly #now: () => number;

  constructor(name: string, start: SpanStart, parent: MemorySpan | undefined, now: () => number) {
    this.name = name;
    this.start = start;
    this.parent = parent;
    this.attributes = { ...start.attributes };
    this.startedAt = start.startTime ?? now();
    this.#now = now;
  }

  setAttributes(attributes: Attributes): void {
    this.#mustBeOpen();
    Object.assign(this.attributes, attributes);
  }

  addEvent(name: string, attributes: Attributes = {}): void {
    this.#mustBeOpen();
    this.events.push({ name, attributes });
  }

  setStatus({ code }: { code: number }): void {
    this.#mustBeOpen();
    this.status = code;
  }

  end(time: number = this.#now()): void {
    this.#mustBeOpen();
    this.endedAt = time;
  }

  #mustBeOpen(): void {
    if (this.endedAt !== undefined) throw new Error(`the span ${this.name} has ended`);
  }
}

/** A tracer of the shape of OpenTelemetry's, with the `trace` and `context` that belong to it. */
export class MemoryTracer implements Tracer<MemoryContext, MemorySpan> {
  readonly spans: MemorySpan[] = [];
  active: MemoryContext = { span: undefined };
  readonly options = {
    trace: { setSpan: (_context: MemoryContext, span: MemorySpan): MemoryContext => ({ span }) },
    context: { active: () => this.active },
  };
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  startSpan(name: string, start: SpanStart = {}, context: MemoryContext = this.active): MemorySpan {
    const span = new MemorySpan(name, start, context.span, this.#now);
    this.spans.push(span);
    return span;
  }

  /** The first span of that name. */
  named(name: string): MemorySpan {
    const span = this.spans.find((candidate) => candidate.name === name);
    if (span === undefined) throw new Error(`there is no span ${name}: ${this.tree().join("\n")}`);
    return span;
  }

  /** The names of all spans, children indented under their parents; `!` is an error, `~` was stopped, `?` has not ended. */
  tree(parent: MemorySpan | undefined = this.active.span, indent = ""): string[] {
    const children = this.spans.filter((span) => span.parent === parent);
    return children.flatMap((span) => [
      `${indent}${span.name}${marks(span)}`,
      ...this.tree(span, `${indent}  `),
    ]);
  }
}

function marks({ status, attributes, endedAt }: MemorySpan): string {
  const error = status === 2 ? ` !${String(attributes["error.type"])}` : "";
  const stopped = attributes["promptforge.stopped"] === true ? " ~" : "";
  return `${error}${stopped}${endedAt === undefined ? " ?" : ""}`;
}
