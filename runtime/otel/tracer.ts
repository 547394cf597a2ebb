/*
 * What of `@opentelemetry/api` is used, by shape alone: nothing is imported. `Context` and `TracerSpan` are inferred from the tracer that
 * is passed.
 */

/** Attributes of a span or of a span event. */
export interface Attributes {
  [name: string]: AttributeValue | undefined;
}

/** What an attribute can be. */
export type AttributeValue = string | number | boolean | string[];

/** A span, as tracers make it. */
export interface Span {
  setAttributes(attributes: Attributes): unknown;
  addEvent(name: string, attributes?: Attributes): unknown;
  /** 2 is ERROR. */
  setStatus(status: { code: number }): unknown;
  /** In milliseconds since 1970; default: now. */
  end(time?: number): void;
}

/** How a span begins. */
export interface SpanStart {
  /** 0 is INTERNAL, 2 is CLIENT. */
  kind?: number;
  attributes?: Attributes;
  /** In milliseconds since 1970; default: now. */
  startTime?: number;
}

/** A tracer: `trace.getTracer("name")`. */
export interface Tracer<Context, TracerSpan extends Span> {
  startSpan(name: string, options?: SpanStart, context?: Context): TracerSpan;
}

/** What a trace is made with, beside the tracer. `trace` and `context` are those of `@opentelemetry/api`. */
export interface OpenTelemetryOptions<Context, TracerSpan extends Span> {
  /** Puts a span into a context, so that it becomes the parent of others. */
  readonly trace: { setSpan(context: Context, span: TracerSpan): Context };
  /** Gives the parent of a run's span when there is no `parent`: what is active as the run starts. */
  readonly context: { active(): Context };
  readonly parent?: Context;
  /** True: prompts, replies, arguments and results of tools, operator's texts, logs and seeds of tasks are recorded. Default false. */
  readonly content?: boolean;
  /** Added to every span, such as `gen_ai.provider.name`. */
  readonly attributes?: Attributes;
}
