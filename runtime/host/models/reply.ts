import { encodeUtf8 } from "../../utf8.ts";
import type { Completion } from "./completion.ts";
import type { ReplyCall } from "./reply-calls.ts";

/** What a round answered. Texts are byte strings. */
export interface Reply {
  /** Empty when there are calls: what came with them is dropped (CONV-23). */
  readonly text: string;
  readonly calls: readonly ReplyCall[];
  /** CONV-60: neither calls nor a text of more than white space. */
  readonly isBlank: boolean;
  readonly finishReason: string | undefined;
  /** Reasoning of more than white space, well-formed UTF-16. */
  readonly reasoning: string | undefined;
  /** Which round of its task it was, counted from 1 (CONV-28). */
  readonly turn: number;
}

/** Thrown for a completion that breaks the rules of HOST-M14. */
export class MalformedReply {
  /** UTF-16. */
  readonly detail: string;

  constructor(detail: string) {
    this.detail = detail;
  }
}

/** How a completion is read. */
export interface Reading {
  /** Gives the calls of a completion that has some, or raises what is wrong with them. */
  readonly readCalls: (calls: readonly unknown[]) => readonly ReplyCall[];
  /** The most bytes that its text may have (LMT-03). */
  readonly cap: number;
  readonly turn: number;
}

/** What a completion says, judged by HOST-M02. Throws a `MalformedReply`, and what the accessors of its calls throw. */
export function readReply(completion: Completion | undefined, { readCalls, cap, turn }: Reading): Reply {
  if (completion === undefined) throw new MalformedReply("no choices in response");
  const { result, finishReason, reasoning } = completion;
  if (result === undefined) throw new MalformedReply("choice had no message");
  const calls = readCalls(listOf(result.toolCalls));
  const said = calls.length === 0 ? readText(result.text) : "";
  const text = encodeUtf8(said);
  if (text.length > cap) throw new MalformedReply(`response stream exceeds the ${cap}-byte limit`);
  return {
    text,
    calls,
    isBlank: calls.length === 0 && isBlank(said),
    finishReason: finishReason === undefined ? undefined : encodeUtf8(finishReason),
    reasoning: reasoning !== undefined && !isBlank(reasoning) ? reasoning : undefined,
    turn,
  };
}

/** True for UTF-16 text of White_Space alone: unlike `\s` that has U+0085 and lacks U+FEFF. */
export function isBlank(text: string): boolean {
  return !/[^\s\x85]|\ufeff/.test(text);
}

/** True for what has fields. */
export function isRecord(value: unknown): value is { readonly [field: string]: unknown } {
  return typeof value === "object" && value !== null;
}

function readText(text: unknown): string {
  if (text === undefined || text === null) return "";
  if (typeof text === "string") return text;
  throw new MalformedReply("`content` was present but not a string");
}

function listOf(calls: unknown): readonly unknown[] {
  if (calls === undefined || calls === null) return [];
  if (Array.isArray(calls)) return calls;
  throw new MalformedReply("`tool_calls` was present but not an array");
}
