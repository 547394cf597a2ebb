import type { Span } from "../source.ts";
import { defaultArgs, readArgs, readCapabilities, readModels, readTools } from "./contract.ts";
import { rejectFrontmatter } from "./failure.ts";
import { type FieldReaders, type Read, readFields, readMap } from "./field.ts";
import type { FileDeclaration, Frontmatter } from "./prompt.ts";
import { type MapValue, readInteger, readString, type Value } from "./value.ts";

/** The keys of every version under the names the file uses. */
interface PromptKeys {
  name: string;
  description: string;
  promptforge: number | undefined;
  max_tool_iterations: number;
  input: FileDeclaration | undefined;
  output: FileDeclaration | undefined;
}

/** The ten keys of FMT-08. */
interface Keys extends PromptKeys {
  capabilities: Frontmatter["capabilities"];
  tools: Frontmatter["tools"];
  args: Frontmatter["args"];
  models: Frontmatter["models"];
}

/** The readers of the keys of every version. */
export const promptKeys: FieldReaders<PromptKeys> = {
  name: readString,
  description: readString,
  promptforge: readVersion,
  max_tool_iterations: readRoundCap,
  input: readFile,
  output: readFile,
};

const readers: FieldReaders<Keys> = {
  ...promptKeys,
  capabilities: readCapabilities,
  tools: readTools,
  args: readArgs,
  models: readModels,
};

/**
 * The frontmatter's declarations (FMT-08 to FMT-28). `missingAt` is the place of a missing required key
 * (FMT-11).
 */
export function readDeclarations(map: MapValue, missingAt: Span): Frontmatter {
  return toFrontmatter(readFields(map, readers, ["name", "description"], missingAt));
}

/** What the keys of a file declare; a key that is not there declares nothing. */
export function toFrontmatter(keys: Read<Keys, "name" | "description">): Frontmatter {
  return {
    name: keys.name,
    description: keys.description,
    promptforge: keys.promptforge,
    maxToolIterations: keys.max_tool_iterations,
    input: keys.input,
    output: keys.output,
    capabilities: keys.capabilities ?? [],
    tools: keys.tools ?? [],
    args: keys.args ?? defaultArgs,
    models: keys.models ?? [],
  };
}

/**
 * The `promptforge` key of a frontmatter map, before anything else is validated (V1-01); undefined unless it
 * is one valid integer.
 */
export function versionOf(map: MapValue): number | undefined {
  const [value, ...others] = map.entries.filter((e) => e.key.text === "promptforge").map((e) => e.value);
  if (value?.kind !== "integer" || others.length > 0) return undefined;
  return value.value >= 0n && value.value <= maximumVersion ? Number(value.value) : undefined;
}

const maximumVersion = 0xffffffffn;

function readVersion(value: Value): number | undefined {
  return value.kind === "null" ? undefined : Number(readInteger(value, "u32", 0n, maximumVersion));
}

/** `max_tool_iterations`: 1 to 1000, with its own texts outside (FMT-10). */
function readRoundCap(value: Value): number {
  const cap = readInteger(value, "i64", -(2n ** 63n), 2n ** 63n - 1n);
  const limit = cap < 1n ? "a positive integer (>= 1)" : cap > 1000n ? "<= 1000" : undefined;
  if (limit === undefined) return Number(cap);
  const detail = `max_tool_iterations must be ${limit}, got ${cap}`;
  return rejectFrontmatter(
    "frontmatter-out-of-range",
    detail,
    value.span,
    "Write an integer from 1 to 1000.",
  );
}

const fileReaders: FieldReaders<{ path: string; description: string }> = {
  path: readString,
  description: readString,
};

/** `input` and `output` (FMT-18); empty counts as absent (FMT-12). */
function readFile(value: Value): FileDeclaration | undefined {
  return value.kind === "null" ? undefined : readFields(readMap(value), fileReaders, ["path", "description"]);
}
