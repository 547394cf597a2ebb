import type { Block, ProseBlock } from "../../parse/prompt.ts";
import { boolean, call, delegate, type Expression, id, number, unary } from "../es.ts";
import { lowerTemplate, type Roots, tableRoot, textRoot } from "../prose.ts";
import type { Walk } from "../section.ts";

/**
 * `yield* proseTurn(entry, […], true, 14)`: a model turn, the last of its section with as many rounds as it takes (V1-14). An empty block sends
 * nothing, but where that can be noticed it fixes the model and the tools (V1-20).
 */
export function lowerProse(
  { module, used }: Walk,
  block: ProseBlock,
  blocks: readonly Block[],
): readonly Expression[] {
  const { pieces } = block.sent!;
  if (pieces.length === 0) {
    const isNoticed = BEGUN.some(([library, field]) => used.has(library, field));
    return isNoticed ? [unary("void", call(module.use("beginProse"), [id("entry")]))] : [];
  }
  const template = lowerTemplate(module, block.sent!, ROOTS);
  const isLast = block === blocks.findLast(({ kind }) => kind === "prose");
  const line = number(module.source.line(block.span.start));
  return [delegate(call(module.use("proseTurn"), [id("entry"), template, boolean(isLast), line]))];
}

/** What shows that prose has begun. */
const BEGUN = [
  ["tools", "calls"],
  ["models", "use"],
  ["", "sys"],
] as const;

/** V1-60. */
const ROOTS: Roots = new Map([
  textRoot("args", "proseArgs"),
  textRoot("reply", "proseReply"),
  textRoot("item", "proseItem"),
  tableRoot("var", "proseVar"),
  tableRoot("sys", "proseSys1"),
]);
