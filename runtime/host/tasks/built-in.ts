import type { JsonObject } from "../../json.ts";

/** What a built-in gives the model: a byte string. */
export interface BuiltInAnswer {
  readonly text: string;
  /** The model's own fault. */
  readonly isRefused?: boolean;
  readonly isUntrusted?: boolean;
}

/** A fault that the model can mend: its text is the answer (MTK-5). */
export function refused(text: string): BuiltInAnswer {
  return { text, isRefused: true };
}

/** The arguments of a call, with the headings that the model may name; undefined for all. */
export interface BuiltInCall {
  readonly given: JsonObject;
  readonly allowed: readonly string[] | undefined;
}
