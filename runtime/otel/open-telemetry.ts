import type { RunEvent } from "../events.ts";
import type { EffectReport } from "../options.ts";
import type { SpanSource } from "./open-span.ts";
import { RunTrace } from "./run-trace.ts";
import type { OpenTelemetryOptions, Span, Tracer } from "./tracer.ts";

/** The observers that make a trace: part of a run's options. */
export interface Telemetry {
  readonly onEvent: (event: RunEvent) => void;
  readonly onEffect: (report: EffectReport) => void;
}

/**
 * Traces runs with OpenTelemetry, by the semantic conventions for generative AI. One object serves any number of runs at a time, as long as
 * their `execution` differs.
 *
 * ```ts
 * import { context, trace } from "@opentelemetry/api";
 * const telemetry = openTelemetry(trace.getTracer("shop"), { trace, context });
 * await prompt.run(input, { model, ...telemetry });
 * ```
 *
 * A run is a span `invoke_agent`; in it each section entry is one, that of a task or arm within the section that has started it; in those
 * each model round is a span `chat` and each tool call a span `execute_tool`. Store operations, logs, tasks and the operator's input are
 * span events under the name of the run's event, with its fields as `promptforge.*`. A failure has `error.type`: the kind of the event that
 * has reported it, or `_OTHER`. What was stopped, for its task or the run was, has `promptforge.stopped`. What comes from a journal has
 * `promptforge.replayed`. A run that is refused before it starts reports nothing, and has no span (EVT-20).
 *
 * A host with observers of its own calls these in them.
 */
export function openTelemetry<Context, TracerSpan extends Span>(
  tracer: Tracer<Context, TracerSpan>,
  options: OpenTelemetryOptions<Context, TracerSpan>,
): Telemetry {
  // What a context is and which spans it takes is between the tracer and `trace`.
  const source = { ...options, tracer } as unknown as SpanSource;
  const runs = new Map<string, RunTrace>();
  return {
    onEvent(event) {
      const { kind, execution } = event;
      const run = runs.get(execution);
      if (kind === "run_started") {
        // Left by a run of that name that was given up, such as before it went on from its journal.
        run?.close("_OTHER");
        runs.set(execution, new RunTrace(source, event));
      } else if (kind === "run_succeeded" || kind === "run_failed") {
        runs.delete(execution);
        run?.close(kind === "run_failed" ? kind : undefined);
      } else run?.event(event);
    },
    onEffect(report) {
      runs.get(report.execution)?.ask(report);
    },
  };
}
