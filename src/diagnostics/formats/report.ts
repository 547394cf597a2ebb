import type { Source } from "../../source.ts";
import { catalogue } from "../catalogue.ts";
import type { Diagnostic } from "../diagnostic.ts";

/** What was found in one file. */
export interface FileReport {
  /** The file; with an empty text when it could not be read. */
  readonly source: Source;
  readonly diagnostics: readonly Diagnostic[];
}

/** The marked part of a file: lines and columns from 1, in UTF-16 units as editors count, the end exclusive. */
export interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The region that a diagnostic marks; undefined for one about the file as a whole. */
export function regionOf({ code, span }: Diagnostic, source: Source): Region | undefined {
  if (isAboutWholeFile(code)) return undefined;
  return {
    startLine: source.line(span.start),
    startColumn: source.utf16Column(span.start) + 1,
    endLine: source.line(span.end),
    endColumn: source.utf16Column(span.end) + 1,
  };
}

/** True for findings of a file that could not be read: they have no place in it. */
export function isAboutWholeFile(code: Diagnostic["code"]): boolean {
  return catalogue[code].phase === "read";
}

/** A path as reports name it on every platform. */
export function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}
