/**
 * The two kinds of global names: `namespace/pack` for capabilities, `namespace/pack/name` for tools (FMT-21).
 */
export type GlobalName = "capability id" | "tool path";

/** FMT-21: one segment. */
export const segment = /^[a-z0-9\-_.]+$/;
const control = /\p{Cc}/u;

const emptySegment = "segments must not be empty";
const badCharacter = "segments may contain only lowercase ASCII letters, digits, '-', '_', '.'";
const twoOrThree = "must have exactly 2 segments (namespace/pack) or 3 (namespace/pack/name)";
const exactlyThree = "a tool id must have exactly 3 segments (namespace/pack/name)";

/**
 * The message for a text that is no name of its kind, or undefined when it is one. Checked in this order: the
 * number of segments, the segments from left to right, the number that the kind needs (FMT-21).
 */
export function globalNameMistake(text: string, kind: GlobalName): string | undefined {
  return kind === "tool path" ? toolPathMistake(text) : capabilityIdMistake(text);
}

function toolPathMistake(text: string): string | undefined {
  const segments = text.split("/");
  const reason = hasPossibleCount(segments)
    ? (segmentMistake(segments, badCharacter) ?? (segments.length === 3 ? undefined : exactlyThree))
    : exactlyThree;
  return reason && `invalid exact tool path \`${text}\`: invalid tool id: ${reason}`;
}

function capabilityIdMistake(text: string): string | undefined {
  const segments = text.split("/");
  const reason = hasPossibleCount(segments)
    ? segmentMistake(segments, "segments must not contain a control character")
    : twoOrThree;
  if (reason !== undefined) return `invalid capability id \`${text}\`: invalid global name: ${reason}`;
  if (segments.length === 2) return undefined;
  return `invalid capability id \`${text}\`: a capability id has exactly 2 segments (namespace/pack)`;
}

function hasPossibleCount(segments: readonly string[]): boolean {
  return segments.length === 2 || segments.length === 3;
}

function segmentMistake(segments: readonly string[], controlCharacter: string): string | undefined {
  const bad = segments.find((s) => !segment.test(s));
  if (bad === undefined) return undefined;
  if (bad === "") return emptySegment;
  return control.test(bad) ? controlCharacter : badCharacter;
}
