import type { StoreBackend } from "../host/store-backend.ts";
import type { Model } from "../model.ts";
import type { Capability, RunOptions, SlotTool } from "../options.ts";

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
  const ids = new Set<string>();
  for (const [position, capability] of capabilities.entries()) {
    check(`capabilities[${position}]`, capability, CAPABILITY);
    if (ids.has(capability.id)) throw new TypeError(`capability ${capability.id} is given twice`);
    ids.add(capability.id);
  }
}

/** Throws a `TypeError` for a store or a journal that is none. */
export function checkHost({ store, journal }: RunOptions): void {
  if (store !== undefined) check("store", store, STORE);
  if (journal !== undefined && typeof journal.open !== "function")
    throw new TypeError("the option `journal` takes what `journal()` of promptforge-runtime/journal makes");
}

/** What is wrong with a model, where `place` names it. */
export function modelFault(place: string, model: unknown): string | undefined {
  return fault(place, model, MODEL);
}

/** What is wrong with a tool, where `place` names it: a function in its place, for one, has a `call` that is not a tool's. */
export function toolFault(place: string, tool: unknown): string | undefined {
  return fault(place, tool, TOOL);
}

/** What each field of an object must be. */
type Shape<Described> = { readonly [field in keyof Described]-?: string };

const TEXTS = "an array of strings";
const AMOUNT = "a finite number above 0";

const MODEL: Shape<Model> = {
  id: "a string",
  context: AMOUNT,
  thinking: '"never", "always" or "switchable"',
  complete: "a function",
  description: "a string",
};

const TOOL: Shape<Pick<SlotTool, "description" | "call">> = {
  description: "a string",
  call: "a function",
};

const CAPABILITY: Shape<Capability> = { id: "a string", activate: "a function", conflicts: TEXTS };

const STORE: Shape<StoreBackend> = {
  read: "a function",
  write: "a function",
  append: "a function",
  delete: "a function",
  exists: "a function",
  list: "a function",
};

/** A tool without a `call`, where there is no option `tool` either, fails when it is called, as the tool's own failure. */
const OPTIONAL: readonly string[] = ["description", "call", "conflicts"];

function check(place: string, value: unknown, shape: { readonly [field: string]: string }): void {
  const found = fault(place, value, shape);
  if (found !== undefined) throw new TypeError(`the option ${found}`);
}

function fault(
  place: string,
  value: unknown,
  shape: { readonly [field: string]: string },
): string | undefined {
  if (typeof value !== "object" || value === null)
    return `\`${place}\` must be an object: { ${Object.keys(shape).join(", ")} }`;
  for (const [field, expected] of Object.entries(shape)) {
    const given = (value as { readonly [field: string]: unknown })[field];
    if (given === undefined ? !OPTIONAL.includes(field) : !fits(given, expected))
      return `\`${place}.${field}\` must be ${expected}`;
  }
  return undefined;
}

function fits(value: unknown, expected: string): boolean {
  if (expected === TEXTS) return Array.isArray(value) && value.every((text) => typeof text === "string");
  if (expected === AMOUNT) return Number.isFinite(value) && (value as number) > 0;
  if (expected === `a ${typeof value}`) return true;
  return typeof value === "string" && expected.includes(`"${value}"`);
}
