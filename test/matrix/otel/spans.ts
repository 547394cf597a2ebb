import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";

/** What the SDK has exported, and a tracer of it. Registers both with the API, as a program does when it starts. */
export function startSdk() {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
  return { exporter, tracer: trace.getTracer("matrix") };
}

/** Unregisters what `startSdk` has registered. */
export function stopSdk(): void {
  trace.disable();
  context.disable();
}

/** The names of a span and of those below it, each two columns further in than its parent, in the order in which they began. */
export function treeOf(root: ReadableSpan, spans: readonly ReadableSpan[], indent = ""): string[] {
  const children = spans.filter((span) => span.parentSpanContext?.spanId === root.spanContext().spanId);
  children.sort((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1]);
  return [indent + root.name, ...children.flatMap((child) => treeOf(child, spans, `${indent}  `))];
}
