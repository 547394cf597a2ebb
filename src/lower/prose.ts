import type { Piece, Template } from "../parse/prompt.ts";
import { trim } from "../parse/whitespace.ts";
import { toBytes } from "../source.ts";
import { array, type Expression, number, text } from "./es.ts";
import type { RuntimeName } from "./imports.ts";
import type { ModuleContext } from "./module-context.ts";

/**
 * A template as its pieces: byte strings, and placeholders as `[proseVar, 12, "{{ var.k }}", "k"]`, the resolver of their root with
 * the byte offset and what it needs to know.
 */
export function lowerTemplate(
  module: ModuleContext,
  { pieces }: Pick<Template, "pieces">,
  roots: Roots = ROOTS,
): Expression {
  return array(
    pieces.map((piece) => {
      if (piece.kind === "text") return text(toBytes(piece.text));
      const [resolver, ...facts] = piece.kind === "unclosed" ? UNCLOSED : resolution(piece, roots);
      return array([module.use(resolver), number(piece.offset), ...facts.map((fact) => text(toBytes(fact)))]);
    }),
  );
}

/** The runtime function that resolves a placeholder, and the facts that it takes. */
export type Resolution = readonly [resolver: RuntimeName, ...facts: string[]];

/** SUB-60. */
const UNCLOSED: Resolution = ["proseFailure", "Unclosed", "unclosed '{{' in prose"];

/** How the first segments of placeholders resolve, each from the placeholder as messages show it and the keys behind. Any other names a global. */
export type Roots = ReadonlyMap<string, Root[1]>;

type Root = readonly [name: string, resolve: (placeholder: string, keys: readonly string[]) => Resolution];

/** SUB-70: the checks in their order, as far as they need no state. */
function resolution({ path }: Extract<Piece, { kind: "placeholder" }>, roots: Roots): Resolution {
  const placeholder = `{{ ${shown(path)} }}`;
  const [root, ...keys] = path.split(".") as [string, ...string[]];
  if ([root, ...keys].some((segment) => segment === "" || trim(segment) !== segment))
    return ["proseFailure", "EmptySegment", `empty or padded path segment in ${placeholder}`];
  return roots.get(root)?.(placeholder, keys) ?? ["proseGlobal", placeholder, shown(root), root, ...keys];
}

/** A root that is a text. */
export function textRoot(name: string, resolver: RuntimeName): Root {
  return [
    name,
    (_placeholder, keys) =>
      keys.length === 0 ? [resolver] : ["proseFailure", "NotATable", `${name} is a string, not a table`],
  ];
}

/** A root that is a table, and never shown as a whole. */
export function tableRoot(name: string, resolver: RuntimeName): Root {
  return [
    name,
    (placeholder, keys) =>
      keys.length === 0
        ? ["proseFailure", "BadPath", `bad path: ${placeholder}`]
        : [resolver, placeholder, ...keys],
  ];
}

/** Those of version 0 (SUB-20 to SUB-37). */
const ROOTS: Roots = new Map<string, Root[1]>([
  textRoot("args", "proseArgs"),
  textRoot("item", "proseItem"),
  ["argv", (placeholder, keys) => ["proseArgv", placeholder, ...keys]],
  tableRoot("var", "proseVar"),
  tableRoot("sys", "proseSys"),
  [
    "prose",
    (placeholder) => ["proseFailure", "Serialize", `global 'prose' in ${placeholder} is not JSON data`],
  ],
]);

/** A path or name in a message: cut to 80 characters, then control characters escaped (SUB-71). */
function shown(name: string): string {
  const characters = [...name];
  const cut = characters.length > 80 ? `${characters.slice(0, 80).join("")}...` : name;
  return cut.replace(/\p{Cc}/gu, escaped);
}

function escaped(character: string): string {
  return SHORT_ESCAPES[character] ?? `\\u{${character.charCodeAt(0).toString(16).padStart(4, "0")}}`;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
