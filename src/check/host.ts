import type { Content } from "./contents.ts";

/**
 * What the host supplies under a global name: a value without functions, or a function. `suspends`, `fills` and `gives` are suspension
 * points (SUS-01); `fills` puts data into the tables that it is given, `gives` gives tables that may hold what is in them, and no strings, `list` gives a message list.
 */
type HostValue = "data" | "plain" | "suspends" | "fills" | "gives" | "list";

/** A value, or a table of values. */
export type HostName = HostValue | { readonly [field: string]: HostValue };

/** Names that hosts install beside the fixed ones. */
export type HostNames = Readonly<Record<string, HostName>>;

/** The same, or what makes the value. */
export type HostEntry = HostValue | MadeValue | { readonly [field: string]: HostValue | MadeValue };

/** A value that is like no other. */
export class MadeValue implements Content {
  readonly make: Content["make"];
  readonly waits: boolean;
  readonly fields = undefined;

  constructor(make: Content["make"], waits = false) {
    this.make = make;
    this.waits = waits;
  }
}

/** The host globals of version 0 (part 03, section 2). */
export const host: Readonly<Record<string, HostName>> = {
  args: "data",
  argv: "data",
  sys: "data",
  var: "data",
  prose: "data",
  item: "data",
  log: "plain",
  user_input: "suspends",
  ui: "plain",
  untrusted: "plain",
  jump: "plain",
  list_from_section: "plain",
  call: "suspends",
  fanout: "gives",
  tasks: {
    spawn: "gives",
    when_any: "suspends",
    when_all: "gives",
    ready: "gives",
    status: "gives",
    events: "gives",
    pending: "gives",
    note: "gives",
    cancel: "gives",
  },
  store: {
    write: "suspends",
    append: "suspends",
    read: "suspends",
    read_numbered: "suspends",
    str_replace: "suspends",
    delete: "suspends",
    glob: "suspends",
    exists: "suspends",
  },
  models: { use: "plain", default: "plain", get: "plain", infer: "suspends", loop: "fills" },
  messages: { new: "list" },
  compactors: { fail: "plain" },
  tools: {
    always: "plain",
    add: "plain",
    add_local: "plain",
    call: "suspends",
    calls: "data",
    allow_tasks: "plain",
  },
};
