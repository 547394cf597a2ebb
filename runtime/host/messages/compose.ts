import type { Content, MessageRecord, Part } from "./record.ts";
import { leadingSystems } from "./sequence.ts";

const PARAGRAPH = "\n\n";

/** The records as they are sent: leading system records joined, runs of user and of assistant records merged (CONV-30). */
export function compose(records: readonly MessageRecord[]): MessageRecord[] {
  const leading = leadingSystems(records);
  const composed = leading < 2 ? records.slice(0, leading) : [joinSystems(records.slice(0, leading))];
  for (const record of records.slice(leading)) {
    const last = composed[composed.length - 1];
    if (last === undefined || !merges(last, record)) composed.push(record);
    else {
      const separator = record.role === "user" ? PARAGRAPH : "";
      composed[composed.length - 1] = { ...record, content: merge(last.content, record.content, separator) };
    }
  }
  return composed;
}

/** A plain join: an empty text still adds its separator. */
function joinSystems(systems: readonly MessageRecord[]): MessageRecord {
  return { ...systems[0]!, content: systems.map(({ content }) => content).join(PARAGRAPH) };
}

function merges(last: MessageRecord, next: MessageRecord): boolean {
  if (last.role !== next.role) return false;
  return last.role === "user" || (last.role === "assistant" && last.calls.length === 0);
}

/** CONV-31. */
function merge(left: Content, right: Content, separator: string): Content {
  if (typeof left !== "string" || typeof right !== "string")
    return [...partsOf(left), ...partsOf(separator), ...partsOf(right)];
  return left === "" || right === "" ? left + right : left + separator + right;
}

function partsOf(content: Content): readonly Part[] {
  if (typeof content !== "string") return content;
  return content === "" ? [] : [{ type: "text", text: content }];
}
