/** For a help: the names that the host gave something to and nobody asks for, such as a misspelt one; empty where there are none. */
export function unusedNames(
  option: "models" | "tools",
  given: object | undefined,
  wanted: readonly string[],
): string {
  const unused = Object.keys(given ?? {}).filter((name) => !wanted.includes(name));
  const isMissing = wanted.some((name) => !Object.hasOwn(given ?? {}, name));
  if (unused.length === 0 || !isMissing) return "";
  return `; \`${option}\` has ${listed(unused)}, asked for is ${listed(wanted) || "none"}`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}
