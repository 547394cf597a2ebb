import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { parse } from "yaml";
import { isRecord } from "./case.ts";
import type { Verdict } from "./run-file.ts";

/** The name of the list: case id → the feature that is missing. Only the project's own fixtures have one. */
export const listName = "expected-failures.yaml";

/** Verdicts sorted by what they mean for the project. */
export interface Result {
  readonly passed: readonly Verdict[];
  readonly failed: readonly Verdict[];
  /** Failed as the list says, with the missing feature. */
  readonly expected: readonly (Verdict & { readonly feature: string })[];
}

/**
 * Sorts verdicts by the list beside their file, for files below `fixtures`; no list applies to others. A listed case
 * that passes fails: the list must shrink with the product.
 */
export function sortVerdicts(verdicts: readonly Verdict[], fixtures: string): Result {
  const passed: Verdict[] = [];
  const failed: Verdict[] = [];
  const expected: (Verdict & { feature: string })[] = [];
  const lists = new Map<string, ReadonlyMap<string, string>>();
  for (const verdict of verdicts) {
    const folder = dirname(resolve(verdict.file));
    const list = lists.get(folder) ?? readList(folder, fixtures);
    lists.set(folder, list);
    const feature = list.get(verdict.id);
    if (verdict.problems.length > 0 && feature !== undefined) expected.push({ ...verdict, feature });
    else if (verdict.problems.length > 0) failed.push(verdict);
    else if (feature === undefined) passed.push(verdict);
    else
      failed.push({
        ...verdict,
        problems: [
          {
            what: listName,
            expected: `a failure (${feature})`,
            actual: "it passes: remove it from the list",
          },
        ],
      });
  }
  return { passed, failed, expected };
}

/** The list of a folder; empty without one, and for a folder outside `fixtures`. Throws when it is no map of texts. */
export function readList(folder: string, fixtures: string): ReadonlyMap<string, string> {
  const path = join(folder, listName);
  if (!`${folder}${sep}`.startsWith(`${resolve(fixtures)}${sep}`) || !existsSync(path)) return new Map();
  const list: unknown = parse(readFileSync(path, "utf8")) ?? {};
  if (!isRecord(list)) throw new Error(`${path}: a map from case ids to missing features`);
  return new Map(Object.entries(list).map(([id, feature]) => [id, String(feature)]));
}
