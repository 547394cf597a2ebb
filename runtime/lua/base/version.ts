/** The global `_VERSION` (ENV-02). */
export function baseVersion(): string {
  return "Lua 5.5";
}
