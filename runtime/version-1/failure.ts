import { Failure, internalFailure, textOf } from "../engine/failure.ts";
import type { Mark } from "../engine/origin.ts";
import { errorText, report } from "../engine/report.ts";
import type { Entry } from "../engine/state.ts";
import { type LuaError, luaError } from "../lua/error.ts";
import { Stop } from "../lua/fuel.ts";
import { Region } from "../lua/region.ts";
import { LuaTable } from "../lua/table.ts";
import { opaqueError } from "./opaque-error.ts";
import { placeOf } from "./place.ts";

/** What a block ends its chain with that has thrown: without a hard gate, and with a recorded need before anything else (V1-49, V1-57). */
export function blockFailure1(entry: Entry, region: Region, thrown: unknown): Stop | Failure {
  const failure = luaFailure(entry, region, thrown);
  return failure instanceof Stop ? failure : (entry.run.declarations?.failure?.(region) ?? failure);
}

/**
 * What an uncaught error of Lua ends its chain with: kind `Lua`, but for a quota and a cancelled host (V1-42, V1-73). Without a region it is
 * what was raised in a function that no block has called: a handler, a metamethod that prose has met (V1-28).
 */
export function luaFailure(entry: Entry, region: Region | undefined, thrown: unknown): Stop | Failure {
  if (thrown instanceof Stop || thrown instanceof Failure) return thrown;
  const error = luaError(thrown);
  if (error === undefined) return internalFailure(thrown);
  const { cause, help } = error;
  const within = region ?? (error.frames.at(-2) as Region | undefined);
  const frames = placeOf(error, within);
  const own = { section: entry.section, frames, cause, help };
  const mark = markOf(error);
  if (mark === undefined) {
    const text = within === undefined ? errorText(entry.vm, error.value) : report(entry.vm, within, error);
    return new Failure("Lua", text, own);
  }
  const kind = mark.ends === "Quota" || mark.ends === "Cancelled" ? mark.ends : "Lua";
  const isQuota = kind === "Quota" && mark.report !== undefined;
  return new Failure(kind, isQuota ? mark.report : messageOf(error, mark), {
    ...own,
    cause: mark.cause ?? cause,
    frames: [...(mark.frames ?? []), ...frames],
    section: mark.section ?? entry.section,
  });
}

/** What a failure in a model turn ends its chain with, in its own kind (part 12, section 9); `line` is that of its prose in the file. */
export function turnFailure(entry: Entry, line: number, thrown: unknown): Stop | Failure {
  const failure = ownFailure(entry, thrown);
  if (failure instanceof Stop || failure.isBug) return failure;
  const { kind, message, origin, value } = failure;
  const place = entry.index === undefined ? "H1" : "section";
  const prose = new Region(`${place} \`${entry.section}\` prose`, line, "1");
  return new Failure(kind, message, { ...origin, frames: [...(origin.frames ?? []), prose, 1] }, value);
}

function ownFailure(entry: Entry, thrown: unknown): Stop | Failure {
  const error = thrown instanceof Failure ? undefined : luaError(thrown);
  const mark = error && markOf(error);
  if (mark?.ends === undefined) return luaFailure(entry, undefined, thrown);
  return new Failure(mark.ends, messageOf(error!, mark), { section: entry.section, ...mark });
}

/** What the engine knows of an error that answered a call of the host, also when Lua has raised it again. */
function markOf(error: LuaError): Mark | undefined {
  return (opaqueError(error.value) ?? error).origin as Mark | undefined;
}

function messageOf(error: LuaError, mark: Mark | undefined): string {
  const value = opaqueError(error.value)?.value ?? error.value;
  const message = value instanceof LuaTable ? value.getString("message") : value;
  return mark?.message ?? textOf(message);
}
