/** The global `_VERSION` (V1-70). */
export function baseVersion1(): string {
  return "Lua 5.4";
}
