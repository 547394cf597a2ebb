import type { JsonValue } from "../../events.ts";
import { isRecord } from "../../host/models/reply.ts";

/** A tool call that is being put together, in the form of a whole reply. */
interface OpenCall {
  id?: string;
  readonly function: { name?: string; arguments: string };
}

/** The tool calls of a streamed reply, put together from their fragments, in the order of first appearance (HOST-M15). */
export class StreamCalls {
  readonly #calls: OpenCall[] = [];
  /** The call of each index that was open last. */
  readonly #ofIndex = new Map<unknown, OpenCall>();

  /** Takes a fragment: it opens a call, or goes on with one. */
  add(fragment: unknown): void {
    if (!isRecord(fragment)) return;
    const said = isRecord(fragment["function"]) ? fragment["function"] : {};
    const id = textOf(fragment["id"]);
    const name = textOf(said["name"]);
    const index = fragment["index"] ?? undefined;
    const call = this.#find(index, id, name) ?? this.#open();
    if (index !== undefined && (id || name)) this.#ofIndex.set(index, call);
    // An empty id or name gives way to a later one.
    if (!call.id && id !== undefined) call.id = id;
    if (!call.function.name && name !== undefined) call.function.name = name;
    call.function.arguments += argumentsOf(said["arguments"]);
  }

  /** The calls as a whole reply has them; undefined when there are none. */
  whole(): JsonValue | undefined {
    return this.#calls.length === 0 ? undefined : (this.#calls as unknown as JsonValue);
  }

  #find(index: unknown, id: string | undefined, name: string | undefined): OpenCall | undefined {
    const last = this.#calls[this.#calls.length - 1];
    const known = this.#ofIndex.get(index);
    if (!id && !name) return known ?? last;
    const named = id ? this.#calls.find((call) => call.id === id) : undefined;
    // Servers that number every call 0, or none.
    if (index !== undefined) return id && known?.id && known.id !== id ? named : known;
    if (id) return named;
    return last?.function.name && last.function.name !== name ? undefined : last;
  }

  #open(): OpenCall {
    const call: OpenCall = { function: { arguments: "" } };
    this.#calls.push(call);
    return call;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Some servers send the object itself. */
function argumentsOf(given: unknown): string {
  if (typeof given === "string") return given;
  return given === undefined || given === null ? "" : JSON.stringify(given);
}
