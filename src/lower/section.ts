import type * as ES from "estree";
import type { Used } from "../check/checked.ts";
import type { Block, LuaRegion, Section } from "../parse/prompt.ts";
import { toBytes } from "../source.ts";
import {
  array,
  boolean,
  call,
  type Expression,
  generator,
  id,
  logical,
  number,
  object,
  returns,
  text,
} from "./es.ts";
import type { RuntimeName } from "./imports.ts";
import type { Language } from "./language.ts";
import type { ModuleContext } from "./module-context.ts";

/** What the sections of one module share. */
export interface Walk {
  readonly module: ModuleContext;
  /** The chunk function of the fence at a file line. */
  readonly chunk: (line: number) => ES.Identifier;
  readonly language: Language;
  readonly used: Used;
}

/** All sections in document order, children after their parent. */
export function flatten(sections: readonly Section[]): Section[] {
  return sections.flatMap((section) => [section, ...flatten(section.children)]);
}

/** The array of section records. */
export function lowerSections(walk: Walk, all: readonly Section[]): Expression {
  const parents = new Map<Section, Section>();
  for (const section of all) for (const child of section.children) parents.set(child, section);
  const top = all.filter((section) => !parents.has(section));
  const places = new Map(all.map((section, place) => [section, place]));
  return array(
    all.map((section) =>
      lowerSection(walk, section, parents.get(section), parents.get(section)?.children ?? top, places),
    ),
  );
}

function lowerSection(
  walk: Walk,
  section: Section,
  parent: Section | undefined,
  siblings: readonly Section[],
  places: ReadonlyMap<Section, number>,
): Expression {
  const { language, used } = walk;
  const index = (other: Section) => number(places.get(other)!);
  const next = siblings.slice(siblings.indexOf(section) + 1).find(({ isOffWalk }) => !isOffWalk);
  const properties: [string, Expression][] = [
    ["name", text(toBytes(section.name))],
    ["level", number(section.level)],
  ];
  if (parent !== undefined) properties.push(["parent", index(parent)]);
  if (
    section.items !== undefined &&
    language.startsTasks(used) &&
    section.blocks.every((b) => b.kind !== "lua")
  )
    properties.push(["isList", boolean(true)]);
  if (section.isOffWalk && used.has("", "jump")) properties.push(["isOffWalk", boolean(true)]);
  if (section.items !== undefined && used.has("", "list_from_section")) {
    properties.push(["items", array(section.items.map((item) => text(toBytes(item))))]);
  }
  properties.push(["run", lowerBlocks(walk, section.blocks, next === undefined ? undefined : index(next))]);
  return object(properties);
}

/** `*run(entry) { return (yield* block(entry, …)) ?? 3; }`: the blocks in order, then the section that follows. */
export function lowerBlocks(
  walk: Walk,
  blocks: readonly Block[],
  next: Expression | undefined,
): ES.FunctionExpression {
  const runs = blocks.flatMap((block) => walk.language.lowerBlock(walk, block, blocks));
  const steps = [...runs, ...(next === undefined ? [] : [next])];
  const body = steps.length === 0 ? [] : [returns(logical("??", ...steps))];
  return generator(runs.length === 0 ? [] : [id("entry")], body);
}

/** `run(entry, region, chunk, …)`: a call of a runtime function that runs the Lua of a fence. */
export function lowerRun(
  { module, chunk }: Walk,
  run: RuntimeName,
  { line }: LuaRegion,
  more: readonly Expression[] = [],
): Expression {
  const region = id(module.identifier("region", String(line)));
  // Without a place of its own a stack would show the end of the fence above it.
  const start = { line, column: 0 };
  return call(module.use(run), [id("entry"), region, chunk(line), ...more], { start, end: start });
}
