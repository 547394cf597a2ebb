import { quoted } from "../quote.ts";
import type { MessageRecord } from "./record.ts";

/** How many system records a list begins with. */
export function leadingSystems(records: readonly MessageRecord[]): number {
  const other = records.findIndex(({ role }) => role !== "system");
  return other < 0 ? records.length : other;
}

/** What is wrong with the order of a list's records (part 07, section 13, CONV-50, CONV-51): the first problem, or undefined. */
export function sequenceProblem(records: readonly MessageRecord[]): string | undefined {
  const leading = leadingSystems(records);
  const parts =
    leading < 2 ? -1 : records.slice(0, leading).findIndex(({ content }) => typeof content !== "string");
  if (parts >= 0) {
    const only = "only plain text system messages can be composed";
    return `messages[${parts + 1}] is a system message with content parts; ${only}`;
  }
  const batches = new Batches();
  for (const [offset, record] of records.entries()) {
    const problem = fieldProblem(record) ?? (offset < leading ? undefined : roleProblem(record));
    if (problem !== undefined) return `messages[${offset + 1}] ${problem}`;
    const unpaired = batches.take(record, offset + 1);
    if (unpaired !== undefined) return unpaired;
  }
  return batches.unanswered();
}

function fieldProblem({ role, calls, callId }: MessageRecord): string | undefined {
  if (calls.length > 0 && role !== "assistant") return "sets tool_calls but is not an assistant message";
  return callId !== undefined && role !== "tool"
    ? "sets a tool_call_id but is not a tool message"
    : undefined;
}

function roleProblem({ role }: MessageRecord): string | undefined {
  return role === "system" ? "is a system message outside the leading system block" : undefined;
}

/** The tool calls of a list and what answers them. */
class Batches {
  readonly #seen = new Set<string>();
  /** The unanswered calls of the last assistant record with calls, in call order. */
  #open = new Set<string>();
  /** Where that record stands. */
  #place = 0;

  /** Goes on to a record; gives what is wrong with it. */
  take({ role, calls, callId }: MessageRecord, place: number): string | undefined {
    if (role === "tool") return this.#answer(callId!, place);
    const unanswered = this.unanswered();
    if (unanswered !== undefined || calls.length === 0) return unanswered;
    this.#open = new Set();
    this.#place = place;
    for (const { id } of calls) {
      if (this.#seen.has(id))
        return `messages[${place}] tool call id ${quoted(id)} duplicates an earlier tool call`;
      this.#seen.add(id);
      this.#open.add(id);
    }
    return undefined;
  }

  /** The first call without a result, if there is one. */
  unanswered(): string | undefined {
    for (const id of this.#open) return `messages[${this.#place}] tool call ${quoted(id)} has no tool result`;
    return undefined;
  }

  #answer(id: string, place: number): string | undefined {
    if (this.#open.delete(id)) return undefined;
    const what = "is an orphan tool record: no pending assistant tool call with id";
    return `messages[${place}] ${what} ${quoted(id)}`;
  }
}
