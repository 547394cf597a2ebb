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
export function lowerTemplate(module: ModuleContext, { pieces }: Pick<Template, "pieces">): Expression {
  return array(
    pieces.map((piece) => {
      if (piece.kind === "text") return text(toBytes(piece.text));
      const [resolver, ...facts] = piece.kind === "unclosed" ? UNCLOSED : resolution(piece);
      return array([module.use(resolver), number(piece.offset), ...facts.map((fact) => text(toBytes(fact)))]);
    }),
  );
}

/** The runtime function that resolves a placeholder, and the facts that it takes. */
type Resolution = readonly [resolver: RuntimeName, ...facts: string[]];

/** SUB-60. */
const UNCLOSED: Resolution = ["proseFailure", "Unclosed", "unclosed '{{' in prose"];

/** SUB-70: the checks in their order, as far as they need no state. */
function resolution({ path }: Extract<Piece, { kind: "placeholder" }>): Resolution {
  const placeholder = `{{ ${shown(path)} }}`;
  const [root, ...keys] = path.split(".") as [string, ...string[]];
  if ([root, ...keys].some((segment) => segment === "" || trim(segment) !== segment))
    return ["proseFailure", "EmptySegment", `empty or padded path segment in ${placeholder}`];
  switch (root) {
    case "args":
    case "item":
      if (keys.length > 0) return ["proseFailure", "NotATable", `${root} is a string, not a table`];
      return [root === "args" ? "proseArgs" : "proseItem"];
    case "argv":
      return ["proseArgv", placeholder, ...keys];
    case "var":
    case "sys":
      if (keys.length === 0) return ["proseFailure", "BadPath", `bad path: ${placeholder}`];
      return [root === "var" ? "proseVar" : "proseSys", placeholder, ...keys];
    case "prose":
      return ["proseFailure", "Serialize", `global 'prose' in ${placeholder} is not JSON data`];
    default:
      return ["proseGlobal", placeholder, shown(root), root, ...keys];
  }
}

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
