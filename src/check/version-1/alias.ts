import type { Call, Expression, Index, Name, Node } from "../../parse/lua/tree.ts";
import type { Prompt } from "../../parse/prompt.ts";
import { type Part, partsOf } from "../parts.ts";

/** The aliases that the H1 body of a version 1 prompt declares. */
export interface Aliases {
  /** Those whose names stand in its text. */
  readonly names: readonly string[];
  /** True when there may be others. */
  readonly areComputed: boolean;
}

/** Finds the aliases of `tools.need("a", …)`, `models.need("a", …)` and `models.default("a", …)` (V1-58). */
export function declaredAliases({ h1 }: Prompt): Aliases {
  const parts = h1.flatMap((block) => (block.kind === "lua" ? [...partsOf(block.region.chunk)] : []));
  const declarations = parts.filter(isDeclaration);
  const names = declarations.flatMap(({ arguments: [alias] }) =>
    alias?.kind === "String" ? [alias.value] : [],
  );
  const followed = new Set<Part>([
    ...declarations.map(({ callee }) => (callee as Index).object),
    ...parts.filter(isOtherField).map(({ object }) => object),
  ]);
  const isElsewhere = parts.some((part) => isOpen(part) && !followed.has(part));
  return { names, areComputed: isElsewhere || names.length < declarations.length };
}

/** The functions that declare an alias, by library. */
const DECLARING: { readonly [library: string]: readonly string[] } = {
  tools: ["need"],
  models: ["need", "default"],
};

function isDeclaration(part: Part): part is Call {
  return part.kind === "Call" && declares((part as Call).callee) === true;
}

/** `tools.add`: a field that declares nothing. */
function isOtherField(part: Part): part is Index {
  return declares(part) === false;
}

/** Whether a field of `tools` or `models` declares aliases; undefined for any other part. */
function declares(part: Part | Expression): boolean | undefined {
  if (part.kind !== "Index") return undefined;
  const { object, key } = part as Index;
  if (object.kind !== "Name" || key.kind !== "String" || !isGlobal(object)) return undefined;
  return DECLARING[object.name]?.includes(key.value);
}

/** A name by which a declaring function can be reached. */
function isOpen(part: Part): boolean {
  if (part.kind !== "Name") return false;
  const name = part as Name & Node;
  return (
    name.name === "_ENV" || (isGlobal(name) && (name.name === "_G" || Object.hasOwn(DECLARING, name.name)))
  );
}

function isGlobal({ variable, environment }: Name): boolean {
  return variable === undefined && environment === undefined;
}
