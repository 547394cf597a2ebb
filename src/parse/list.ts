import type { Span } from "../source.ts";
import { Rejection } from "./failure.ts";
import { trim } from "./whitespace.ts";

const marker = /^(?:[-*]|[0-9]+[.)]) (.*)$/su;
const emptyMarker = /^(?:[-*]|[0-9]+[.)])$/;

/**
 * The items of a section whose prose (below its last break) is `prose`, or undefined when it is no list
 * section: some line is no list marker line, or there is none (FMT-59, FMT-60). Rejects an empty marker in a
 * list section (FMT-61) at `span`.
 */
export function readItems(prose: string, section: string, span: Span): string[] | undefined {
  const lines = prose
    .split("\n")
    .map(trim)
    .filter((l) => l !== "");
  if (lines.length === 0 || !lines.every((l) => marker.test(l) || emptyMarker.test(l))) return undefined;
  if (lines.some((l) => emptyMarker.test(l))) {
    throw new Rejection("list-empty-item", "List", `empty bullet item in list section \`${section}\``, span);
  }
  return lines.map((l) => marker.exec(l)![1]!);
}
