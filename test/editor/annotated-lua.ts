/** One declaration of a file of LuaCATS annotations with the comment above it. */
export interface Annotated {
  /** `store.write`, `args`. */
  readonly name: string;
  /** Of a function. */
  readonly parameters: readonly string[] | undefined;
  /** The annotations in their order, such as `["param", "path string"]`. */
  readonly tags: readonly (readonly [tag: string, rest: string])[];
}

/** What a file of annotations declares, and all tags of all its comments. */
export function readAnnotations(text: string): {
  readonly declarations: readonly Annotated[];
  readonly tags: readonly (readonly [tag: string, rest: string])[];
} {
  const declarations: Annotated[] = [];
  const all: (readonly [string, string])[] = [];
  let tags: (readonly [string, string])[] = [];
  for (const line of text.split("\n")) {
    const tag = /^---@(\w+) ?(.*)$/.exec(line);
    if (tag !== null) {
      tags.push([tag[1]!, tag[2]!]);
      all.push([tag[1]!, tag[2]!]);
    } else if (!line.startsWith("---")) {
      const declared = /^function ([\w.]+)\((.*)\) end$/.exec(line) ?? /^(\w+) = \S+$/.exec(line);
      if (declared !== null) {
        const [, name, list] = declared;
        declarations.push({ name: name!, parameters: list?.split(", ").filter((word) => word !== ""), tags });
      } else if (line !== "" && !line.startsWith("-- "))
        throw new Error(`neither comment nor declaration: ${line}`);
      tags = [];
    }
  }
  return { declarations, tags: all };
}
