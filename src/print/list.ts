import type * as ES from "estree";
import { MARK, type Node, type Writer } from "./writer.ts";

/** A list that is wider than this gets a line for each of its elements. */
const WIDEST = 60;

/**
 * Nodes with commas, each on a line of its own when one has several lines or all together are too wide. `padding` stands inside the brackets of
 * a list on one line.
 */
export function printList(writer: Writer, nodes: readonly Node[], depth: number, padding = ""): string {
  if (nodes.length === 0) return "";
  const { breaks } = writer;
  const marks = writer.places.length;
  const texts = new Array<string>(nodes.length);
  let areBroken: boolean[] | undefined;
  let width = 2 * nodes.length - 2;
  for (let index = 0; index < nodes.length; index++) {
    const before = writer.breaks;
    const text = writer.print(nodes[index]!, depth + 1);
    if (writer.breaks !== before) {
      areBroken ??= [];
      areBroken[index] = true;
    }
    texts[index] = text;
    width += text.length;
  }
  width -= (writer.places.length - marks) * MARK.length;
  if (writer.breaks === breaks && width <= WIDEST) return padding + joined(texts, ", ") + padding;
  const line = writer.line(depth + 1);
  let list = "";
  for (const [index, text] of texts.entries()) {
    const hasSpace =
      areBroken?.[index - 1] && areBroken[index] && !areBothData(nodes[index - 1]!, nodes[index]!);
    list += (index > 0 ? "," : "") + (hasSpace ? "\n" : "") + line + text;
  }
  return list + writer.line(depth);
}

/** `join` would copy the texts, at each level anew. */
function joined(texts: readonly string[], separator: string): string {
  let text = texts[0]!;
  for (let index = 1; index < texts.length; index++) text += separator + texts[index]!;
  return text;
}

const areBothData = (a: Node, b: Node): boolean => holdsData(a) && holdsData(b);

function holdsData(node: Node): boolean {
  if (node.type !== "Property") return false;
  return node.value.type === "ObjectExpression" || node.value.type === "ArrayExpression";
}

/** The arguments of a call. The last one may have several lines without the others getting lines of their own. */
export function printArguments(
  writer: Writer,
  nodes: readonly (ES.Expression | ES.SpreadElement)[],
  depth: number,
): string {
  const last = nodes.at(-1);
  if (last === undefined) return "()";
  if (nodes.length === 1) return `(${writer.print(last, depth)})`;
  const { breaks } = writer;
  const first = writer.print(nodes[0]!, depth + 1);
  if (nodes.length === 2 && writer.breaks === breaks) return `(${first}, ${writer.print(last, depth)})`;
  const texts = new Array<string>(nodes.length);
  texts[0] = first;
  const end = nodes.length - 1;
  for (let index = 1; index < end; index++) texts[index] = writer.print(nodes[index]!, depth + 1);
  const isBroken = writer.breaks !== breaks;
  texts[end] = writer.print(last, isBroken ? depth + 1 : depth);
  if (!isBroken) return `(${joined(texts, ", ")})`;
  const line = writer.line(depth + 1);
  return `(${line}${joined(texts, `,${line}`)}${writer.line(depth)})`;
}
