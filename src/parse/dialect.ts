import type { Span } from "../source.ts";
import { type Content, everything, type LiveContent } from "./content.ts";
import { readDeclarations } from "./declaration.ts";
import type { Frontmatter } from "./prompt.ts";
import type { MapValue } from "./value.ts";
import { readPromptKeys } from "./version-1/declaration.ts";
import { liveBody, liveContent } from "./version-1/thematic-break.ts";

/** What a language version changes in the reading of a file. */
export interface Dialect {
  readonly version: 0 | 1;
  /** The Lua the blocks are written in. */
  readonly lua: "5.5" | "5.4";
  /** What a fence reads as `prose`, or what is sent to the model. */
  readonly prose: "pending" | "sent";
  /** The frontmatter's declarations; the span is the place of a missing required key. */
  readonly readDeclarations: (map: MapValue, missingAt: Span) => Frontmatter;
  /** What of the content of a section is for the run. */
  readonly liveContent: (content: Content) => LiveContent;
  /** The same for the H1 body. */
  readonly liveBody: (content: Content) => Content;
}

const versionZero: Dialect = {
  version: 0,
  lua: "5.5",
  prose: "pending",
  readDeclarations,
  liveContent: everything,
  liveBody: (content) => content,
};

const versionOne: Dialect = {
  version: 1,
  lua: "5.4",
  prose: "sent",
  readDeclarations: readPromptKeys,
  liveContent,
  liveBody,
};

/**
 * The dialect that the `promptforge` key selects: 1 selects version 1, anything else version 0 (FMT-14,
 * V1-01).
 */
export function dialectOf(version: number | undefined): Dialect {
  return version === 1 ? versionOne : versionZero;
}

/** True for a version that runs (FMT-15). */
export function isSupported(version: number | undefined): boolean {
  return version === 0 || version === 1;
}
