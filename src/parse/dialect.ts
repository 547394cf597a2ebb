/** What a language version changes in the reading of a file. */
export interface Dialect {
  readonly version: 0 | 1;
  /** The Lua the blocks are written in. */
  readonly lua: "5.5" | "5.4";
}

const versionZero: Dialect = { version: 0, lua: "5.5" };
const versionOne: Dialect = { version: 1, lua: "5.4" };

/**
 * The dialect that the `promptforge` key selects: 1 selects version 1, anything else version 0 (FMT-14,
 * V1-01).
 */
export function dialectOf(version: number | undefined): Dialect {
  return version === 1 ? versionOne : versionZero;
}
