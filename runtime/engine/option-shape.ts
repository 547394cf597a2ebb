import type { Capability, ModelDescriptor, RunOptions, SlotTool } from "../options.ts";

/** Throws a `TypeError` for a model that is none (HOST-M01). */
export function checkModels({ model, models }: RunOptions): void {
  if (model !== undefined) check("model", model, MODEL);
  for (const [role, given] of Object.entries(models ?? {}))
    if (given !== undefined) check(`models.${role}`, given, MODEL);
}

/** Throws a `TypeError` for a tool of a slot that is none (HOST-T01). */
export function checkTools({ tools }: RunOptions): void {
  for (const [alias, tool] of Object.entries(tools ?? {}))
    if (tool !== undefined) check(`tools.${alias}`, tool, TOOL);
}

/** Throws a `TypeError` for a capability that is none, and for two with one id (HOST-T01, HOST-T04). */
export function checkCapabilities({ capabilities }: RunOptions): void {
  if (capabilities === undefined) return;
  if (!Array.isArray(capabilities)) throw new TypeError("the option `capabilities` must be an array");
  const ids = new Set<string>();
  for (const [position, capability] of (capabilities as readonly Capability[]).entries()) {
    check(`capabilities[${position}]`, capability, CAPABILITY);
    if (ids.has(capability.id)) throw new TypeError(`capability ${capability.id} is given twice`);
    ids.add(capability.id);
  }
}

/** What is wrong with a tool, where `place` names it: a function in its place, for one, has a `call` that is not a tool's. */
export function toolFault(place: string, tool: unknown): string | undefined {
  return fault(place, tool, TOOL);
}

/** What a field must be, and whether a value is that. */
type Field = readonly [expected: string, fits: (value: unknown) => boolean];

type Shape<Described> = { readonly [field in keyof Described]-?: Field };

const isFunction = (value: unknown): boolean => typeof value === "function";

const STRING: Field = ["a string", (value) => typeof value === "string"];

const OPTIONAL_STRING: Field = [STRING[0], (value) => value === undefined || STRING[1](value)];

const THINKING = ["never", "always", "switchable"] satisfies ModelDescriptor["thinking"][];

const MODEL: Shape<NonNullable<RunOptions["model"]>> = {
  id: STRING,
  context: ["a number", (value) => typeof value === "number" && !Number.isNaN(value)],
  thinking: [THINKING.join(", "), (value) => (THINKING as readonly unknown[]).includes(value)],
  complete: ["a function", isFunction],
  description: OPTIONAL_STRING,
};

const TOOL: Shape<Pick<SlotTool, "description" | "call">> = {
  description: OPTIONAL_STRING,
  // Without one, and without the option `tool`, a call fails as the tool's own failure does.
  call: ["a function", (value) => value === undefined || isFunction(value)],
};

const CAPABILITY: Shape<Capability> = {
  id: STRING,
  activate: ["a function", isFunction],
  conflicts: [
    "an array of strings",
    (value) => value === undefined || (Array.isArray(value) && value.every(STRING[1])),
  ],
};

function check(place: string, value: unknown, shape: { readonly [field: string]: Field }): void {
  const found = fault(place, value, shape);
  if (found !== undefined) throw new TypeError(`the option ${found}`);
}

function fault(
  place: string,
  value: unknown,
  shape: { readonly [field: string]: Field },
): string | undefined {
  if (typeof value !== "object" || value === null)
    return `\`${place}\` must be an object: { ${Object.keys(shape).join(", ")} }`;
  for (const [field, [expected, fits]] of Object.entries(shape))
    if (!fits((value as { readonly [field: string]: unknown })[field]))
      return `\`${place}.${field}\` must be ${expected}`;
  return undefined;
}
