/**
 * What the host supplies under a global name: a value without functions, a function, or a table of functions.
 * `suspends` names are suspension points (SUS-01).
 */
export type HostName =
  | "data"
  | "plain"
  | "suspends"
  | { readonly [field: string]: "data" | "plain" | "suspends" };

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
};
