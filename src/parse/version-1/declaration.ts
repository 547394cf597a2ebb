import type { Span } from "../../source.ts";
import { promptKeys, toFrontmatter } from "../declaration.ts";
import { readFields } from "../field.ts";
import type { Frontmatter } from "../prompt.ts";
import type { MapValue } from "../value.ts";

/**
 * The frontmatter of a version 1 file: six keys; tools and models are declared in its Lua (V1-04). `missingAt` is
 * the place of a missing required key (FMT-11).
 */
export function readPromptKeys(map: MapValue, missingAt: Span): Frontmatter {
  return toFrontmatter(readFields(map, promptKeys, ["name", "description"], missingAt));
}
