import { PromptError } from "../errors.ts";
import type { LuaError } from "../lua/error.ts";
import type { Region } from "../lua/region.ts";
import type { LuaTable } from "../lua/table.ts";
import type { Value } from "../lua/value.ts";
import type { VM } from "../lua/vm.ts";
import { decodeUtf8 } from "../utf8.ts";
import type { Failure } from "./failure.ts";
import type { PromptModule } from "./module.ts";

/**
 * The report of a plain Lua failure: `{label}:{L}: {text}`, where the region's own positions in the text count lines of the file
 * and `L` is the first of them, or the line of the innermost frame in the region (ERR-50 to ERR-52).
 */
export function report(vm: VM, region: Region, error: LuaError): string {
  const marker = `[string "${region.label}"]:`;
  let first: number | undefined;
  const inFileLine = (digits: string) => {
    const line = fileLine(region, Number(digits));
    first ??= line;
    return String(line);
  };
  const pieces = errorText(vm, error.value).split(marker);
  const text = pieces
    .map((piece, at) => (at === 0 ? piece : piece.replace(/^\d+(?=:)/, inFileLine)))
    .join(marker);
  return `${region.label}:${first ?? frameLine(error, region)}: ${text}`;
}

/** A failed run's error as the host sees it (OUT-01). */
export function promptError(failure: Failure, module: PromptModule): PromptError {
  const { kind, origin } = failure;
  const { section, frames = [] } = origin;
  return new PromptError({
    ...origin,
    kind,
    message: decodeUtf8(failure.message),
    section: section === undefined ? undefined : decodeUtf8(section),
    trace: traceLines(frames, module.file),
  });
}

/** The lines of a stack for people, innermost first: `at section 'Check' (search.prompt.md:14)`. */
function traceLines(frames: readonly (Region | number)[], file: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < frames.length; at += 2) {
    const region = frames[at] as Region;
    const line = fileLine(region, region.lineOf(frames[at + 1] as number));
    lines.push(`at ${decodeUtf8(place(region.label))} (${file}:${line})`);
  }
  return lines;
}

/** What an error says whose value may be any (ERR-50). */
export function errorText(vm: VM, value: Value): string {
  if (typeof value === "string") return value;
  return vm.errorTexts?.text(vm, value) ?? String((value as LuaTable).getString("message"));
}

/** The file line of the innermost frame in the region; of its first line when a tail call has replaced that frame. */
function frameLine(error: LuaError, region: Region): number {
  const at = error.frames.indexOf(region);
  return fileLine(region, at < 0 ? 1 : region.lineOf(error.frames[at + 1] as number));
}

function fileLine(region: Region, line: number): number {
  return region.line + line - 1;
}

/** A region's label without the part of the section: ``section `Check` epilog`` → `section 'Check'`. */
function place(label: string): string {
  return label.replace(/^(section|H1) `(.*)` \w+$/s, "$1 '$2'");
}
