/*
 * `promptforge-runtime/otel`: traces of runs by the OpenTelemetry semantic conventions for generative AI. It depends on nothing: the tracer
 * comes from the caller.
 */
export { openTelemetry, type Telemetry } from "./open-telemetry.ts";
export type {
  Attributes,
  AttributeValue,
  OpenTelemetryOptions,
  Span,
  SpanStart,
  Tracer,
} from "./tracer.ts";
