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
  /** The calls whose arguments have come as an object. */
  readonly #objects = new Set<OpenCall>();

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
    this.#addArguments(call, said["arguments"] ?? "");
  }

  /** The calls as a whole reply has them; undefined when there are none. */
  whole(): JsonValue | undefined {
    return this.#calls.length === 0 ? undefined : (this.#calls as unknown as JsonValue);
  }

  #find(index: unknown, id: string | undefined, name: string | undefined): OpenCall | undefined {
    const last = this.#calls[this.#calls.length - 1];
    const open = index === undefined ? last : this.#ofIndex.get(index);
    if (!id && !name) return open ?? last;
    const named = id ? this.#calls.find((call) => call.id === id) : undefined;
    if (id && index === undefined) return named;
    // Servers that number every call 0, or none.
    return open !== undefined && isOther(open, id, name) ? named : open;
  }

  #open(): OpenCall {
    const call: OpenCall = { function: { arguments: "" } };
    this.#calls.push(call);
    return call;
  }

  /** Some servers send the object itself, and some an empty one before the text: what says more takes the other's place. */
  #addArguments(call: OpenCall, given: unknown): void {
    const said = call.function;
    if (typeof given !== "string") {
      if (said.arguments.trim() !== "" && isEmpty(given)) return;
      said.arguments = JSON.stringify(given);
      this.#objects.add(call);
    } else if (!this.#objects.has(call)) said.arguments += given;
    else if (given.trim() !== "") {
      said.arguments = given;
      this.#objects.delete(call);
    }
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** True for a fragment of another call than the open one: by their ids, or by their names where one of them has no id. */
function isOther(open: OpenCall, id: string | undefined, name: string | undefined): boolean {
  if (id && open.id) return open.id !== id;
  return Boolean(name && open.function.name) && open.function.name !== name;
}

function isEmpty(given: unknown): boolean {
  return isRecord(given) && Object.keys(given).length === 0;
}
