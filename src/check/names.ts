import type { Chunk, Variable } from "../parse/lua/tree.ts";
import { partsOf } from "./parts.ts";

/** The names of all locals of a chunk, parameters too. */
export function localNames(chunk: Chunk): ReadonlySet<string> {
  const names = new Set<string>();
  for (const part of partsOf(chunk)) if (isVariable(part)) names.add(part.name);
  return names;
}

function isVariable(part: object): part is Variable {
  return "owner" in part && "attribute" in part;
}
