import { Source } from "../source.ts";
import { versionOf } from "./declaration.ts";
import { Rejection } from "./failure.ts";
import { readFrontmatter } from "./frontmatter.ts";

/**
 * FMT-16: the integer of the `promptforge` key of a file's text, when its frontmatter block is well formed
 * and has it; no other key is looked at. Undefined otherwise; never fails.
 */
export function promptforgeVersion(text: string): number | undefined {
  try {
    return versionOf(readFrontmatter(new Source("<prompt>", text)).map);
  } catch (error) {
    if (error instanceof Rejection) return undefined;
    throw error;
  }
}
