import type { RunEvent } from "../events.ts";
import type { Attributes } from "./tracer.ts";

/** Where in a run something is. */
export type Place = Pick<RunEvent, "execution" | "section" | "provenance" | "replayed">;

/** What says of a span where in the run it is. */
export function coordinates(place: Place): Attributes {
  const { execution, section, provenance } = place;
  return {
    "promptforge.execution": execution,
    "promptforge.section": section,
    "promptforge.task": provenance.task,
    ...replayMark(place),
  };
}

/** The mark of what was read back from a journal. */
export function replayMark({ replayed }: Pick<Place, "replayed">): Attributes {
  return replayed === true ? { "promptforge.replayed": true } : {};
}
