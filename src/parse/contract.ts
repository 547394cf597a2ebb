import { rejectFrontmatter } from "./failure.ts";
import { type FieldReaders, readFields, readMap, readWord } from "./field.ts";
import { globalNameMistake } from "./global-name.ts";
import { type Named, readNamed } from "./name.ts";
import type {
  ArgDeclaration,
  ArgsDeclaration,
  Capability,
  JsonValue,
  Keyword,
  Role,
  ToolSlot,
} from "./prompt.ts";
import {
  describe,
  exactNumber,
  readBoolean,
  readSequence,
  readString,
  rejectType,
  toJson,
  type Value,
} from "./value.ts";

/** The types of arguments (ARG-13). */
export const argTypes = ["string", "boolean", "integer", "number"] as const;

/** The keywords of roles, in the order that messages list them (MOD-02). */
export const keywords = [
  "frontier",
  "thinking",
  "no-thinking",
  "fast",
  "small",
  "creative",
  "chat",
] as const satisfies Keyword[];

/** ARG-18: what a prompt without `args:` declares. */
export const defaultArgs: ArgsDeclaration = {
  isDefault: true,
  args: [
    {
      name: "prose",
      type: "string",
      optional: true,
      default: undefined,
      description: "Freeform input for this prompt",
    },
  ],
};

/** `capabilities:`, in file order (FMT-20); empty counts as an empty list. */
export function readCapabilities(value: Value): Capability[] {
  return value.kind === "null" ? [] : readSequence(value).map(readCapability);
}

/** `tools:`, in file order (FMT-21). */
export function readTools(value: Value): ToolSlot[] {
  const entries = readContractMap(value, { kind: "tool alias", map: "tools" }, readToolPath);
  return entries.map(({ name, entry }) => ({ alias: name, path: entry }));
}

/** `models:`, in file order (FMT-23, MOD-01). */
export function readModels(value: Value): Role[] {
  const entries = readContractMap(value, { kind: "model role label", map: "models" }, readRole);
  return entries.map(({ name, entry }) => ({ label: name, ...entry }));
}

/** An explicit `args:`, in file order (FMT-22, ARG-10..21); an empty one declares that there are none. */
export function readArgs(value: Value): ArgsDeclaration {
  const entries = readContractMap(value, { kind: "arg name", map: "args" }, readArg);
  return { isDefault: false, args: entries.map(({ name, entry }) => ({ name, ...entry })) };
}

function readContractMap<Entry>(
  value: Value,
  of: Parameters<typeof readNamed>[1],
  readEntry: (value: Value) => Entry,
): Named<Entry>[] {
  return readNamed(readMap(value, `a map of ${of.kind} keys to declarations`), of, readEntry);
}

const capabilityFields: FieldReaders<{ ref: string; optional: boolean; config: JsonValue }> = {
  ref: readCapabilityId,
  optional: readBoolean,
  config: toJson,
};

function readCapability(value: Value): Capability {
  if (value.kind === "string") return { ref: readCapabilityId(value), optional: false, config: undefined };
  if (value.kind !== "map") {
    return rejectType(value, "a capability id string or a map with `ref`, `optional`, and `config`");
  }
  const { ref, optional = false, config } = readFields(value, capabilityFields, ["ref"]);
  return { ref, optional, config };
}

function readCapabilityId(value: Value): string {
  const id = readString(value);
  const mistake = globalNameMistake(id, "capability id");
  return mistake === undefined ? id : rejectFrontmatter("capability-id-invalid", mistake, value.span);
}

function readToolPath(value: Value): string {
  if (value.kind !== "string") return rejectType(value, "an exact tool path string");
  const mistake = globalNameMistake(value.value, "tool path");
  return mistake === undefined ? value.value : rejectFrontmatter("tool-path-invalid", mistake, value.span);
}

const roleFields: FieldReaders<{ keywords: Keyword[]; min_context: number; description: string }> = {
  keywords: (value) => readSequence(value).map((w) => readWord(w, keywords)),
  min_context: readMinContext,
  description: readString,
};

function readRole(value: Value): Omit<Role, "label"> {
  const role = readFields(readMap(value), roleFields);
  return { keywords: role.keywords ?? [], minContext: role.min_context, description: role.description };
}

function readMinContext(value: Value): number {
  if (value.kind === "integer" && value.value >= 1n && value.value <= 0xffffffffn) return Number(value.value);
  const detail = `invalid value: ${describe(value)}, expected a nonzero u32`;
  return rejectFrontmatter(
    "frontmatter-out-of-range",
    detail,
    value.span,
    "Write an integer from 1 to 4294967295.",
  );
}

const argFields: FieldReaders<{
  type: ArgDeclaration["type"];
  optional: boolean;
  default: Value;
  description: string;
}> = {
  type: (value) => readWord(value, argTypes),
  optional: readBoolean,
  default: (value) => value,
  description: readString,
};

function readArg(value: Value): Omit<ArgDeclaration, "name"> {
  const arg = readFields(readMap(value), argFields, ["type"]);
  return {
    type: arg.type,
    optional: arg.optional ?? false,
    default: arg.default && readDefault(arg.default, arg.type),
    description: arg.description,
  };
}

/** ARG-16, ARG-17: null is no default. */
function readDefault(value: Value, type: ArgDeclaration["type"]): ArgDeclaration["default"] {
  if (value.kind === "null") return undefined;
  if (value.kind === "integer" && (type === "number" || (type === "integer" && is64Bit(value.value)))) {
    return exactNumber(value.value);
  }
  if (value.kind === "float" && type === "number") return value.value;
  if ((value.kind === "string" || value.kind === "boolean") && value.kind === type) return value.value;
  const detail = `the default does not match the declared type \`${type}\``;
  return rejectFrontmatter("arg-default-mismatch", detail, value.span);
}

function is64Bit(value: bigint): boolean {
  return value >= -(2n ** 63n) && value < 2n ** 64n;
}
